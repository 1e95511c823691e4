import { z } from 'zod'
import { allAddresses, identityKeys, isSameOrganization, type Signs } from './signs.ts'

/** Conflicts of interest between a reviewer and a submission (decisions.md §6): the one rule behind every check. */

/** Forbids the pair whatever is said; forbids it unless a reason is given; or is only said. */
const conflictWeights = ['forbids', 'takes_reason', 'warns'] as const

/** What speaks against a reviewer; for organisers alone. */
export const conflict = z
  .object({ reason: z.string(), weight: z.enum(conflictWeights) })
  .meta({ id: 'Conflict' })
export type Conflict = z.output<typeof conflict>

/** Somebody who wrote the submission: its author, or a co-author as the author named them. */
export interface Writer {
  signs: Signs
  name: string
  part: 'author' | 'co-author'
}

export interface ConflictFacts {
  reviewer: Signs
  writers: readonly Writer[]
  /** The reason the reviewer gave when declaring a conflict, if they did. */
  declared: string | null
  /** By {@link identityKeys}: with whom the reviewer wrote a submission of this conference, and which. */
  wroteWith: ReadonlyMap<string, string>
}

/** A conflict, and what it is known again by: the rule and whom it is with, however either is spelled. */
export interface FoundConflict extends Conflict {
  key: string
}

type Rule = (reviewer: Signs, writer: Writer) => string | undefined

/** Why this reviewer should not review this submission, the gravest reason; null where nothing is known. */
export function conflictOf(facts: ConflictFacts): Conflict | null {
  const { value: gravest } = conflictsOf(facts).next()
  return gravest === undefined ? null : { reason: gravest.reason, weight: gravest.weight }
}

/** Everything that speaks against it, the gravest first. */
export function* conflictsOf({
  reviewer,
  writers,
  declared,
  wroteWith,
}: ConflictFacts): Generator<FoundConflict, undefined> {
  const by = function* (name: string, rule: Rule, weight: Conflict['weight']) {
    for (const writer of writers) {
      const reason = rule(reviewer, writer)
      if (reason !== undefined) yield { reason, weight, key: `${name} ${identityOf(writer)}` }
    }
  }
  yield* by('writer', isWriter, 'forbids')
  if (declared !== null)
    yield { reason: `The reviewer declared a conflict: ${declared}`, weight: 'forbids', key: 'declared' }
  yield* by('claim', saysToBeWriter, 'takes_reason')
  yield* by('together', (_, writer) => wroteTogether(wroteWith, writer), 'takes_reason')
  yield* by('organization', sameOrganization, 'takes_reason')
  yield* by('domain', sameDomain, 'takes_reason')
  yield* by('name', sameName, 'warns')
  return undefined
}

/** Whom a conflict is with: an author by their account, a co-author as the author named them. */
function identityOf({ part, signs: { id, addresses, orcids, names } }: Writer): string {
  const named = [...addresses.keys(), ...orcids.keys(), ...names.keys()]
  return (part === 'author' ? id : named[0]) ?? ''
}

/** For certain: by their account, or an address that they have shown to be theirs. */
const isWriter: Rule = (reviewer, { signs, part }) => {
  const own = part === 'author' ? 'This is the reviewer’s own paper' : 'The reviewer is a co-author'
  if (reviewer.id !== null && reviewer.id === signs.id) return `${own}.`
  const address = shared(reviewer.addresses, signs.addresses)
  return address === undefined ? undefined : `${own}: both have the address ${address}.`
}

/**
 * By what anybody may say of themselves: an ORCID iD, an address that was never confirmed. It never forbids, so that nothing that
 * shows hangs on it: a reviewer could say that they are one person after the other and learn who wrote a paper, an author keep any
 * reviewer away, or learn who reviews.
 */
const saysToBeWriter: Rule = (reviewer, writer) => {
  const of = shared(reviewer.unsure, allAddresses(writer.signs))
  if (of !== undefined) return `The reviewer asked for the address ${of} of ${the(writer)}, or had it before.`
  const theirs = shared(reviewer.addresses, writer.signs.unsure)
  const [first = '', ...rest] = called(writer)
  if (theirs !== undefined)
    return `${first.toUpperCase()}${rest.join('')} asked for the reviewer’s address ${theirs}, or had it before.`
  const orcid = shared(reviewer.orcids, writer.signs.orcids)
  return orcid === undefined ? undefined : `Reviewer and ${called(writer)} have the same ORCID iD, ${orcid}.`
}

function wroteTogether(wroteWith: ReadonlyMap<string, string>, writer: Writer): string | undefined {
  for (const key of identityKeys(writer.signs)) {
    const id = wroteWith.get(key)
    if (id !== undefined) return `Reviewer and ${called(writer)} wrote ${id} together.`
  }
  return undefined
}

const sameOrganization: Rule = (reviewer, writer) => {
  for (const one of reviewer.organizations) {
    if (writer.signs.organizations.some((other) => isSameOrganization(one, other))) {
      return `Reviewer and ${called(writer)} are both of ${one.shown}.`
    }
  }
  return undefined
}

const sameDomain: Rule = (reviewer, writer) => {
  for (const domain of reviewer.domains) {
    if (writer.signs.domains.has(domain))
      return `Reviewer and ${called(writer)} share the mail domain ${domain}.`
  }
  return undefined
}

const sameName: Rule = (reviewer, writer) => {
  const name = shared(reviewer.names, writer.signs.names)
  return name === undefined
    ? undefined
    : `Reviewer and ${writer.part} have the same name, ${name}; nothing else says that they are one person.`
}

/** The author needs no name: the desk shows it beside. */
const called = ({ part, name }: Writer) => (part === 'author' ? 'author' : `co-author ${name}`)
const the = (writer: Writer) => (writer.part === 'author' ? 'the author' : called(writer))

/** What both have, as the second one wrote it. */
function shared(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | undefined {
  for (const key of a.keys()) {
    const shown = b.get(key)
    if (shown !== undefined) return shown
  }
  return undefined
}
