import { centsIn } from '#shared/payments/cents.ts'
import { isByHand } from '../note-part.ts'
import type { StatementLine } from '../statement/read-statement.ts'
import { nameKey } from './name-key.ts'

/** A line that was imported before and still counts, as far as another can be told from it. */
export interface EarlierLine {
  hash: string
  occurrence: number
  /** None twice. */
  submissionIds: readonly string[]
  /** `2026-03-02` */
  date: string | null
  cents: number
  payer: string
  text: string
}

/** What `earlierLines` gives. */
export function readEarlier(texts: readonly string[]): EarlierLine[] {
  return texts.flatMap((written) => {
    // As the statement there names them.
    const rows: (Omit<EarlierLine, 'cents'> & { total: string })[] = JSON.parse(written)
    return rows.map(({ hash, occurrence, submissionIds, date, total, payer, text }) => ({
      ...{ hash, occurrence, submissionIds, date, payer, text },
      cents: centsIn(total),
    }))
  })
}

/** What tells a line from every other: see the table. */
export const lineKeyOf = ({ hash, occurrence }: { hash: string; occurrence: number }) =>
  `${hash} ${occurrence}`

/**
 * Finds, for lines that are none of those imported before, the one that each may be all the same: a bank that exports a
 * day again with one more column, or another number format, writes the same payment with other cells. It is for the same
 * paper, of the same day and amount, with the same payer or the same words, or with no payer named. What somebody noted by
 * hand for the paper is such a line of any day. Each earlier line stands for one line of the file at most: two equal payments are two. `known` are the keys of lines that the file brings as they were.
 */
export function earlierLookup(
  earlier: readonly EarlierLine[],
  known: ReadonlySet<string>,
  keyOf: (line: EarlierLine) => string,
): (line: StatementLine, submissionIds: readonly string[]) => EarlierLine | undefined {
  const free = new Set(earlier.filter((one) => !known.has(keyOf(one))))
  const bySubmission = new Map<string, EarlierLine[]>()
  for (const one of free) {
    for (const id of one.submissionIds) {
      const group = bySubmission.get(id)
      if (group === undefined) bySubmission.set(id, [one])
      else group.push(one)
    }
  }
  return (line, submissionIds) => {
    const found = submissionIds
      .flatMap((id) => bySubmission.get(id) ?? [])
      .find((one) => free.has(one) && isAlike(one, line))
    if (found !== undefined) free.delete(found)
    return found
  }
}

/** A column that was left out says nothing against it; nor do words that were forgotten with their payer. */
function isAlike(earlier: EarlierLine, line: StatementLine): boolean {
  if (earlier.cents !== line.cents) return false
  // The day on which somebody noted it by hand is not the bank's.
  const isDated = earlier.date !== null && line.date !== null && !isByHand(earlier)
  if (isDated && earlier.date !== line.date) return false
  const [payer, other] = [nameKey(earlier.payer), nameKey(line.payer)]
  return (
    payer === '' || other === '' || payer === other || oneHasAll(wordsOf(earlier.text), wordsOf(line.text))
  )
}

function oneHasAll(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  return [...fewer].every((word) => more.has(word))
}

const wordsOf = (text: string) =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
