import type { Proposal, ProposedPair, Wish } from '#shared/assigning/propose-contract.ts'

/** What an organiser changed in a proposal by hand; kept in the tab until it is applied or made anew. */
export interface Edits {
  /** Pairs that stay when it is run again. */
  locked: readonly string[]
  removed: readonly string[]
  added: readonly ProposedPair[]
}

/** A pair as it stands after the edits. */
export interface EditedPair extends ProposedPair {
  isAdded: boolean
}

type Ids = Pick<ProposedPair, 'paperId' | 'reviewerId'>

export const keyOf = ({ paperId, reviewerId }: Ids): string => `${paperId} ${reviewerId}`

/** No edits: only what the proposal itself was told to keep is locked. */
export function noEdits(proposal: Proposal): Edits {
  return { locked: proposal.pairs.filter(({ isLocked }) => isLocked).map(keyOf), removed: [], added: [] }
}

/** The pairs as they stand, those added after the paper's own. */
export function pairsAfter(proposal: Proposal, { locked, removed, added }: Edits): EditedPair[] {
  const [held, gone] = [new Set(locked), new Set(removed)]
  const kept = proposal.pairs.filter((pair) => !gone.has(keyOf(pair)))
  return [
    ...kept.map((pair) => ({ ...pair, isAdded: false })),
    ...added.map((pair) => ({ ...pair, isAdded: true })),
  ].map((pair) => ({ ...pair, isLocked: held.has(keyOf(pair)) }))
}

/** Takes a pair out. */
export function remove(edits: Edits, pair: Ids): Edits {
  const key = keyOf(pair)
  const isAdded = edits.added.some((one) => keyOf(one) === key)
  return {
    locked: edits.locked.filter((one) => one !== key),
    removed: isAdded ? edits.removed : [...edits.removed, key],
    added: edits.added.filter((one) => keyOf(one) !== key),
  }
}

/** Puts a pair in, locked; one that was taken out comes back as it was. */
export function add(edits: Edits, pair: ProposedPair): Edits {
  const key = keyOf(pair)
  if (edits.removed.includes(key)) return { ...edits, removed: edits.removed.filter((one) => one !== key) }
  if (edits.added.some((one) => keyOf(one) === key)) return edits
  return { ...edits, locked: [...edits.locked, key], added: [...edits.added, pair] }
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

export const isEdited = (proposal: Proposal, edits: Edits): boolean =>
  edits.removed.length + edits.added.length > 0 ||
  edits.locked.length !== proposal.pairs.filter(({ isLocked }) => isLocked).length

/** What is wished when it is run again: locked pairs must be, removed ones must not. */
export function wishAgain(wish: Wish, pairs: readonly EditedPair[], { removed }: Edits): Wish {
  const must = pairs
    .filter(({ isLocked }) => isLocked)
    .map(({ paperId, reviewerId }) => ({ paperId, reviewerId }))
  const kept = new Set(must.map(keyOf))
  const out = removed.map((key) => {
    const [paperId = '', reviewerId = ''] = key.split(' ')
    return { paperId, reviewerId }
  })
  const not = new Map([...wish.mustNot, ...out].map((pair) => [keyOf(pair), pair]))
  return { ...wish, must, mustNot: [...not.values()].filter((pair) => !kept.has(keyOf(pair))) }
}

const placeOf = (proposalId: string) => `proposal-edits:${proposalId}`

/** The edits of this tab; none where there are none or they cannot be read. */
export function readEdits(proposalId: string, proposal: Proposal): Edits {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(placeOf(proposalId)) ?? 'null')
    // Written by keepEdits alone.
    return kept === null ? noEdits(proposal) : (kept as Edits)
  } catch {
    return noEdits(proposal)
  }
}

/** Keeps them for a reload; a full or forbidden storage costs only that. */
export function keepEdits(proposalId: string, edits: Edits): void {
  try {
    sessionStorage.setItem(placeOf(proposalId), JSON.stringify(edits))
  } catch {
    // They stand on the page all the same.
  }
}
