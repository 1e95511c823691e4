import { lazy, Suspense } from 'react'
import { useSearch } from '#client/navigation/use-place.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { InvitationsView } from './invitations-view.tsx'
import { ReviewersList } from './reviewers-list.tsx'

/** Loaded when they are opened: the list needs none of it. */
const ReviewerView = lazy(() =>
  import('./reviewer-view.tsx').then((module) => ({ default: module.ReviewerView })),
)

const InviteView = lazy(() => import('./invite-view.tsx').then((module) => ({ default: module.InviteView })))

/** Reviewers with their load, and the invitations that bring new ones. */
export function AdminReviewersScreen() {
  const { view, reviewerId } = useSearch('/admin/reviewers')
  if (view === 'invitations') return <InvitationsView />
  if (view === 'invite' || (view === 'reviewer' && reviewerId !== undefined)) {
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        {reviewerId === undefined ? (
          <InviteView />
        ) : (
          <ReviewerView reviewerId={reviewerId} key={reviewerId} />
        )}
      </Suspense>
    )
  }
  return <ReviewersList />
}
