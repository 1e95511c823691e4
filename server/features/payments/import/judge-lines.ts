import { paperIdsIn } from '#shared/core/paper-ids.ts'
import { decimalOf } from '#shared/payments/cents.ts'
import type { JudgedLine, LineVerdict } from '#shared/payments/import-contract.ts'
import type { MoneyRules } from '../money.ts'
import type { StatementLine } from '../statement/read-statement.ts'
import type { DeskPaper } from './desk-papers.ts'
import { copyOf, judgeRefunds, takeIn } from './judge-refunds.ts'
import { nameKey } from './name-key.ts'
import { type EarlierLine, earlierLookup, lineKeyOf } from './same-again.ts'

/** What the lines are judged against. */
export interface Known extends MoneyRules {
  /** By compact id. */
  papers: ReadonlyMap<string, DeskPaper>
  /** Lines that were imported before. */
  earlier: readonly EarlierLine[]
}

/** As many papers as are offered for a mistyped id. */
const OFFERED = 5

/**
 * What importing each line would do, one after the other as in the file: a paper that an earlier line pays is paid, and
 * a second part completes a first. Where a paper gets more than the fee in one file, no line of it passes for a part: its
 * author would be told to pay what is there. What was paid back is judged when all that came in is known. What comes for a
 * paper that is not charged is noted with it alone. Pure; changes nothing.
 */
export function judgeLines(lines: readonly StatementLine[], known: Known): JudgedLine[] {
  const papers = new Map([...known.papers].map(([id, paper]) => [id, copyOf(paper)]))
  const byAuthor = papersByAuthor(papers.values())
  const byAbstract = new Map([...papers.values()].map((paper) => [paper.submissionId, paper]))
  const imported = new Set(known.earlier.map(lineKeyOf))
  const again = new Set(lines.map(lineKeyOf).filter((key) => imported.has(key)))
  const earlierOf = earlierLookup(known.earlier, again, lineKeyOf)
  const judged = lines.map((line): JudgedLine => {
    const found = paperIdsIn(line.text, (id) => papers.has(id))
    const named = found.papers.flatMap((id) => papers.get(id) ?? [])
    const namesOthers = found.unknown.length > 0
    const first = imported.has(lineKeyOf(line))
      ? 'known'
      : verdictOn(line, { named, namesOthers, mistyped: found.mistyped }, known)
    const isNew = named.length > 0 && first !== 'known' && first !== 'none' && first !== 'not_arrived'
    const earlier = isNew
      ? earlierOf(
          line,
          named.map(({ submissionId }) => submissionId),
        )
      : undefined
    const verdict = earlier === undefined ? first : 'perhaps'
    const before = verdict === 'part' || verdict === 'over' ? (named[0]?.received ?? 0) : 0
    if (verdict === 'part' && named[0] !== undefined) named[0].received += line.cents ?? 0
    // Whatever else comes for it in this file comes a second time.
    if (verdict === 'by_hand' && named[0] !== undefined) named[0].byHand = null
    takeIn(line, verdict, named)
    const isOpen = verdict === 'mistyped' || verdict === 'unknown'
    const meant = isOpen
      ? [
          ...found.likely.flatMap((id) => papers.get(id) ?? []),
          ...abstractIdsIn(line.text).flatMap((id) => byAbstract.get(id) ?? []),
          ...(byAuthor.get(nameKey(line.payer)) ?? []),
        ]
      : []
    return {
      line: line.line,
      hash: line.hash,
      occurrence: line.occurrence,
      date: line.date,
      amount: line.cents === null ? null : decimalOf(line.cents),
      currency: line.currency,
      unreadable: line.unreadable,
      state: verdict === 'not_arrived' ? line.state : null,
      payer: line.payer,
      text: line.text,
      verdict,
      papers: named.map(shown),
      likely: [...new Set(meant)]
        .sort((a, b) => rankOf(a) - rankOf(b))
        .slice(0, OFFERED)
        .map(shown),
      before: before > 0 ? decimalOf(before) : null,
      earlier: earlier === undefined ? null : earlierShown(earlier),
    }
  })
  const paperOf = ({ papers: [paper] }: JudgedLine) => paper?.paperId
  const over = new Set(judged.filter(({ verdict }) => verdict === 'over').map(paperOf))
  const cameIn = judged.map(
    (line): JudgedLine =>
      line.verdict === 'part' && over.has(paperOf(line)) ? { ...line, verdict: 'over' } : line,
  )
  const byPaperId = new Map([...papers.values()].map((paper) => [paper.paperId, paper]))
  const paidBefore = new Set([...known.papers.values()].flatMap(({ paid, paperId }) => (paid ? paperId : [])))
  return judgeRefunds(cameIn, byPaperId, paidBefore)
}

/** All that is written beside a sum or a balance. */
const SUM =
  /^\W*(?:(?:sub|grand)[-\s]?total|total[es]?|sum|summe|gesamt(?:summe|betrag)?|somme|suma|(?:(?:opening|closing|anfangs|end)[-\s]?)?(?:balance|saldo)|kontostand|solde)\W*$/iu

/** Whom a line names. */
interface Names {
  named: readonly DeskPaper[]
  /** Besides, ids that the desk has no paper of. */
  namesOthers: boolean
  mistyped: boolean
}

function verdictOn(
  line: StatementLine,
  { named, namesOthers, mistyped }: Names,
  { fee, currency: home }: MoneyRules,
): LineVerdict {
  const isNamed = named.length > 0 || mistyped
  if (line.unreadable !== null && line.arrived && isNamed) return 'unreadable'
  if (line.cents === null || line.cents === 0) return 'none'
  // A sum below the lines has no state.
  if (!line.arrived) return line.state === '' || line.undated ? 'none' : 'not_arrived'
  const [paper, ...others] = named
  if (line.cents < 0) return paper !== undefined ? 'refund' : mistyped ? 'mistyped' : 'none'
  if (paper === undefined)
    return mistyped ? 'mistyped' : line.undated || SUM.test(line.text) ? 'none' : 'unknown'
  // Our own list says no more of a paid paper than what made it so.
  if (line.exported && named.every(({ paid }) => paid)) return 'known'
  if (others.length === 0 && !namesOthers && !paper.charged) return 'undue'
  const isHome = line.currency === null || line.currency === home
  if (others.length === 0 && isHome && paper.byHand === line.cents) return 'by_hand'
  if (named.every(({ paid }) => paid)) return 'double'
  if (fee !== undefined && line.currency !== null && line.currency !== fee.currency) return 'currency'
  // Ids stand beside that the desk does not know, or papers it does not charge: nobody knows whose the money is.
  if (others.length > 0 || namesOthers) {
    const paysAll =
      !namesOthers &&
      fee !== undefined &&
      line.cents === fee.cents * named.length &&
      named.every(({ charged, paid, received }) => charged && !paid && received === 0)
    return paysAll ? 'match' : 'several'
  }
  if (fee === undefined) return 'match'
  const total = paper.received + line.cents
  return total === fee.cents ? 'match' : total < fee.cents ? 'part' : 'over'
}

/** In which order papers are offered: first those that await payment. */
const rankOf = ({ charged, paid }: DeskPaper) => (charged ? Number(paid) : 2)

const ABSTRACT_ID = /(?<![0-9A-Z])A[-\s.]?(\d{2})[-\s.]?(\d{4,6})(?![0-9A-Z])/g

/** Abstracts' ids that a text names: they have no check character, so that their papers are offered, never taken. */
function abstractIdsIn(text: string): string[] {
  const upper = text.normalize('NFKC').toUpperCase()
  return [...upper.matchAll(ABSTRACT_ID)].map(([, year, serial]) => `A${year}-${serial}`)
}

const earlierShown = ({ date, cents, payer, text }: EarlierLine) => ({
  date,
  amount: decimalOf(cents),
  payer,
  text,
})

const shown = ({ paperId, title, author }: DeskPaper) => ({ paperId, title, author })

function papersByAuthor(papers: Iterable<DeskPaper>): Map<string, DeskPaper[]> {
  const byAuthor = new Map<string, DeskPaper[]>()
  for (const paper of papers) {
    for (const key of new Set([paper.author, paper.called].map(nameKey))) {
      // One name alone says too little.
      if (!key.includes(' ')) continue
      const group = byAuthor.get(key)
      if (group === undefined) byAuthor.set(key, [paper])
      else group.push(paper)
    }
  }
  return byAuthor
}
