import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from './button.tsx'
import { coverPage } from './cover-page.ts'
import styles from './dialog.module.css'
import { useForgetErrors } from './use-toast.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot; a closing one is `<DialogClose>`. */
  actions?: ReactNode
  /** A question: a click beside it does not close it. */
  asks?: boolean
  /** Neither Escape nor a click beside closes it. */
  stays?: boolean
  /** Things are typed in it: a click beside it does not close it. */
  holds?: boolean
  /** For what stands side by side. */
  wide?: boolean
}

const Close = createContext<() => void>(() => undefined)

/**
 * A window over the page, the browser's own: the page behind is inert, focus stays in it and returns where it was,
 * Escape and a click beside close it (WAI-ARIA APG, Dialog).
 */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  actions,
  asks = false,
  stays = false,
  holds = false,
  wide = false,
}: Omit<Props, 'open'>) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const forgetErrors = useForgetErrors()
  useEffect(forgetErrors, [forgetErrors])
  useLayoutEffect(() => {
    const dialog = element.current
    const uncover = coverPage()
    dialog?.showModal()
    return () => {
      // Before the element goes: only closing gives the focus back.
      dialog?.close()
      uncover()
    }
  }, [])
  useClickBeside(element, asks || stays || holds ? undefined : onClose)
  return (
    <Close value={onClose}>
      <dialog
        ref={element}
        className={styles.popup}
        data-wide={wide || undefined}
        role={asks ? 'alertdialog' : undefined}
        aria-labelledby={`${id}-title`}
        aria-describedby={asks ? `${id}-body` : undefined}
        onCancel={(event) => {
          // Whether it closes is for the screen to say.
          event.preventDefault()
          if (!stays) onClose()
        }}
        onClose={() => {
          if (element.current?.open) return
          // The browser closes it all the same at a second Escape.
          if (stays) element.current?.showModal()
          else onClose()
        }}
      >
        <div className={styles.content}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          <div className={styles.body} id={`${id}-body`}>
            {children}
          </div>
          {actions && <DialogActions>{actions}</DialogActions>}
        </div>
      </dialog>
    </Close>
  )
}

/** A click beside the window lands on the dialog itself: its content fills it to the edge. */
function useClickBeside(element: RefObject<HTMLDialogElement | null>, onClick: (() => void) | undefined) {
  useEffect(() => {
    const dialog = element.current
    const close = (event: MouseEvent) => {
      if (event.target === dialog) onClick?.()
    }
    dialog?.addEventListener('click', close)
    return () => dialog?.removeEventListener('click', close)
  }, [element, onClick])
}

/** The buttons at the foot, of the dialog or of the form that fills it: on the screen however long it is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** The button of a dialog that closes it. */
export function DialogClose({ children, disabled = false }: { children: ReactNode; disabled?: boolean }) {
  const close = use(Close)
  return (
    <Button look="secondary" disabled={disabled} onClick={close}>
      {children}
    </Button>
  )
}
