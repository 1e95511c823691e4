import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Message } from './message.tsx'

interface Props {
  open: boolean
  title: string
  /** What will be lost, in a sentence. */
  children: ReactNode
  /** Left out where it cannot be done, or that is not known yet. */
  confirm?: string | undefined
  cancel: string
  onConfirm: () => void
  onCancel: () => void
  /** The deed is under way: nothing can be clicked twice or closed. */
  busy?: boolean
  danger?: boolean
  /** Why the deed failed; it can be tried again. */
  problem?: string | undefined
}

/** Asks before a deed; a click beside it does not close it. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    children,
    confirm,
    cancel,
    onConfirm,
    onCancel,
    busy = false,
    danger = false,
    problem,
  } = props
  return (
    <Dialog
      open={open}
      asks
      stays={busy}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <DialogClose disabled={busy}>{cancel}</DialogClose>
          {confirm !== undefined && (
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {children}
      {problem !== undefined && <Message kind="error">{problem}</Message>}
    </Dialog>
  )
}
