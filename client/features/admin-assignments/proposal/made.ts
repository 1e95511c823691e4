import type { NamedPair, ProposalEntry } from '#shared/assigning/proposals-contract.ts'
import type { Proposal } from '#shared/assigning/propose-contract.ts'

/** A proposal that was made. */
export type Made = ProposalEntry & {
  proposal: Proposal
  mustNot: readonly NamedPair[]
  changedSince: number
}
