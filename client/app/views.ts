/**
 * Inline views live in the address: `/author?view=details&abstractId=A26-0007`. The path alone is the home view.
 * What a screen knows is listed here; anything else in the address is ignored. Plain functions instead of schemas,
 * because the first page carries this and should not carry the schema library.
 */
function search<const View extends string, const Key extends string>(
  views: readonly View[],
  keys: readonly Key[],
) {
  return (given: Record<string, unknown>): { view?: View } & { [K in Key]?: string } => {
    const view = views.find((one) => one === given.view)
    const found: Record<string, string> = view === undefined ? {} : { view }
    for (const key of keys) {
      const value = given[key]
      if (typeof value === 'string' && value !== '') found[key] = value
    }
    // Only listed names and views went in.
    return found as { view?: View } & { [K in Key]?: string }
  }
}

/** On every dashboard. */
const notices = ['notifications', 'notification'] as const

export const authorSearch = search(
  [...notices, 'ongoing', 'completed', 'details', 'upload-abstract', 'upload-paper'],
  ['notificationId', 'abstractId'],
)
export const reviewerSearch = search(
  [...notices, 'assigned', 'reviewed', 'paper'],
  ['notificationId', 'paperId'],
)
export const adminSearch = search(
  [...notices, 'pending', 'reviewed', 'abstract'],
  ['notificationId', 'abstractId', 'q', 'status'],
)
export const adminPapersSearch = search(['paper'], ['paperId', 'q', 'status'])
export const adminReviewersSearch = search(
  ['invitations', 'invite', 'reviewer'],
  ['reviewerId', 'q', 'status'],
)
export const adminPaymentsSearch = search(['payment'], ['paperId', 'q', 'status'])
export const adminPeopleSearch = search(['person'], ['personId', 'q', 'status'])

export const signUpSearch = search([], ['role', 'email', 'invitation'])
export const forgotPasswordSearch = search([], ['email'])
export const mailLinkSearch = search([], ['token'])

/** The address's search as plain texts; nothing is guessed to be a number or JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The reverse; what is missing or empty is left out. */
export function stringifySearch(given: Record<string, unknown>): string {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}
