import { Link } from '#client/navigation/link.tsx'
import { Message } from '#client/ui/message.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { DeskMail, listEmails } from '#shared/mail/contract.ts'
import { words } from './words.ts'

/** How long a mail waits before something must be wrong with the sending. */
const LONG_SECONDS = 10 * 60

interface Props {
  counts: AnswerOf<typeof listEmails>['counts']
  /** A mail server is set up. */
  sends: boolean
  /** Those that the list shows. */
  mails: readonly DeskMail[]
  /** When they were read, in milliseconds. */
  readAt: number
}

/** Says over the list that mails do not go out, and why as far as it is known; nothing where they do. */
export function StuckMails({ counts, sends, mails, readAt }: Props) {
  const waiting = mails.filter(({ state }) => state === 'queued')
  const refused = waiting.find(({ lastAnswer }) => lastAnswer !== null)
  const isLong = waiting.some(({ createdAt }) => readAt / 1000 - createdAt._seconds > LONG_SECONDS)
  if (refused?.lastAnswer)
    return (
      <Message kind="error">
        {words.putOff(counts.queued)} {words.said(refused.lastAnswer)} <See status="queued" />
      </Message>
    )
  if (isLong)
    return (
      <Message kind="error">
        {words.longWaiting(counts.queued)} <See status="queued" />
      </Message>
    )
  if (counts.kept > 0)
    return (
      <Message>
        {words.keptHere(counts.kept, sends)} <See status="kept" />
      </Message>
    )
  return null
}

function See({ status }: { status: 'queued' | 'kept' }) {
  return (
    <Link to="/admin/mail" search={{ status }}>
      {words.seeThem}
    </Link>
  )
}
