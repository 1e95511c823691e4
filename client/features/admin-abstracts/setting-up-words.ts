/** Setting a conference up; apart, because the dashboard of a running one needs none of it. */
export const words = {
  title: 'Setting up',
  lead: 'Nothing was submitted yet. This list goes away with the first submission.',
  steps: {
    name: 'Name the conference',
    deadline: 'Set the deadline for abstracts',
    fee: 'Set the fee',
    reviewers: 'Invite reviewers',
    mails: 'Set up a mail server',
  },
  about: {
    name: 'Name, year, website and support address, in the settings.',
    deadline: 'Until one is set, abstracts are taken at any time.',
    fee: 'Leave it empty where nothing is to be paid.',
    reviewers: 'They register with the PIN that is mailed to them.',
    mails:
      'Whoever runs the portal sets SMTP_URL (docs/deployment.md). Until then mails are kept at the mail desk and reach nobody.',
  },
  done: 'Done',
  open: 'To do',
  optional: 'Not set',
  goOn: 'Go on',
  share: 'Share the address with authors',
  shareText: 'Authors register and submit at:',
} as const
