import { call } from '#client/api/call.ts'
import { useConfig } from '#client/api/config.ts'
import { Entry } from '#client/parts/entry.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type Invitation, resendInvitation, revokeInvitation } from '#shared/people/desk-contract.ts'
import { words } from './words.ts'

const kinds = {
  sent: 'waiting',
  accepted: 'accepted',
  expired: 'changes',
  revoked: 'rejected',
  failed: 'rejected',
  bounced: 'rejected',
} as const

/** An invitation with where it stands; an open one is sent again or revoked here. */
export function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const isKept = useConfig()?.sendsMail === false
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
          {isKept ? words.written : words.sent} <TimeText at={invitation.sentAt} />
        </>,
        isOpen && (
          <>
            {words.expires} <TimeText at={invitation.expiresAt} dayOnly />
          </>
        ),
      ]}
      side={
        <>
          <StatusPill kind={kinds[invitation.state]}>
            {isKept && invitation.state === 'sent' ? words.kept : words.states[invitation.state]}
          </StatusPill>
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
