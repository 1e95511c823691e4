import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { isTooLate, messageOf } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
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
  /** When what it is done to changed last, as it is shown. */
  read?: Timestamp
  /** Given `read` as it was when the dialog was opened: what came since is looked at first. */
  run: (reason: string, read: Timestamp | undefined) => Promise<{ message: string }>
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
  read,
  run,
  offered,
  danger = false,
}: Props) {
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [opened, setOpened] = useState(read)
  /** Why it was refused, as long as the dialog says so. */
  const refusal = useRef<string | undefined>(undefined)
  useSaidWhenGone(refusal)
  const deed = useDeed({
    run: (given: string) => run(given, opened),
    fallback: words.actionFailed,
    inPlace: true,
    failed: (error) => {
      // Somebody else was faster: what is true now is shown behind the dialog, or instead of it.
      if (isTooLate(error)) refusal.current = messageOf(error, words.actionFailed)
    },
    done: (answer) => answer.message,
    after: () => {
      setAsking(false)
      setReason('')
    },
  })
  const ask = () => {
    deed.forget()
    refusal.current = undefined
    setOpened(read)
    setAsking(true)
  }
  const cancel = () => {
    refusal.current = undefined
    setAsking(false)
  }
  useCommands(offered ? [{ label, group: commandWords.page, run: ask }] : [])
  const confirm = () => {
    const blank = reason.trim() === ''
    setMissing(blank)
    if (blank) return
    refusal.current = undefined
    deed.start(reason)
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
        onCancel={cancel}
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

/** Says at the foot of the window what a dialog said when it went with its button: the deed is not possible any more. */
function useSaidWhenGone(refusal: RefObject<string | undefined>) {
  const say = useToast()
  useLayoutEffect(
    () => () => {
      if (refusal.current !== undefined) say(refusal.current, 'error')
    },
    [refusal, say],
  )
}
