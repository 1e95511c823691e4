import { createContext, use } from 'react'
import type { MessageKind } from './message.tsx'

/** Shows a sentence at the foot of the window, also over a change of view. */
export type Say = (message: string, kind?: MessageKind) => void

interface Toasts {
  say: Say
  /** Takes away what was said of failures. */
  forget: () => void
}

export const ToastContext = createContext<Toasts>({ say: () => undefined, forget: () => undefined })

/**
 * `const say = useToast(); say('Profile saved')`. Errors stay until dismissed or another view or dialog opens, the rest
 * goes after eight seconds.
 */
export function useToast(): Say {
  return use(ToastContext).say
}

/** Takes away the errors of what was done before: they outlive their cause otherwise. */
export function useForgetErrors(): () => void {
  return use(ToastContext).forget
}
