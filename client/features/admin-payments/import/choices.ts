import type { ConfirmedLine, JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'

/** What is done with a line: nothing, its papers are paid, it is only noted with them, or it is for one certain paper. */
export type Choice = 'out' | 'pay' | 'note' | 'other' | `for:${string}`

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
  'double',
  'several',
  'mistyped',
  'unknown',
  'perhaps',
  'known',
  'none',
] as const satisfies readonly LineVerdict[]

/** What happens to a line unless told otherwise (docs/payments.md). */
export function choiceFor({ verdict }: Pick<JudgedLine, 'verdict'>): Choice {
  if (verdict === 'match') return 'pay'
  return verdict === 'part' || verdict === 'double' ? 'note' : 'out'
}

/** Whether a line is left out only because nobody has said yet what it is. */
export function needsYou(line: JudgedLine, decided: ReadonlyMap<number, Decision>): boolean {
  return choicesFor(line).length > 0 && choiceFor(line) === 'out' && !decided.has(line.line)
}

/** What can be chosen for a line; nothing for one that is no payment or was imported before. */
export function choicesFor({ verdict, papers, likely }: JudgedLine): Choice[] {
  const forEach = (list: JudgedLine['papers']) => list.map(({ paperId }): Choice => `for:${paperId}`)
  switch (verdict) {
    case 'match':
      return ['pay', 'out']
    case 'part':
      return ['note', 'pay', 'out']
    case 'over':
    case 'currency':
      return ['out', 'pay']
    case 'double':
      return ['note', 'out']
    case 'several':
      return ['out', ...forEach(papers)]
    case 'perhaps':
      return papers.length === 1 ? ['out', 'note', 'pay'] : ['out', ...forEach(papers)]
    case 'mistyped':
    case 'unknown':
      return ['out', ...forEach(likely), 'other']
    default:
      return []
  }
}

/** The line as it is sent, or undefined where nothing is to be done with it. */
export function confirmedLine(line: JudgedLine, { choice, paperId }: Decision): ConfirmedLine | undefined {
  const { hash, occurrence, date, amount, currency, payer, text, papers } = line
  const typed = paperId.trim().toUpperCase()
  if (amount === null || choice === 'out' || (choice === 'other' && typed === '')) return undefined
  const paperIds =
    choice === 'other'
      ? [typed]
      : choice === 'pay' || choice === 'note'
        ? papers.map((paper) => paper.paperId)
        : [choice.slice('for:'.length)]
  const as = choice === 'note' ? 'note' : 'payment'
  return { hash, occurrence, date, amount, currency, payer, text, paperIds, as }
}
