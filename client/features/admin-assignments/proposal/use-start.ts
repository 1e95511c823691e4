import { call } from '#client/api/call.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { startProposal } from '#shared/assigning/proposals-contract.ts'
import type { Wish } from '#shared/assigning/propose-contract.ts'
import { carryDue } from './edits.ts'
import { words } from './words.ts'

/** Begins a proposal and goes to it; `dueAt` is that of the one in whose place it is made. */
export function useStart(dueAt = '') {
  return useDeed({
    run: (body: Wish) => call(startProposal, { body }),
    fallback: words.actionFailed,
    after: ({ proposalId }) => {
      carryDue(proposalId, dueAt)
      navigate({ to: '/admin/assignments', search: { view: 'proposal', proposalId } })
    },
  })
}
