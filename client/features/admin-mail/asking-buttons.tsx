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

/** A deed that asks first, unless told not to; a failure is said in the question. */
export function AskingButton({
  look,
  label,
  confirm = label,
  run,
  after,
  asks = true,
  danger = false,
  children,
}: {
  look: 'primary' | 'secondary'
  label: string
  /** On the button of the question, where it is not the label. */
  confirm?: string
  run: () => Promise<{ message: string }>
  after?: (() => void) | undefined
  asks?: boolean
  danger?: boolean
  children: ReactNode
}) {
  const [asking, setAsking] = useState(false)
  const deed = useDeed({
    run,
    fallback: words.actionFailed,
    inPlace: asks,
    done: ({ message }) => message,
    after: () => {
      setAsking(false)
      after?.()
    },
  })
  const ask = () => {
    deed.forget()
    setAsking(true)
  }
  return (
    <>
      <Button look={look} busy={deed.busy} onClick={() => (asks ? ask() : deed.start(undefined))}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={label}
        confirm={confirm}
        cancel={words.cancel}
        danger={danger}
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
