/** What arrived against the fee, as the payments desk and its exports say it. */
export const balanceWords = {
  part: 'less than the fee',
  exact: 'the fee',
  over: 'more than the fee',
  double: 'paid twice',
  foreign: 'another currency',
} as const
