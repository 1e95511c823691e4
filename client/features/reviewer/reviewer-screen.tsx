import { useSearch } from '#client/navigation/use-place.ts'
import { SupportButton } from '#client/parts/support-button.tsx'
import { HomeView } from './home-view.tsx'
import { AssignedView, ReviewedView } from './list-views.tsx'
import { PaperView } from './paper-view.tsx'

/** The reviewer's dashboard: one page whose views lie in the address (portal.md §2). */
export function ReviewerScreen() {
  return (
    <>
      <View />
      <SupportButton />
    </>
  )
}

function View() {
  const { view, paperId } = useSearch('/reviewer')
  if (view === 'assigned') return <AssignedView />
  if (view === 'reviewed') return <ReviewedView />
  if (view === 'paper' && paperId !== undefined) return <PaperView paperId={paperId} key={paperId} />
  return <HomeView />
}
