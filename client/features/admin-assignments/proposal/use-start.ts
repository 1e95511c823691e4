import { call } from '#client/api/call.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { startProposal } from '#shared/assigning/proposals-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { words } from './words.ts'

/** Begins a proposal and goes to it. */
export function useStart() {
  return useDeed({
    run: (body: Wish) => call(startProposal, { body }),
    fallback: words.actionFailed,
    after: ({ proposalId }) =>
      navigate({ to: '/admin/assignments', search: { view: 'proposal', proposalId } }),
  })
}
