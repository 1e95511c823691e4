import { loadAhead, loadable } from '#client/navigation/loadable.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { useWhenIdle } from '#client/navigation/when-idle.ts'
import { Loaded } from '#client/ui/loaded.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ReviewersList } from './reviewers-list.tsx'

/** Loaded when they are opened: the list needs none of it. */
const reviewerView = loadable(() => import('./reviewer-view.tsx'), 'ReviewerView')
const invitationsView = loadable(() => import('./invitations-view.tsx'), 'InvitationsView')
const inviteView = loadable(() => import('./invite-view.tsx'), 'InviteView')

const ahead = [() => loadAhead(reviewerView)]
const meanwhile = <Skeleton lines={8} />

/** Reviewers with their load, and the invitations that bring new ones. */
export function AdminReviewersScreen() {
  useWhenIdle(ahead)
  const { view, reviewerId } = useSearch('/admin/reviewers')
  if (view === 'invitations') return <Loaded of={invitationsView} props={{}} meanwhile={meanwhile} />
  if (view === 'invite') return <Loaded of={inviteView} props={{}} meanwhile={meanwhile} />
  if (view === 'reviewer' && reviewerId !== undefined)
    return <Loaded of={reviewerView} props={{ reviewerId }} meanwhile={meanwhile} key={reviewerId} />
  return <ReviewersList />
}
