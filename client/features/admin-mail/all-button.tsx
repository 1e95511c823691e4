import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { releaseEmails, retryEmails } from '#shared/mail/contract.ts'
import { words } from './words.ts'

type ForAll = keyof typeof words.all

/** Whether all mails of a state can be dealt with at once. */
export function isForAll(status: string | undefined): status is ForAll {
  return status !== undefined && Object.hasOwn(words.all, status)
}

/** Lets all held mails go, or sends all that were lost again: those that the list's search finds. */
export function AllButton({ status, q, count }: { status: ForAll; q: string | undefined; count: number }) {
  const [asks, setAsks] = useState(false)
  const body = { matching: { status, ...(q === undefined ? {} : { q }) } }
  const deed = useDeed({
    run: () => call(status === 'held' ? releaseEmails : retryEmails, { body }),
    fallback: words.actionFailed,
    done: ({ message }) => message,
    after: () => setAsks(false),
  })
  return (
    <p>
      <Button look="secondary" onClick={() => setAsks(true)}>
        {words.all[status](count)}
      </Button>
      <ConfirmDialog
        open={asks}
        title={words.all[status](count)}
        confirm={status === 'held' ? words.releaseChosen : words.sendAgain}
        cancel={words.cancel}
        busy={deed.busy}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsks(false)}
      >
        {words.ask[status](count)}
      </ConfirmDialog>
    </p>
  )
}
