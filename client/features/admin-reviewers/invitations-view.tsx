import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '#shared/people/desk-contract.ts'
import { words } from './words.ts'

const kinds = {
  sent: 'waiting',
  accepted: 'accepted',
  expired: 'changes',
  revoked: 'rejected',
  failed: 'rejected',
} as const

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

function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const params = { invitationId: invitation.id }
  const resend = useDeed({
    run: () => call(resendInvitation, { params }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
  })
  const revoke = useDeed({
    run: () => call(revokeInvitation, { params }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
  })
  const isOpen = invitation.state !== 'accepted' && invitation.state !== 'revoked'
  return (
    <Entry
      name={invitation.name || invitation.email}
      facts={[
        invitation.name && invitation.email,
        <>
          {words.sent} <TimeText at={invitation.sentAt} />
        </>,
        isOpen && (
          <>
            {words.expires} <TimeText at={invitation.expiresAt} dayOnly />
          </>
        ),
      ]}
      side={
        <>
          <StatusPill kind={kinds[invitation.state]}>{words.states[invitation.state]}</StatusPill>
          {isOpen && (
            <span>
              <Button look="quiet" small busy={resend.busy} onClick={() => resend.start(undefined)}>
                {words.resend}
              </Button>
              <Button look="quiet" small busy={revoke.busy} onClick={() => revoke.start(undefined)}>
                {words.revoke}
              </Button>
            </span>
          )}
        </>
      }
    />
  )
}
