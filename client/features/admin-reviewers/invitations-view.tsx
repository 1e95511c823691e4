import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { listInvitations } from '#shared/people/desk-contract.ts'
import { InvitationEntry } from './invitation-entry.tsx'
import { words } from './words.ts'

/** All invitations with where they stand. */
export function InvitationsView() {
  const list = useInfiniteQuery(pagesOf(listInvitations, {}))
  return (
    <>
      <PageHeader
        title={words.invitations}
        back={<Link to="/admin/reviewers">{words.backToReviewers}</Link>}
        actions={
          <Link className={buttonClass('primary')} to="/admin/reviewers" search={{ view: 'invite' }}>
            {words.invite}
          </Link>
        }
      />
      <Listing
        query={list}
        failed={words.failed}
        empty={<EmptyState title={words.noInvitations}>{words.emptyHint}</EmptyState>}
        render={(invitation) => <InvitationEntry key={invitation.id} invitation={invitation} />}
      />
    </>
  )
}
