import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { listReviewers } from '#shared/reviewing/desk-contract.ts'
import { InvitationsView } from './invitations-view.tsx'
import { InviteView } from './invite-view.tsx'
import { LimitButton, LimitPill } from './limit-button.tsx'
import { ReviewerView } from './reviewer-view.tsx'
import { words } from './words.ts'

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

function ReviewersList() {
  const list = useInfiniteQuery(pagesOf(listReviewers, {}))
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <Link className={buttonClass('secondary')} to="/admin/reviewers" search={{ view: 'invitations' }}>
              {words.invitations}
            </Link>
            <Link className={buttonClass('primary')} to="/admin/reviewers" search={{ view: 'invite' }}>
              {words.invite}
            </Link>
          </>
        }
      />
      <Listing
        query={list}
        failed={words.failed}
        empty={<EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
        render={(reviewer) => (
          <Entry
            key={reviewer.id}
            name={
              <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: reviewer.id }}>
                {reviewer.name}
              </Link>
            }
            facts={[reviewer.email, reviewer.organization, reviewer.topics.join(', ')]}
            side={
              <>
                <span>
                  {words.load(reviewer.assigned, reviewer.limit)} · {words.done(reviewer.done)}
                </span>
                <LimitPill reviewer={reviewer} />
                {reviewer.overdue > 0 && (
                  <StatusPill kind="rejected">{words.overdue(reviewer.overdue)}</StatusPill>
                )}
                <LimitButton reviewer={reviewer} />
              </>
            }
          />
        )}
      />
    </>
  )
}
