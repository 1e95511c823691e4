import { type ReactNode, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useCommands } from './commands/commands.ts'
import { words as commandWords } from './commands/words.ts'
import { useDeed } from './use-deed.ts'
import { words } from './words.ts'

interface Props {
  /** On the button, and on the dialog's. */
  label: string
  /** What it is about, for who does not see the row that the button stands in. */
  about?: string
  title: string
  /** What it is done to, where the title does not say enough. */
  what?: ReactNode
  text: string
  reasonLabel: string
  run: (reason: string) => Promise<{ message: string }>
  /** The palette offers it too: on a page about one thing alone. */
  offered?: true
  /** What it does cannot be taken back. */
  danger?: boolean
}

/** A deed that needs a reason: asks for it in a dialog, and says what the server answered. */
export function ReasonButton({
  label,
  about,
  title,
  what,
  text,
  reasonLabel,
  run,
  offered,
  danger = false,
}: Props) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const deed = useDeed({
    run,
    fallback: words.actionFailed,
    inPlace: true,
    done: (answer) => answer.message,
    after: () => {
      setAsking(false)
      setReason('')
    },
  })
  const ask = () => {
    deed.forget()
    setAsking(true)
  }
  useCommands(offered ? [{ label, group: commandWords.page, run: ask }] : [])
  const confirm = () => {
    const blank = reason.trim() === ''
    setMissing(blank)
    if (!blank) deed.start(reason)
  }
  return (
    <>
      <Button look="secondary" aria-label={about && `${label}: ${about}`} onClick={ask}>
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        confirm={label}
        cancel={words.cancel}
        danger={danger}
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        {what}
        <p>{text}</p>
        <TextArea
          id={id}
          name="reason"
          label={reasonLabel}
          value={reason}
          onValue={setReason}
          error={missing ? words.needsReasonForDeed : undefined}
        />
      </ConfirmDialog>
    </>
  )
}
