import { useSearch } from '#client/navigation/use-place.ts'
import { BatchesView } from './batches-view.tsx'
import { ChooseView } from './choose-view.tsx'
import { ListView } from './list-view.tsx'
import { ProposalView } from './proposal/proposal-view.tsx'
import { ProposeView } from './proposal/propose-view.tsx'

/** Assigning many papers at once: the batches so far, a list, chosen papers, or a proposal. */
export function AdminAssignmentsScreen() {
  const { view, papers, proposalId } = useSearch('/admin/assignments')
  if (view === 'list') return <ListView />
  if (view === 'choose') return <ChooseView key={papers} paperIds={papers?.split(' ') ?? []} />
  if (view === 'propose') return <ProposeView />
  if (view === 'proposal' && proposalId !== undefined) {
    return <ProposalView key={proposalId} proposalId={proposalId} />
  }
  return <BatchesView />
}
