import { useSearch } from '#client/navigation/use-place.ts'
import { InvitationsView } from './invitations-view.tsx'
import { InviteView } from './invite-view.tsx'
import { ReviewerView } from './reviewer-view.tsx'
import { ReviewersList } from './reviewers-list.tsx'

/** Reviewers with their load, and the invitations that bring new ones. */
export function AdminReviewersScreen() {
  const { view, reviewerId } = useSearch('/admin/reviewers')
  if (view === 'invitations') return <InvitationsView />
  if (view === 'invite') return <InviteView />
  if (view === 'reviewer' && reviewerId !== undefined) {
    return <ReviewerView reviewerId={reviewerId} key={reviewerId} />
  }
  return <ReviewersList />
}
