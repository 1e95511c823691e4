/** A paper that can be named, by either of its ids. */
export interface KnownPaper {
  paperId: string
  abstractId: string
}

export interface KnownReviewer {
  id: string
  name: string
  email: string
  firstName: string
  lastName: string
}

export interface ReadRow {
  line: number
  text: string
  paperId: string | null
  reviewerId: string | null
  reviewer: string | null
  problem: string | null
}

/**
 * Finds the paper and the reviewer that the cells of a row name: a paper by its id or its abstract's, a reviewer by
 * id, address or name, in any order and case. Says what is unknown, named twice or ambiguous.
 */
export function lookUp(papers: readonly KnownPaper[], reviewers: readonly KnownReviewer[]) {
  const paperBy = new Map(
    papers.flatMap(({ paperId, abstractId }) => [
      [plain(paperId), paperId],
      [plain(abstractId), paperId],
    ]),
  )
  const reviewersBy = new Map<string, Set<KnownReviewer>>()
  for (const reviewer of reviewers) {
    const { id, email, name, firstName, lastName } = reviewer
    const names = [name, `${firstName} ${lastName}`, `${lastName} ${firstName}`]
    for (const key of [id, email, ...names].map(plain).filter((word) => word !== '')) {
      reviewersBy.set(key, (reviewersBy.get(key) ?? new Set()).add(reviewer))
    }
  }
  return (cells: readonly string[]): Omit<ReadRow, 'line' | 'text'> => {
    const named = new Set(cells.flatMap((cell) => paperBy.get(plain(cell)) ?? []))
    const found = reviewersIn(cells, reviewersBy)
    const [paperId] = named
    const [reviewer] = found
    return {
      paperId: named.size === 1 ? (paperId ?? null) : null,
      reviewerId: found.size === 1 ? (reviewer?.id ?? null) : null,
      reviewer: found.size === 1 ? (reviewer?.name ?? null) : null,
      problem: problemOf(cells, named, found),
    }
  }
}

/** An address or id says who it is, even where several people have the name beside it. */
function reviewersIn(
  cells: readonly string[],
  by: ReadonlyMap<string, ReadonlySet<KnownReviewer>>,
): ReadonlySet<KnownReviewer> {
  const sets = cells.flatMap((cell) => by.get(plain(cell)) ?? [])
  const certain = sets.filter((set) => set.size === 1)
  const together = new Set((certain.length > 0 ? certain : sets).flatMap((set) => [...set]))
  return together
}

function problemOf(
  cells: readonly string[],
  papers: ReadonlySet<string>,
  reviewers: ReadonlySet<KnownReviewer>,
): string | null {
  const [mistyped] = cells.filter((cell) => /^[PA]\d{2}-?\d/i.test(cell.trim()))
  if (papers.size === 0)
    return mistyped === undefined ? 'No paper is named.' : `There is no paper ${mistyped}.`
  if (papers.size > 1) return `Several papers are named: ${[...papers].join(', ')}.`
  if (reviewers.size > 1) {
    const choices = [...reviewers].map(({ name, email }) => `${name} (${email})`)
    return `Several reviewers are meant: ${choices.join(', ')}.`
  }
  if (reviewers.size === 1) return null
  const [address] = cells.filter((cell) => cell.includes('@'))
  return address === undefined ? 'No reviewer is named.' : `No reviewer has the address ${address}.`
}

/** Without case, accents, doubled spaces and the comma of `Novák, Rita`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[,\s]+/g, ' ')
    .trim()
}
