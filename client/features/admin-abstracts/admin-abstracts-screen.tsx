import { useSearch } from '#client/navigation/use-place.ts'
import { AbstractView } from './abstract-view.tsx'
import { DeletedView } from './deleted-view.tsx'
import { HomeView } from './home-view.tsx'
import { AllView, PendingView, ReviewedView } from './list-views.tsx'

/** The admin's dashboard: the abstracts desk (portal.md §2). */
export function AdminAbstractsScreen() {
  const { view, abstractId } = useSearch('/admin')
  if (view === 'pending') return <PendingView />
  if (view === 'reviewed') return <ReviewedView />
  if (view === 'all') return <AllView />
  if (view === 'deleted') return <DeletedView />
  if (view === 'abstract' && abstractId !== undefined)
    return <AbstractView abstractId={abstractId} key={abstractId} />
  return <HomeView />
}
