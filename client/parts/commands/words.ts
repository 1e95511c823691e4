/** Keys and commands. */
export const words = {
  singleKeys: 'Single keys work on this device',
  page: 'This page',
  list: 'Lists',
  goTo: 'Go to',
  everywhere: 'Everywhere',
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  search: 'Search this list',
  select: 'Select or let go',
  selectRange: 'Select all from the last one to here',
  selectShown: 'Select all shown',
  clear: 'Clear the selection',
} as const
