import type { words } from './words.ts'

/** What the dialog is about to do: `asked` where an amount is not the fee, `as` what somebody said that it is. */
export function whatVerifies(asked: boolean, as: string): keyof typeof words.verifyText {
  if (!asked) return 'fee'
  return as === 'part' || as === 'paid' ? as : 'asked'
}
