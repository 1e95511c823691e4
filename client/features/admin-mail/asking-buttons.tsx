import { type ReactNode, useState } from 'react'
import { call } from '#client/api/call.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { discardEmails, retryEmails } from '#shared/mail/contract.ts'
import { words } from './words.ts'

interface Props {
  ids: readonly string[]
  after?: () => void
}

/** Puts held mails away for good, having asked. */
export function DiscardButton({ ids, after }: Props) {
  return (
    <AskingButton
      look="secondary"
      label={words.discard}
      run={() => call(discardEmails, { body: { ids: [...ids] } })}
      after={after}
      danger
    >
      {words.askDiscard(ids.length)}
    </AskingButton>
  )
}

/** Sends mails again; several, having asked. */
export function AgainButton({ ids, after }: Props) {
  const run = () => call(retryEmails, { body: { ids: [...ids] } })
  return (
    <AskingButton look="primary" label={words.sendAgain} run={run} after={after} asks={ids.length > 1}>
      {words.askAgain(ids.length)}
    </AskingButton>
  )
}

function AskingButton({
  look,
  label,
  run,
  after,
  asks = true,
  danger = false,
  children,
}: {
  look: 'primary' | 'secondary'
  label: string
  run: () => Promise<{ message: string }>
  after: (() => void) | undefined
  asks?: boolean
  danger?: boolean
  children: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const deed = useDeed({
    run,
    fallback: words.actionFailed,
    done: ({ message }) => message,
    after: () => {
      setAsking(false)
      after?.()
    },
  })
  return (
    <>
      <Button look={look} busy={deed.busy} onClick={() => (asks ? setAsking(true) : deed.start(undefined))}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={label}
        confirm={label}
        cancel={words.cancel}
        danger={danger}
        busy={deed.busy}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
