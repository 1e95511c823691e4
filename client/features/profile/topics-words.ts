/** One's own topics, by which papers to review are found. */
export const words = {
  title: 'Your topics',
  text: 'Papers to review are found by what you wrote and by your topics. Organisers see and can change them too.',
  choice: 'Topics that you know well',
  save: 'Save topics',
  failed: 'Failed to load',
  actionFailed: 'Action failed',
} as const
