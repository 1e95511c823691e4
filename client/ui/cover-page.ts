import { afterPaint } from '#client/navigation/after-paint.ts'
import { markPage } from './mark-page.ts'

/** Notes that a window makes the page behind it inert; gives what notes that it is gone, once that is on the screen. */
export function coverPage(): () => void {
  const uncover = markPage('data-covered')
  return () => afterPaint(uncover)
}
