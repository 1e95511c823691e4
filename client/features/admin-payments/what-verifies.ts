import type { words } from './words.ts'

/**
 * What the dialog is about to do with the amount that was typed: `asked` where it is not the fee, `as` what somebody said that
 * it is. Whether it is the fee is known once it was sent.
 */
export function whatVerifies(amount: string, asked: boolean, as: string): keyof typeof words.verifyText {
  if (!asked) return amount.trim() === '' ? 'fee' : 'typed'
  return as === 'part' || as === 'paid' ? as : 'asked'
}
