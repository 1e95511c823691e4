import { Link } from '#client/navigation/link.tsx'
import { Message } from '#client/ui/message.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { listEmails } from '#shared/mail/contract.ts'
import { words } from './words.ts'

/** How long a mail waits before something must be wrong with the sending. */
const LONG_SECONDS = 10 * 60

interface Props {
  list: Pick<AnswerOf<typeof listEmails>, 'counts' | 'waiting' | 'sends'>
  /** When it was read, in milliseconds. */
  readAt: number
}

/** Says over the list that mails do not go out, and why as far as it is known; nothing where they do. */
export function StuckMails({ list: { counts, waiting, sends }, readAt }: Props) {
  if (waiting?.answer)
    return (
      <Message kind="error">
        {words.putOff(counts.queued)} {words.said(waiting.answer)} <See status="queued" />
      </Message>
    )
  if (waiting && readAt / 1000 - waiting.since._seconds > LONG_SECONDS)
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
