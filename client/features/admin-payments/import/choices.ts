import { isPaperId } from '#shared/core/ids.ts'
import type { ConfirmedLine, JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'

/** What is done with a line: nothing, its papers are paid, it is what they were verified with by hand, it is only noted with them, or it is for one certain paper. */
export type Choice = 'out' | 'pay' | 'same' | 'note' | 'other' | `for:${string}`

/** What a person decided about a line. */
export interface Decision {
  choice: Choice
  /** The id typed for 'other'. */
  paperId: string
}

/** The groups of a plan, in the order in which they want to be looked at. */
export const groups = [
  'match',
  'part',
  'over',
  'currency',
  'by_hand',
  'double',
  'refund',
  'below',
  'several',
  'mistyped',
  'unknown',
  'unreadable',
  'perhaps',
  'known',
  'none',
] as const satisfies readonly LineVerdict[]

/** What happens to a line unless told otherwise (docs/payments.md). */
export function choiceFor({ verdict }: Pick<JudgedLine, 'verdict'>): Choice {
  if (verdict === 'match') return 'pay'
  if (verdict === 'by_hand') return 'same'
  return verdict === 'part' || verdict === 'double' || verdict === 'refund' ? 'note' : 'out'
}

/** Whether a line says that money went back. */
export const isPaidBack = ({ amount }: Pick<JudgedLine, 'amount'>) => amount?.startsWith('-') ?? false

/** Whether a line is left out only because nobody has said yet what it is, or nobody can here. */
export function needsYou(line: JudgedLine, decided: ReadonlyMap<number, Decision>): boolean {
  if (line.verdict === 'unreadable' || (line.verdict === 'below' && isPaidBack(line))) return true
  return choicesFor(line).length > 0 && choiceFor(line) === 'out' && !decided.has(line.line)
}

/** What can be chosen for a line; nothing for one that is no payment or was imported before. */
export function choicesFor({ verdict, papers, likely, amount }: JudgedLine): Choice[] {
  const forEach = (list: JudgedLine['papers']) => list.map(({ paperId }): Choice => `for:${paperId}`)
  switch (verdict) {
    case 'match':
      return ['pay', 'out']
    case 'part':
      return ['note', 'pay', 'out']
    case 'over':
    case 'currency':
      return ['out', 'pay', 'note']
    case 'by_hand':
      return ['same', 'note', 'out']
    case 'double':
    case 'refund':
      return ['note', 'out']
    case 'below':
      return isPaidBack({ amount }) ? [] : ['out', 'pay', 'note']
    case 'several':
      return ['out', ...forEach(papers)]
    case 'perhaps':
      if (papers.length > 1) return ['out', ...forEach(papers)]
      return isPaidBack({ amount }) ? ['out', 'note'] : ['out', 'note', 'pay']
    case 'mistyped':
    case 'unknown':
      return ['out', ...forEach(likely), 'other']
    default:
      return []
  }
}

/** Whether what was typed cannot be the id of any paper (decisions.md §2); while nothing is typed it can. */
export function isWrongId(typed: string): boolean {
  return typed.trim() !== '' && !isPaperId(tidied(typed))
}

/** An id as people type it: in either case, with spaces for dashes. */
const tidied = (typed: string) =>
  typed
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015]+/g, '-')

/** The line as it is sent, or undefined where nothing is to be done with it. */
export function confirmedLine(line: JudgedLine, { choice, paperId }: Decision): ConfirmedLine | undefined {
  const { hash, occurrence, date, amount, currency, payer, text, papers } = line
  const typed = tidied(paperId)
  if (amount === null || choice === 'out' || (choice === 'other' && (typed === '' || isWrongId(typed))))
    return undefined
  const paperIds =
    choice === 'other'
      ? [typed]
      : choice === 'pay' || choice === 'same' || choice === 'note'
        ? papers.map((paper) => paper.paperId)
        : [choice.slice('for:'.length)]
  const as = isPaidBack(line) ? 'refund' : choice === 'note' ? 'note' : 'payment'
  return { hash, occurrence, date, amount, currency, payer, text, paperIds, as }
}
