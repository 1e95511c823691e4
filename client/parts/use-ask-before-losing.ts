import { useAskBeforeLeaving } from '#client/navigation/leaving.ts'
import { words } from './words.ts'

/** Asks before a page is left while something typed on it was not sent yet. */
export function useAskBeforeLosing(unsent: boolean): void {
  useAskBeforeLeaving(unsent ? words.leaveTyped : undefined)
}
