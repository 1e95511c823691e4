import { AppError } from '#server/core/app-error.ts'
import { isHeading, type Listed, tableOf, textOf } from '#server/features/assigning/list-rows.ts'
import { lookUp } from '#server/features/assigning/look-up.ts'
import { BIDS_MAX, type BidLevel } from '#shared/assigning/bids-contract.ts'
import { bidIn } from './bid-in.ts'

const NO_BID = 'No bid is named: eager, willing or reluctant.'

/** What a list of bids says, each pair once, and the rows that are not understood. */
export interface ReadBids {
  given: { paperId: string; reviewerId: string; bid: BidLevel }[]
  unread: { line: number; text: string; problem: string }[]
}

/**
 * The bids that a list's rows name; of a pair named twice the last row counts. Refuses 422 for what is no table, has too many
 * rows, or says nothing that is understood.
 */
export function bidsIn({ list, papers, reviewers }: Omit<Listed, 'due'>): ReadBids {
  const table = tableOf(list)
  if (table.length > BIDS_MAX) throw new AppError('invalid', `Use at most ${BIDS_MAX} rows.`)
  const find = lookUp(papers, reviewers)
  const rows = table.map(({ line, cells }) => {
    const { paperId, reviewerId, problem, likely } = find(cells)
    const bid = bidIn(cells)
    return {
      line,
      text: textOf(cells),
      paperId,
      reviewerId,
      likely,
      bid,
      problem: problem ?? (bid ? null : NO_BID),
    }
  })
  const [first, ...others] = rows
  // A lone row is no heading of anything.
  const isHeaded = first !== undefined && others.length > 0 && isHeading(table[0]?.cells ?? [], first)
  const read = isHeaded ? others : rows
  const given = new Map<string, ReadBids['given'][number]>()
  for (const { paperId, reviewerId, bid, problem } of read) {
    if (problem !== null || paperId === null || reviewerId === null || bid === undefined) continue
    given.set(`${paperId} ${reviewerId}`, { paperId, reviewerId, bid })
  }
  const unread = read.flatMap(({ line, text, problem }) =>
    problem === null ? [] : [{ line, text, problem }],
  )
  if (given.size === 0) {
    const [worst] = unread
    const why = worst === undefined ? 'The list is empty.' : `Line ${worst.line}: ${worst.problem}`
    throw new AppError('invalid', `No bid was understood. ${why}`)
  }
  return { given: [...given.values()], unread }
}
