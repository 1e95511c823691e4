import { useId, useState } from 'react'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { isFinished } from './is-finished.ts'
import { MomentField } from './moment-field.tsx'
import { words } from './words.ts'

interface Props {
  title: string
  text: string
  label: string
  /** What it is now, ISO 8601; empty is none. */
  initial: string
  busy: boolean
  /** Why it was refused. */
  problem?: string | undefined
  /** Whether none may be chosen. */
  optional?: boolean
  onSave: (moment: string) => void
  onClose: () => void
}

/** Asks for a moment. Rendered only while it is open, so that it begins with what is now. */
export function MomentDialog({
  title,
  text,
  label,
  initial,
  busy,
  problem,
  optional = false,
  onSave,
  onClose,
}: Props) {
  const id = useId()
  const [moment, setMoment] = useState(initial)
  const [missing, setMissing] = useState(false)
  const save = () => {
    const isMissing = moment === '' && !optional
    setMissing(isMissing)
    if (!isMissing && isFinished(moment, id)) onSave(moment)
  }
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={words.save}
      cancel={words.cancel}
      busy={busy}
      onConfirm={save}
      onCancel={onClose}
    >
      <p>{text}</p>
      <MomentField
        id={id}
        name="moment"
        label={label}
        value={moment}
        onValue={setMoment}
        error={missing && moment === '' ? words.needsMoment : problem}
      />
    </ConfirmDialog>
  )
}
