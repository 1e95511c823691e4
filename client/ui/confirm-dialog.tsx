import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'
import styles from './dialog.module.css'

interface Props {
  open: boolean
  title: string
  /** What will be lost, in a sentence. */
  children: ReactNode
  confirm: string
  cancel: string
  onConfirm: () => void
  onCancel: () => void
  /** The deed is under way: nothing can be clicked twice or closed. */
  busy?: boolean
  danger?: boolean
}

/** Asks before a deed; a click beside it does not close it. */
export function ConfirmDialog(props: Props) {
  const { open, title, children, confirm, cancel, onConfirm, onCancel, busy = false, danger = false } = props
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.veil} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.popup}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className={styles.body}>
              {children}
            </AlertDialog.Description>
            <div className={styles.actions}>
              <AlertDialog.Close className={buttonClass('secondary')} disabled={busy}>
                {cancel}
              </AlertDialog.Close>
              <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
