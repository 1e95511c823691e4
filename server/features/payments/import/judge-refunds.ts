import { centsIn, decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'
import { surplusOf } from '../money.ts'
import type { StatementLine } from '../statement/read-statement.ts'
import type { DeskPaper } from './desk-papers.ts'
import { sharesOf } from './shares.ts'

/** What the lines of a file bring is reckoned in papers of its own. */
export function copyOf(paper: DeskPaper): DeskPaper {
  const { net, kept } = paper.money
  return { ...paper, money: { ...paper.money, net: new Map(net), kept: new Map(kept) } }
}

/** Verdicts of lines that bring money, if only once a person has said so. */
const brings: readonly LineVerdict[] = ['match', 'part', 'over', 'currency', 'undue', 'double']

/** Counts a line that came in with its papers, so that what is paid back of it is known for that. */
export function takeIn(line: StatementLine, verdict: LineVerdict, named: readonly DeskPaper[]): void {
  if (line.cents === null || !brings.includes(verdict)) return
  for (const { of: paper, cents } of sharesOf(line.cents, named)) {
    const { net, kept, rules } = paper.money
    const currency = line.currency ?? rules.currency
    net.set(currency, (net.get(currency) ?? 0) + cents)
    if (verdict !== 'match') continue
    paper.paid = true
    // Without a fee all that came before it in its currency is of the payment.
    kept.set(currency, rules.fee?.cents ?? net.get(currency) ?? cents)
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
): JudgedLine[] {
  const short = new Set<string>()
  const settled = judged.map((line): JudgedLine => {
    if (line.verdict !== 'refund') return line
    const named = line.papers.flatMap(({ paperId }) => papers.get(paperId) ?? [])
    const [first, ...others] = named
    const before =
      first === undefined || others.length > 0 ? 0 : (first.money.net.get(currencyOf(line, first)) ?? 0)
    const verdict = verdictOn(line, named)
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

/** What names no currency is in that by which the paper's money is reckoned. */
function currencyOf({ currency }: JudgedLine, { money }: DeskPaper): string {
  return currency ?? money.rules.currency
}

function verdictOn(line: JudgedLine, named: readonly DeskPaper[]): LineVerdict {
  if (!named.some(({ paid, money }) => paid || [...money.net.values()].some((cents) => cents > 0)))
    return 'none'
  const shares = sharesOf(centsIn(line.amount ?? '0'), named).map(({ of: paper, cents }) => ({
    money: paper.money,
    currency: currencyOf(line, paper),
    cents,
  }))
  if (shares.every(({ money, currency, cents }) => surplusOf(money, currency) + cents >= 0)) {
    for (const { money, currency, cents } of shares) {
      const { net } = money
      net.set(currency, (net.get(currency) ?? 0) + cents)
    }
    return 'refund'
  }
  return named.length > 1 ? 'several' : 'below'
}
