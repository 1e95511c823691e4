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

type Rule = (reviewer: Signs, writer: Writer) => string | undefined

/** Why this reviewer should not review this submission, the gravest reason; null where nothing is known. */
export function conflictOf({ reviewer, writers, declared, wroteWith }: ConflictFacts): Conflict | null {
  const first = (rule: Rule, weight: Conflict['weight']): Conflict | null => {
    for (const writer of writers) {
      const reason = rule(reviewer, writer)
      if (reason !== undefined) return { reason, weight }
    }
    return null
  }
  return (
    first(isWriter, 'forbids') ??
    (declared === null
      ? null
      : { reason: `The reviewer declared a conflict: ${declared}`, weight: 'forbids' }) ??
    first(isAskedFor, 'takes_reason') ??
    first((_, writer) => wroteTogether(wroteWith, writer), 'takes_reason') ??
    first(sameOrganization, 'takes_reason') ??
    first(sameDomain, 'takes_reason') ??
    first(sameName, 'warns')
  )
}

const isWriter: Rule = (reviewer, { signs, part }) => {
  const own = part === 'author' ? 'This is the reviewer’s own paper' : 'The reviewer is a co-author'
  if (reviewer.id !== null && reviewer.id === signs.id) return `${own}.`
  const address = shared(allAddresses(reviewer), signs.addresses)
  if (address !== undefined) return `${own}: both have the address ${address}.`
  const orcid = shared(reviewer.orcids, signs.orcids)
  return orcid === undefined ? undefined : `${own}: both have the ORCID iD ${orcid}.`
}

/**
 * Whether a reviewer wrote a submission for certain: by their account, or an address that they have shown to be theirs. What only
 * they say of who they are does not count where they are told: they could say that they are anybody, to see who wrote it.
 */
export const isCertainWriter = (reviewer: Signs, { signs }: Writer): boolean =>
  (reviewer.id !== null && reviewer.id === signs.id) ||
  shared(reviewer.addresses, signs.addresses) !== undefined

/** Whoever asks for an address need not be who has it: else an author could keep any reviewer away. */
const isAskedFor: Rule = (reviewer, writer) => {
  const address = shared(allAddresses(reviewer), writer.signs.asked)
  const [first = '', ...rest] = called(writer)
  return (
    address &&
    `${first.toUpperCase()}${rest.join('')} asked for the reviewer’s address ${address} and never confirmed it.`
  )
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

/** What both have, as the second one wrote it. */
function shared(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | undefined {
  for (const key of a.keys()) {
    const shown = b.get(key)
    if (shown !== undefined) return shown
  }
  return undefined
}
