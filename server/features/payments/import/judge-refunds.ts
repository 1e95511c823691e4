import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'
import { type MoneyRules, surplusOf } from '../money.ts'
import type { StatementLine } from '../statement/read-statement.ts'
import type { DeskPaper } from './desk-papers.ts'
import { sharesOf } from './shares.ts'

/** What the lines of a file bring is reckoned in papers of its own. */
export function copyOf(paper: DeskPaper): DeskPaper {
  const { verified, net, kept } = paper.money
  return { ...paper, money: { verified, net: new Map(net), kept: new Map(kept) } }
}

/** Verdicts of lines that bring money, if only once a person has said so. */
const brings: readonly LineVerdict[] = ['match', 'part', 'over', 'currency', 'double']

/** Counts a line that came in with its papers, so that what is paid back of it is known for that. */
export function takeIn(
  line: StatementLine,
  verdict: LineVerdict,
  named: readonly DeskPaper[],
  { fee, currency: home }: MoneyRules,
): void {
  if (line.cents === null || !brings.includes(verdict)) return
  const currency = line.currency ?? home
  for (const { of: paper, cents } of sharesOf(line.cents, named)) {
    const { net, kept } = paper.money
    net.set(currency, (net.get(currency) ?? 0) + cents)
    if (verdict !== 'match') continue
    paper.paid = true
    kept.set(currency, fee?.cents ?? cents)
  }
}

/**
 * Settles the lines that say that money went back, when all that came in is counted: statements have the newest line first
 * as often as last. One is noted where its papers have that much too much. Where less than the fee would be left a person
 * must see to it, and what the same file brought for that paper pays nothing by itself.
 */
export function judgeRefunds(
  judged: readonly JudgedLine[],
  papers: ReadonlyMap<string, DeskPaper>,
  paidBefore: ReadonlySet<string>,
  rules: MoneyRules,
): JudgedLine[] {
  const short = new Set<string>()
  const settled = judged.map((line): JudgedLine => {
    if (line.verdict !== 'refund') return line
    const named = line.papers.flatMap(({ paperId }) => papers.get(paperId) ?? [])
    const currency = line.currency ?? rules.currency
    const before = named.length === 1 ? (named[0]?.money.net.get(currency) ?? 0) : 0
    const verdict = verdictOn(line, named, currency, rules)
    if (verdict === 'below') for (const { paperId } of named) if (!paidBefore.has(paperId)) short.add(paperId)
    return { ...line, verdict, before: before > 0 ? decimalOf(before) : null }
  })
  const pays = (verdict: LineVerdict) => verdict === 'match' || verdict === 'part' || verdict === 'double'
  return settled.map((line) =>
    pays(line.verdict) && line.papers.some(({ paperId }) => short.has(paperId))
      ? { ...line, verdict: 'below' }
      : line,
  )
}

function verdictOn(
  { amount }: JudgedLine,
  named: readonly DeskPaper[],
  currency: string,
  { fee }: MoneyRules,
): LineVerdict {
  if (!named.some(({ paid, money }) => paid || [...money.net.values()].some((cents) => cents > 0)))
    return 'none'
  const shares = sharesOf(centsIn(amount ?? '0'), named)
  if (shares.every(({ of: { money }, cents }) => surplusOf(money, currency, fee) + cents >= 0)) {
    for (const { of: paper, cents } of shares) {
      const { net } = paper.money
      net.set(currency, (net.get(currency) ?? 0) + cents)
    }
    return 'refund'
  }
  return named.length > 1 ? 'several' : 'below'
}
