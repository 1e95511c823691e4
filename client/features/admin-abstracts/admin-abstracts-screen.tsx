import { lazy, Suspense } from 'react'
import { useSearch } from '#client/navigation/use-place.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { HomeView } from './home-view.tsx'
import { AllView, PendingView, ReviewedView } from './list-views.tsx'

/** Loaded when one is opened: the lists need none of it. */
const AbstractView = lazy(() =>
  import('./abstract-view.tsx').then((module) => ({ default: module.AbstractView })),
)

const DeletedView = lazy(() =>
  import('./deleted-view.tsx').then((module) => ({ default: module.DeletedView })),
)

/** The admin's dashboard: the abstracts desk (portal.md §2). */
export function AdminAbstractsScreen() {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <View />
    </Suspense>
  )
}

function View() {
  const { view, abstractId } = useSearch('/admin')
  if (view === 'pending') return <PendingView />
  if (view === 'reviewed') return <ReviewedView />
  if (view === 'all') return <AllView />
  if (view === 'deleted') return <DeletedView />
  if (view === 'abstract' && abstractId !== undefined)
    return <AbstractView abstractId={abstractId} key={abstractId} />
  return <HomeView />
}
