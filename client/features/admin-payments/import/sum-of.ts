import type { JudgedLine } from '#shared/payments/import-contract.ts'
import { words } from './words.ts'

/** What a line is about: its amount, or that what is written for it cannot be read. */
export function sumOf({ amount, currency, unreadable }: JudgedLine): string {
  if (unreadable !== null) return words.notRead(unreadable)
  return [amount ?? words.none, currency].filter(Boolean).join(' ')
}
