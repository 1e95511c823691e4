/** The second step of a log-in, where a code is asked for (decisions.md §4). */
export const codeWords = {
  app: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows for this portal.',
    other: 'Use the authenticator app',
  },
  passkey: {
    text: 'Your browser asks for your screen lock, your phone or your security key.',
    submit: 'Use your passkey',
    other: 'Use a passkey',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of those that you kept when you turned two-step verification on. Each works once. If you have none, ask the organisers.',
    other: 'Use a recovery code',
  },
  submit: 'Log in',
  back: 'Back',
  failed: 'Login failed',
} as const
