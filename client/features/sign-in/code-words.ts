/** The second step of a log-in, where a code is asked for (decisions.md §4). */
export const codeWords = {
  app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows for this portal.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those that you kept when you turned two-step verification on. Each works once. If you have none, ask the organisers.',
    other: 'Use the authenticator app',
  },
  submit: 'Log in',
  back: 'Back',
  failed: 'Login failed',
} as const
