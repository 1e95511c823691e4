import { call } from '#client/api/call.ts'
import { releaseEmails, retryEmails } from '#shared/mail/contract.ts'
import styles from './admin-mail.module.css'
import { AskingButton } from './asking-buttons.tsx'
import { words } from './words.ts'

type ForAll = keyof typeof words.all

/** Whether all mails of a state can be dealt with at once. */
export function isForAll(status: string | undefined): status is ForAll {
  return status !== undefined && Object.hasOwn(words.all, status)
}

const confirmOf: Record<ForAll, string> = {
  held: words.releaseChosen,
  queued: words.tryNow,
  failed: words.sendAgain,
  bounced: words.sendAgain,
}

/** Lets all held mails go, or sends all that wait now or that were lost again: those that the list's search finds. */
export function AllButton({ status, q, count }: { status: ForAll; q: string | undefined; count: number }) {
  const body = { matching: { status, ...(q === undefined ? {} : { q }) } }
  const deed = status === 'held' ? releaseEmails : retryEmails
  return (
    <p className={styles.buttons}>
      <AskingButton
        look="secondary"
        label={words.all[status](count)}
        confirm={confirmOf[status]}
        run={() => call(deed, { body })}
      >
        {words.ask[status](count)}
      </AskingButton>
    </p>
  )
}
