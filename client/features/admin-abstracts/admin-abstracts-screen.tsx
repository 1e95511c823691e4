import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { HomeView } from './home-view.tsx'
import { AllView, PendingView, ReviewedView } from './list-views.tsx'

/** Loaded when one is opened: the lists need none of it. */
const abstractView = loadable(() => import('./abstract-view.tsx'), 'AbstractView')
const deletedView = loadable(() => import('./deleted-view.tsx'), 'DeletedView')

const ahead = [() => loadAhead(abstractView)]

/** The admin's dashboard: the abstracts desk (portal.md §2). */
export function AdminAbstractsScreen() {
  useWhenIdle(ahead)
  const { view, abstractId } = useSearch('/admin')
  if (view === 'pending') return <PendingView />
  if (view === 'reviewed') return <ReviewedView />
  if (view === 'all') return <AllView />
  if (view === 'deleted') return <Loaded of={deletedView} props={{}} meanwhile={<Skeleton lines={8} />} />
  if (view === 'abstract' && abstractId !== undefined)
    return (
      <Loaded of={abstractView} props={{ abstractId }} meanwhile={<Skeleton lines={8} />} key={abstractId} />
    )
  return <HomeView />
}
