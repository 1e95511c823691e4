import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import styles from './dialog.module.css'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot; a closing one is `<DialogClose>`. */
  actions?: ReactNode
}

/** A window over the page: focus stays in it and returns where it was; Escape and a click beside close it. */
export function Dialog({ open, onClose, title, children, actions }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.popup}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <div className={styles.body}>{children}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The button of a dialog that closes it. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Base.Close className={buttonClass('secondary')}>{children}</Base.Close>
}
