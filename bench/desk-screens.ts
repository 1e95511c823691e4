/** What a screen of the desk asks for that is no list, and what is sent with it. */
export interface DeskScreen {
  name: string
  path: string
  body?: object
}

const INVITEES = 50

/** The screens that look for conflicts of interest with everything under review. */
export function deskScreens(reviewerId: string): DeskScreen[] {
  return [
    { name: 'A reviewer’s page', path: `/api/admin/reviewers/${reviewerId}` },
    {
      name: `Check of ${INVITEES} people to invite`,
      path: '/api/admin/invitations/check',
      body: {
        // One in ten of a place that a share of all papers comes from.
        invitations: Array.from({ length: INVITEES }, (_, at) => ({
          email: at % 10 === 0 ? `new${at}@partner.example` : `new${at}@elsewhere${at}.example`,
          name: `Nova Newman ${at}`,
        })),
      },
    },
  ]
}
