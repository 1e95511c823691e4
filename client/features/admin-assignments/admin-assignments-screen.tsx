import { lazy, Suspense } from 'react'
import { useSearch } from '#client/navigation/use-place.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { BatchesView } from './batches-view.tsx'

/** Loaded when one is opened: the batches need none of them. */
const ListView = lazy(() => import('./list-view.tsx').then((module) => ({ default: module.ListView })))
const ChooseView = lazy(() => import('./choose-view.tsx').then((module) => ({ default: module.ChooseView })))
const ProposeView = lazy(() =>
  import('./proposal/propose-view.tsx').then((module) => ({ default: module.ProposeView })),
)
const ProposalView = lazy(() =>
  import('./proposal/proposal-view.tsx').then((module) => ({ default: module.ProposalView })),
)

/** Assigning many papers at once: the batches so far, a list, chosen papers, or a proposal. */
export function AdminAssignmentsScreen() {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <View />
    </Suspense>
  )
}

function View() {
  const { view, papers, proposalId } = useSearch('/admin/assignments')
  if (view === 'list') return <ListView />
  if (view === 'choose') return <ChooseView key={papers} paperIds={papers?.split(' ') ?? []} />
  if (view === 'propose') return <ProposeView />
  if (view === 'proposal' && proposalId !== undefined) {
    return <ProposalView key={proposalId} proposalId={proposalId} />
  }
  return <BatchesView />
}
