/** Selecting in a list. */
export const words = {
  tick: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count} selected`,
  bar: 'Selection',
  allShown: (count: number) => `Select all ${count} shown`,
  allMatching: (count: number) => `Select all ${count}`,
  firstOfMatching: (count: number, all: number) => `Select the first ${count} of ${all}`,
  atMost: (count: number) => `At most ${count} at a time.`,
  clear: 'Clear',
} as const
