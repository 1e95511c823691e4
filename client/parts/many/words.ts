/** Deeds done to many entries at once. */
export const words = {
  checking: 'Looking at what would happen…',
  cannot: 'Left out',
  cannotCount: (count: number) => (count === 1 ? '1 is left out' : `${count} are left out`),
  notDone: (count: number) => `${count} not done`,
  which: 'Which they are',
  will: 'What will be done',
  andMore: (count: number) => `and ${count} more`,
  countOf: (done: number, all: number) => `${done} of ${all}`,
  progress: 'Progress',
  cancel: 'Cancel',
  close: 'Close',
  nothing: 'There is nothing to be done here now. Nothing was changed.',
  goOn: 'Go on',
  stop: 'Leave the rest',
  failedPreview: 'Could not find out what would happen.',
  interrupted: (done: number) =>
    done === 0
      ? 'The connection failed. Going on does nothing twice.'
      : 'The connection failed. What was done stays; going on does nothing twice.',
  elsewhere: 'This is under way in another tab.',
  another: 'This was begun in another tab with other entries: finish that first, or leave its rest.',
  ended: 'This was finished, or its rest was left, in another tab.',
  leave: 'The rest is still being done. Leave? What was done stays, and you can go on later.',
  done: 'Done',
  left: 'Not done',
  unfinished: (title: string, done: number, all: number) =>
    `${title}: interrupted after ${done} of ${all}. What was done stays. Go on with the other ${all - done}, or leave ${all - done === 1 ? 'it' : 'them'} as ${all - done === 1 ? 'it is' : 'they are'}.`,
  dealtWith: (title: string, all: number) => `${title}: all ${all} were dealt with.`,
  seeResult: 'See the result',
  forget: 'Dismiss',
} as const
