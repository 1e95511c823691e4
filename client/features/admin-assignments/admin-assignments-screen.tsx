import { loadable } from '#client/navigation/loadable.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { BatchesView } from './batches-view.tsx'

/** Loaded when one is opened: the batches need none of them. */
const listView = loadable(() => import('./list-view.tsx'), 'ListView')
const chooseView = loadable(() => import('./choose-view.tsx'), 'ChooseView')
const proposeView = loadable(() => import('./proposal/propose-view.tsx'), 'ProposeView')
const proposalView = loadable(() => import('./proposal/proposal-view.tsx'), 'ProposalView')

const meanwhile = <Skeleton lines={8} />

/** Assigning many papers at once: the batches so far, a list, chosen papers, or a proposal. */
export function AdminAssignmentsScreen() {
  const { view, papers, proposalId } = useSearch('/admin/assignments')
  if (view === 'list') return <Loaded of={listView} props={{}} meanwhile={meanwhile} />
  if (view === 'choose') {
    const paperIds = papers?.split(' ') ?? []
    return <Loaded of={chooseView} props={{ paperIds }} meanwhile={meanwhile} key={papers} />
  }
  if (view === 'propose') return <Loaded of={proposeView} props={{}} meanwhile={meanwhile} />
  if (view === 'proposal' && proposalId !== undefined) {
    return <Loaded of={proposalView} props={{ proposalId }} meanwhile={meanwhile} key={proposalId} />
  }
  return <BatchesView />
}
