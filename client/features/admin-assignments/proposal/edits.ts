import { UNFINISHED } from '#client/parts/moment.ts'
import type { NamedPair } from '#shared/assigning/proposals-contract.ts'
import type { ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'
import type { Made } from './made.ts'

/** What an organiser changed in a proposal by hand; kept in the tab until it is applied or made anew. */
export interface Edits {
  /** Pairs that must be when it is run again. */
  locked: readonly string[]
  /** Pairs that must not be, now and when it is run again. */
  barred: readonly NamedPair[]
  added: readonly ProposedPair[]
  /** When the reviews are to be due, ISO 8601; left out or empty: at the deadline for reviews. */
  dueAt?: string
}

/** A pair as it stands after the edits. */
export interface EditedPair extends ProposedPair {
  isAdded: boolean
}

type Ids = Pick<ProposedPair, 'paperId' | 'reviewerId'>
type Given = Pick<Made, 'proposal' | 'mustNot'>

export const keyOf = ({ paperId, reviewerId }: Ids): string => `${paperId} ${reviewerId}`
const without = <Pair extends Ids>(pairs: readonly Pair[], pair: Ids) =>
  pairs.filter((one) => keyOf(one) !== keyOf(pair))

/** No edits: only what the proposal itself was told. */
export function noEdits({ proposal, mustNot }: Given): Edits {
  return {
    locked: proposal.pairs.filter(({ isLocked }) => isLocked).map(keyOf),
    barred: mustNot,
    added: [],
  }
}

/** The pairs as they stand, those added after the paper's own. */
export function pairsAfter({ proposal }: Given, { locked, barred, added }: Edits): EditedPair[] {
  const [held, gone] = [new Set(locked), new Set(barred.map(keyOf))]
  const kept = proposal.pairs.filter((pair) => !gone.has(keyOf(pair)))
  return [
    ...kept.map((pair) => ({ ...pair, isAdded: false })),
    ...added.map((pair) => ({ ...pair, isAdded: true })),
  ].map((pair) => ({ ...pair, isLocked: held.has(keyOf(pair)) }))
}

/** Says that a pair must not be; one that was proposed or added is taken out. A proposed one keeps its lock for when it comes back. */
export function bar(edits: Edits, { paperId, title, reviewerId, reviewer }: NamedPair): Edits {
  const pair = { paperId, title, reviewerId, reviewer }
  return {
    ...edits,
    locked: edits.added.some((one) => keyOf(one) === keyOf(pair))
      ? edits.locked.filter((one) => one !== keyOf(pair))
      : edits.locked,
    barred: [...without(edits.barred, pair), pair],
    added: without(edits.added, pair),
  }
}

/** Takes back that a pair must not be; one that was proposed comes back. */
export function allow(edits: Edits, pair: Ids): Edits {
  return { ...edits, barred: without(edits.barred, pair) }
}

/** Takes a pair out: one that was added leaves no trace, a proposed one must not be. */
export function remove(edits: Edits, pair: NamedPair): Edits {
  const key = keyOf(pair)
  if (!edits.added.some((one) => keyOf(one) === key)) return bar(edits, pair)
  return {
    ...edits,
    locked: edits.locked.filter((one) => one !== key),
    added: without(edits.added, pair),
  }
}

/** Puts a pair in, locked; one that was proposed and taken out comes back as it was. */
export function add({ proposal }: Given, edits: Edits, pair: ProposedPair): Edits {
  const key = keyOf(pair)
  const allowed = allow(edits, pair)
  const isThere = [...proposal.pairs, ...edits.added].some((one) => keyOf(one) === key)
  if (isThere) return allowed
  return { ...allowed, locked: [...edits.locked, key], added: [...edits.added, pair] }
}

/** Locks a pair, or opens it again. */
export function toggleLock(edits: Edits, pair: Ids): Edits {
  const key = keyOf(pair)
  const isLocked = edits.locked.includes(key)
  return {
    ...edits,
    locked: isLocked ? edits.locked.filter((one) => one !== key) : [...edits.locked, key],
  }
}

export function isEdited(given: Given, edits: Edits): boolean {
  const before = noEdits(given)
  const same = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((one) => others.includes(one))
  return !(
    edits.added.length === 0 &&
    same(edits.locked, before.locked) &&
    same(edits.barred.map(keyOf), before.barred.map(keyOf))
  )
}

/** What is wished when it is run again: locked pairs must be, barred ones must not. */
export function wishAgain(wish: Wish, pairs: readonly EditedPair[], { barred }: Edits): Wish {
  const ids = ({ paperId, reviewerId }: Ids) => ({ paperId, reviewerId })
  return { ...wish, must: pairs.filter(({ isLocked }) => isLocked).map(ids), mustNot: barred.map(ids) }
}

/** The limits wished for with some people's raised; of the same person the later counts. */
export function raisedIn({ limits }: Wish, raised: Wish['limits']): Wish['limits'] {
  return [...new Map([...limits, ...raised].map((one) => [one.reviewerId, one])).values()]
}

const placeOf = (proposalId: string) => `proposal-edits:${proposalId}`
const placeOfDue = (proposalId: string) => `proposal-due:${proposalId}`

/**
 * The edits of this tab; none where there are none or they cannot be read, but the due date that came along. A half-typed one is
 * gone with the field that it was typed in.
 */
export function readEdits({ id, ...given }: Given & { id: string }): Edits {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(id)) ?? 'null')
    if (isEdits(kept)) return { ...kept, ...(kept.dueAt === UNFINISHED && { dueAt: '' }) }
  } catch {
    // As where there are none.
  }
  return { ...noEdits(given), dueAt: carriedDue(id) }
}

/** The due date that came along from the proposal in whose place this one is made; empty: none. */
export function carriedDue(proposalId: string): string {
  try {
    return sessionStorage.getItem(placeOfDue(proposalId)) ?? ''
  } catch {
    return ''
  }
}

/** Lets the due date of one proposal hold for the one that is made in its place. */
export function carryDue(proposalId: string, dueAt: string): void {
  try {
    if (dueAt !== '' && dueAt !== UNFINISHED) sessionStorage.setItem(placeOfDue(proposalId), dueAt)
  } catch {
    // It is seen there that there is none.
  }
}

/** Written by keepEdits alone, perhaps by an earlier version of it. */
function isEdits(kept: unknown): kept is Edits {
  if (typeof kept !== 'object' || kept === null) return false
  const { locked, barred, added, dueAt = '' }: Partial<Edits> = kept
  return (
    typeof dueAt === 'string' &&
    [locked, barred, added].every(Array.isArray) &&
    added?.every(({ odd }) => Array.isArray(odd)) === true
  )
}

/** Keeps them for a reload; a full or forbidden storage costs only that. */
export function keepEdits(proposalId: string, edits: Edits): void {
  try {
    sessionStorage.setItem(placeOf(proposalId), JSON.stringify(edits))
  } catch {
    // They stand on the page all the same.
  }
}
