import { useSearch } from '#client/navigation/use-place.ts'
import { SupportButton } from '#client/parts/support-button.tsx'
import { EditDetailsView } from './edit-details-view.tsx'
import { HomeView } from './home-view.tsx'
import { CompletedView, OngoingView } from './list-views.tsx'
import { ProcessView } from './process-view.tsx'
import { SubmitAbstractView, SubmitPaperView } from './submit-views.tsx'

/** The author's dashboard: one page whose views lie in the address (portal.md §2). */
export function AuthorScreen() {
  return (
    <>
      <View />
      <SupportButton />
    </>
  )
}

function View() {
  const { view, abstractId } = useSearch('/author')
  if (view === 'ongoing') return <OngoingView />
  if (view === 'completed') return <CompletedView />
  if (view === 'upload-abstract') return <SubmitAbstractView abstractId={abstractId} key={abstractId} />
  if (abstractId === undefined) return <HomeView />
  if (view === 'details') return <ProcessView abstractId={abstractId} key={abstractId} />
  if (view === 'edit-details') return <EditDetailsView abstractId={abstractId} key={abstractId} />
  if (view === 'upload-paper') return <SubmitPaperView abstractId={abstractId} key={abstractId} />
  return <HomeView />
}
