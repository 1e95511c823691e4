import { compactId, paperIdsIn } from '#shared/core/paper-ids.ts'
import { type KnownReviewer, reviewerFinder } from './look-up-reviewer.ts'

/** A paper that can be named, by either of its ids. */
export interface KnownPaper {
  paperId: string
  abstractId: string
}

/** What the cells of a row name. */
export interface FoundPair {
  paperId: string | null
  reviewerId: string | null
  reviewer: string | null
  problem: string | null
  /** Papers that may be meant by a mistyped id. */
  likely: string[]
}

/** Whether a cell holds an id and hardly anything else. */
export const isIdLike = (cell: string) => /^[PA][\s\-_./]*[\dO]{2}[\s\-_./]*[\dOIL]/i.test(cell)

/**
 * Finds the paper and the reviewer that the cells of a row name: a paper by its id or its abstract's, a reviewer by
 * id, address or name, in any order and case; ids also with spaces or O for 0, as payments are read. Says what is
 * unknown, mistyped, named twice or ambiguous.
 */
export function lookUp(papers: readonly KnownPaper[], reviewers: readonly KnownReviewer[]) {
  const byCompact = new Map(papers.map(({ paperId }) => [compactId(paperId), paperId]))
  const byAbstract = new Map(papers.map(({ paperId, abstractId }) => [compactAbstract(abstractId), paperId]))
  const idsIn = (cell: string) => {
    const { papers: found, likely } = paperIdsIn(cell, (id) => byCompact.has(id))
    const whole = (ids: readonly string[]) => ids.flatMap((id) => byCompact.get(id) ?? [])
    return {
      named: [...whole(found), ...[byAbstract.get(compactAbstract(cell)) ?? []].flat()],
      likely: whole(likely),
    }
  }
  const findReviewer = reviewerFinder(reviewers)
  return (cells: readonly string[]): FoundPair => {
    const ids = cells.map((cell) => ({ cell, ...idsIn(cell) }))
    const named = [...new Set(ids.flatMap((one) => one.named))]
    const likely = named.length > 0 ? [] : [...new Set(ids.flatMap((one) => one.likely))]
    const typed = ids.find(({ cell, likely: near }) => near.length > 0 || isIdLike(cell))?.cell
    const isId = (cell: string) =>
      isIdLike(cell) || ids.some((one) => one.cell === cell && one.named.length > 0)
    const { reviewer, problem } = findReviewer(cells.filter((cell) => !isId(cell)))
    return {
      paperId: named.length === 1 ? (named[0] ?? null) : null,
      reviewerId: reviewer?.id ?? null,
      reviewer: reviewer?.name ?? null,
      problem: paperProblem(named, likely, typed) ?? problem,
      likely,
    }
  }
}

function paperProblem(
  named: readonly string[],
  likely: readonly string[],
  typed: string | undefined,
): string | null {
  if (named.length === 1) return null
  if (named.length > 1) return `Several papers are named: ${named.join(', ')}.`
  if (typed === undefined) return 'No paper is named.'
  if (likely.length === 0) return `There is no paper ${typed}.`
  return `There is no paper ${typed}: it looks mistyped. Is it ${likely.join(' or ')}?`
}

/** `A26-0002` without separators, with O for 0 put right. */
function compactAbstract(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-_./\u2010-\u2015\u2212]/g, '')
  return bare.startsWith('A') ? bare.replaceAll('O', '0') : bare
}
