import { lazy, type ReactNode, Suspense } from 'react'
import { useSearch } from '#client/navigation/use-place.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ReviewersList } from './reviewers-list.tsx'

/** Loaded when they are opened: the list needs none of it. */
const ReviewerView = lazy(() =>
  import('./reviewer-view.tsx').then((module) => ({ default: module.ReviewerView })),
)

const InvitationsView = lazy(() =>
  import('./invitations-view.tsx').then((module) => ({ default: module.InvitationsView })),
)

const InviteView = lazy(() => import('./invite-view.tsx').then((module) => ({ default: module.InviteView })))

/** Reviewers with their load, and the invitations that bring new ones. */
export function AdminReviewersScreen() {
  const opened = useOpened()
  if (opened === undefined) return <ReviewersList />
  return <Suspense fallback={<Skeleton lines={8} />}>{opened}</Suspense>
}

/** The view beside the list that the address names. */
function useOpened(): ReactNode {
  const { view, reviewerId } = useSearch('/admin/reviewers')
  if (view === 'invitations') return <InvitationsView />
  if (view === 'invite') return <InviteView />
  if (view === 'reviewer' && reviewerId !== undefined)
    return <ReviewerView reviewerId={reviewerId} key={reviewerId} />
  return undefined
}
