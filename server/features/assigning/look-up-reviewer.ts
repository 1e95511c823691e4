import { fold } from '#shared/core/fold.ts'
import { withAsciiDomain } from '#shared/core/mail-address.ts'
import { trimSigns } from '#shared/core/trim-signs.ts'

export interface KnownReviewer {
  id: string
  name: string
  email: string
  firstName: string
  lastName: string
}

interface Found {
  reviewer: KnownReviewer | null
  problem: string | null
}

/** As many people as are named where several may be meant. */
const NAMED = 5

/** Finds the reviewer whom some cells name by id, address or whole name; says who may be meant by less than that. */
export function reviewerFinder(reviewers: readonly KnownReviewer[]) {
  const by = new Map<string, Set<KnownReviewer>>()
  for (const reviewer of reviewers) {
    const { id, email, name, firstName, lastName } = reviewer
    const names = [name, `${firstName} ${lastName}`, `${lastName} ${firstName}`]
    for (const key of [id, email, ...names].map(plain).filter((word) => word !== '')) {
      by.set(key, (by.get(key) ?? new Set()).add(reviewer))
    }
  }
  const whoIsMeant = meantAmong(reviewers)
  return (row: readonly string[]): Found => {
    const cells = row.flatMap(partsOf)
    const found = namedIn(cells, by)
    const [reviewer] = found
    const other = reviewer && otherAddress(cells, reviewer)
    if (other !== undefined) return { reviewer: null, problem: other }
    if (found.length > 1) return { reviewer: null, problem: `Several reviewers are meant: ${listed(found)}.` }
    return reviewer === undefined
      ? { reviewer: null, problem: unknownIn(cells, whoIsMeant) }
      : { reviewer, problem: null }
  }
}

/** An address or id says who it is, even where several people have the name beside it. */
function namedIn(
  cells: readonly string[],
  by: ReadonlyMap<string, ReadonlySet<KnownReviewer>>,
): KnownReviewer[] {
  const sets = cells.flatMap((cell) => by.get(plain(cell)) ?? [])
  const certain = sets.filter((set) => set.size === 1)
  return [...new Set((certain.length > 0 ? certain : sets).flatMap((set) => [...set]))]
}

/** What speaks against somebody who was found by a name alone: the address beside it is nobody's. */
function otherAddress(cells: readonly string[], { id, name, email }: KnownReviewer): string | undefined {
  const isCertain = cells.some((cell) => [id, email].map(plain).includes(plain(cell)))
  const address = isCertain ? undefined : cells.find((cell) => cell.includes('@'))
  return address && `No reviewer has the address ${address}. Is ${name} (${email}) meant?`
}

/** What the cells seem to say of a reviewer whom nobody is. */
function unknownIn(cells: readonly string[], whoIsMeant: (name: string) => string): string {
  const address = cells.find((cell) => cell.includes('@'))
  if (address !== undefined) return `No reviewer has the address ${address}.`
  const names = cells.filter((cell) => /\p{L}{2}/u.test(cell))
  for (const name of names) {
    const meant = whoIsMeant(name)
    if (meant !== '') return `“${name}” is not enough to tell who is meant: ${meant}? Give the address.`
  }
  if (names.length === 0) return 'No reviewer is named.'
  return `No reviewer is called ${names.map((name) => `“${name}”`).join(' or ')}.`
}

/**
 * Who may be meant by a part of a name, listed; empty: nobody. Names are taken apart once, when the first is asked for, and each
 * text is looked for once: a list says the same in many rows.
 */
function meantAmong(reviewers: readonly KnownReviewer[]): (name: string) => string {
  let all: { reviewer: KnownReviewer; own: string[] }[] | undefined
  const found = new Map<string, string>()
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    all ??= reviewers.map((reviewer) => ({
      reviewer,
      own: plain(`${reviewer.name} ${reviewer.firstName} ${reviewer.lastName}`).split(' '),
    }))
    const text = plain(name)
    const meant = listed(all.flatMap(({ reviewer, own }) => (mayBe(text, own) ? [reviewer] : [])))
    found.set(name, meant)
    return meant
  }
}

/** Whether a text is part of somebody's name: each of its words one of theirs, or the first letter of one. */
function mayBe(text: string, own: readonly string[]): boolean {
  const words = text.split(/[\s.]+/).filter((word) => word !== '')
  const isOwn = (word: string) =>
    own.includes(word) || (word.length === 1 && own.some((one) => one.startsWith(word)))
  return words.some((word) => word.length > 1) && words.every(isOwn)
}

function listed(people: readonly KnownReviewer[]): string {
  const some = people.slice(0, NAMED).map(({ name, email }) => `${name} (${email})`)
  return [...some, ...(people.length > NAMED ? [`${people.length - NAMED} more`] : [])].join(', ')
}

/** Without case, accents, doubled spaces and the comma of `Novák, Rita`. */
function plain(text: string): string {
  return fold(text)
    .replace(/[,\s]+/g, ' ')
    .trim()
}

/** `Rita Novák <rita@karst.example>` is a name and an address, as is what a mail program copies of a link. */
function partsOf(cell: string): string[] {
  const [, name = '', address = cell] = /^(.*)<([^<>]*@[^<>]*)>\s*$/.exec(cell) ?? []
  const bare = address.trim().replace(/^mailto:/i, '')
  return [trimSigns(name, /[\s"']/), withAsciiDomain(bare)].filter((part) => part !== '')
}
