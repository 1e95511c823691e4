import { afterPaint } from '#client/navigation/after-paint.ts'

let windows = 0

/** Notes that a window makes the page behind it inert; gives what notes that it is gone, once that is on the screen. */
export function coverPage(): () => void {
  const { dataset } = document.documentElement
  windows += 1
  dataset['covered'] = ''
  return () => {
    windows -= 1
    afterPaint(() => {
      if (windows === 0) delete dataset['covered']
    })
  }
}
