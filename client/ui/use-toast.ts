import { createContext, use } from 'react'
import type { MessageKind } from './message.tsx'

/** Shows a sentence at the foot of the window, also over a change of view. */
export type Say = (message: string, kind?: MessageKind) => void

export const ToastContext = createContext<Say>(() => undefined)

/** `const say = useToast(); say('Profile saved')`. Errors stay until dismissed, the rest goes after eight seconds. */
export function useToast(): Say {
  return use(ToastContext)
}
