/** Keys and commands. */
export const words = {
  singleKeys: 'Use single-key shortcuts on this device',
  page: 'This page',
  list: 'Lists',
  goTo: 'Go to',
  everywhere: 'Everywhere',
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  search: 'Search this list',
  select: 'Select or deselect',
  selectRange: 'Select all from the last one to here',
  selectShown: 'Select all shown',
  clear: 'Clear the selection',
} as const
