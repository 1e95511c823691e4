import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import type { MessageKind } from './message.tsx'
import styles from './toast.module.css'
import { ToastContext } from './use-toast.ts'
import { words } from './words.ts'

const STAY_MS = 8000

interface Toast {
  id: number
  message: string
  kind: MessageKind
  /** The view it was said in, where that is about one thing. */
  about: string | undefined
}

/**
 * Where `useToast` shows its sentences: one region that screen readers listen to. `view` is the one that is open: an
 * error goes with the view it was said in.
 */
export function ToastProvider({ view, children }: { view: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const seen = useRef(view)
  useLayoutEffect(() => {
    seen.current = view
  }, [view])
  const say = useCallback((message: string, kind: MessageKind = 'success') => {
    lastId.current += 1
    const toast = {
      id: lastId.current,
      message,
      kind,
      about: isOfOne(seen.current) ? seen.current : undefined,
    }
    setToasts((before) => [...before.filter((one) => !isReplaced(one, toast)), toast].slice(-3))
  }, [])
  const dismiss = useCallback((id: number) => setToasts((now) => now.filter((one) => one.id !== id)), [])
  const forget = useCallback(() => setToasts((now) => now.filter((one) => one.kind !== 'error')), [])
  const shownIn = useRef(view)
  useEffect(() => {
    if (shownIn.current !== view) forget()
    shownIn.current = view
  }, [view, forget])
  const context = useMemo(() => ({ say, forget }), [say, forget])
  return (
    <ToastContext value={context}>
      {children}
      <output className={styles.region} data-no-print>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} dismiss={dismiss} />
        ))}
      </output>
    </ToastContext>
  )
}

/** Whether a view is about one thing, which its address names. */
const isOfOne = (view: string) => /[?&]\w+Id=/.test(view)

/** The same sentence twice is one; and what was said of a thing before may not be so any more. A failure stays until it is read. */
function isReplaced(before: Toast, by: Toast): boolean {
  if (before.message === by.message) return true
  return before.about !== undefined && before.about === by.about && before.kind !== 'error'
}

function ToastItem({ toast, dismiss }: { toast: Toast; dismiss: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const { id, kind } = toast
  useEffect(() => {
    if (kind === 'error' || held) return
    const timer = setTimeout(() => dismiss(id), STAY_MS)
    return () => clearTimeout(timer)
  }, [id, kind, held, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reads
    <span
      className={styles.toast}
      data-kind={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{toast.message}</span>
      <IconButton icon="close" label={words.dismiss} small onClick={() => dismiss(id)} />
    </span>
  )
}
