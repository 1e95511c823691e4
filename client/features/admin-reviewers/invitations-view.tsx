import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/api/pages-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { DeskList, deskQuery } from '#client/parts/desk-list.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { listInvitations } from '#shared/people/desk-contract.ts'
import { InvitationEntry } from './invitation-entry.tsx'
import { words } from './words.ts'

/** The orders that the list has, its own first. */
const sorts = ['newest', 'name'] as const

/** All invitations with where they stand. */
export function InvitationsView() {
  const search = deskQuery(useSearch('/admin/reviewers'), sorts, words.invitationsList.filters)
  const list = useInfiniteQuery(pagesOf(listInvitations, search))
  return (
    <DeskList
      words={words.invitationsList}
      sorts={sorts}
      search={search}
      onSearch={(next) => navigate({ to: '/admin/reviewers', search: { view: 'invitations', ...next } })}
      query={list}
      back={<BackLink to="/admin/reviewers">{words.backToReviewers}</BackLink>}
      tools={
        <Link className={buttonClass('primary')} to="/admin/reviewers" search={{ view: 'invite' }}>
          {words.invite}
        </Link>
      }
      render={(invitation) => <InvitationEntry key={invitation.id} invitation={invitation} />}
    />
  )
}
