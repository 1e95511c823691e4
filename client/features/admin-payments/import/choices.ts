import { isPaperId } from '#shared/core/ids.ts'
import { centsIn } from '#shared/payments/cents.ts'
import type { ConfirmedLine, JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'
import { dividedAs, type Part } from './divide.ts'
import { tidied } from './tidied.ts'

/** What is done with a line: nothing, its papers are paid, it is what they were verified with by hand, it is only noted with them, it is divided among papers, or it is for one certain paper. */
export type Choice = 'out' | 'pay' | 'same' | 'note' | 'divide' | 'other' | `for:${string}`

/** What a person decided about a line. */
export interface Decision {
  choice: Choice
  /** The id typed for 'other'. */
  paperId: string
  /** What was typed for 'divide'. */
  parts?: readonly Part[]
}

/** The groups of a plan, in the order in which they want to be looked at. */
export const groups = [
  'match',
  'part',
  'over',
  'currency',
  'undue',
  'by_hand',
  'double',
  'refund',
  'below',
  'several',
  'mistyped',
  'unknown',
  'unreadable',
  'not_arrived',
  'perhaps',
  'known',
  'none',
] as const satisfies readonly LineVerdict[]

const noted: readonly LineVerdict[] = ['part', 'undue', 'double', 'refund']

/** What happens to a line unless told otherwise (docs/payments.md). */
export function choiceFor({ verdict }: Pick<JudgedLine, 'verdict'>): Choice {
  if (verdict === 'match') return 'pay'
  if (verdict === 'by_hand') return 'same'
  return noted.includes(verdict) ? 'note' : 'out'
}

/** Whether a line says that money went back. */
export const isPaidBack = ({ amount }: Pick<JudgedLine, 'amount'>) => amount?.startsWith('-') ?? false

/** Whether a line is left out only because nobody has said yet what it is, or nobody can here. */
export function needsYou(line: JudgedLine, decided: ReadonlyMap<number, Decision>): boolean {
  if (line.verdict === 'unreadable' || (line.verdict === 'below' && isPaidBack(line))) return true
  const decision = decided.get(line.line)
  if (decision === undefined) return choicesFor(line).length > 0 && choiceFor(line) === 'out'
  return decision.choice !== 'out' && confirmedLine(line, decision) === undefined
}

/** What can be chosen for a line; nothing for one that is no payment or was imported before. */
export function choicesFor({ verdict, papers, likely, amount }: JudgedLine): Choice[] {
  // What one person paid for several papers, whether the line says so or not.
  const divide: Choice[] = amount === null || isPaidBack({ amount }) ? [] : ['divide']
  const forEach = (list: JudgedLine['papers']) => list.map(({ paperId }): Choice => `for:${paperId}`)
  switch (verdict) {
    case 'match':
      return ['pay', 'out']
    case 'part':
      return ['note', 'pay', 'out']
    case 'over':
      return ['out', 'pay', 'note', ...divide]
    case 'currency':
      return ['out', 'pay', 'note']
    case 'by_hand':
      return ['same', 'note', 'out']
    case 'double':
      return ['note', ...divide, 'out']
    case 'undue':
    case 'refund':
      return ['note', 'out']
    case 'below':
      return isPaidBack({ amount }) ? [] : ['out', 'pay', 'note']
    case 'several':
      return ['out', ...divide, ...forEach(papers)]
    case 'perhaps':
      if (papers.length > 1) return ['out', ...forEach(papers)]
      return isPaidBack({ amount }) ? ['out', 'note'] : ['out', 'note', 'pay']
    case 'mistyped':
    case 'unknown':
      return ['out', ...forEach(likely), 'other', ...divide]
    default:
      return []
  }
}

/** Whether what was typed cannot be the id of any paper (decisions.md §2); while nothing is typed it can. */
export function isWrongId(typed: string): boolean {
  return typed.trim() !== '' && !isPaperId(tidied(typed))
}

/** The line as it is sent, or undefined where nothing is to be done with it. */
export function confirmedLine(
  line: JudgedLine,
  { choice, paperId, parts = [] }: Decision,
): ConfirmedLine | undefined {
  const { hash, occurrence, date, amount, currency, payer, text, papers } = line
  const typed = tidied(paperId)
  if (amount === null || choice === 'out' || (choice === 'other' && (typed === '' || isWrongId(typed))))
    return undefined
  if (choice === 'divide') {
    const divided = dividedAs(line, parts)
    return divided && { hash, occurrence, date, amount, currency, payer, text, ...divided, as: 'payment' }
  }
  const paperIds =
    choice === 'other'
      ? [typed]
      : choice === 'pay' || choice === 'same' || choice === 'note'
        ? papers.map((paper) => paper.paperId)
        : [choice.slice('for:'.length)]
  const as = isPaidBack(line) ? 'refund' : choice === 'note' ? 'note' : 'payment'
  // Whose it is was said, not what it pays: what is not the fee is noted.
  const isGiven = choice === 'other' || choice.startsWith('for:')
  const match = as === 'payment' && (isGiven || (line.verdict === 'match' && choice === 'pay'))
  return { hash, occurrence, date, amount, currency, payer, text, paperIds, as, ...(match && { match }) }
}

/**
 * What a line as it is sent does: one that is noted, or joined to what was verified by hand, verifies nothing, nor does what is given to
 * a paper and is more than the fee, or in another currency. Less than the fee is noted, but for what makes up one with
 * what was noted before, which is not known here.
 */
export function effectOf(
  line: JudgedLine,
  { as, match }: ConfirmedLine,
  fee: { amount: string; currency: string } | null,
): 'verifies' | 'notes' | 'either' {
  if (as !== 'payment' || line.verdict === 'by_hand') return 'notes'
  if (match !== true || line.verdict === 'match' || fee === null || line.amount === null) return 'verifies'
  const beyond = centsIn(line.amount) - centsIn(fee.amount)
  if (beyond > 0 || (line.currency ?? fee.currency) !== fee.currency) return 'notes'
  return beyond === 0 ? 'verifies' : 'either'
}
