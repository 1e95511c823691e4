import { useEffect } from 'react'

/**
 * Where what has the focus goes away, because another view or answer takes its place, the focus moves to the heading of
 * the section it stood in, else of the page: never silently to the document, where the keyboard would begin anew. Within
 * what is marked `data-keeps-focus`, such as the rows of one paper, it moves to the first button that is left there.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What has the focus, and what it stands in, innermost first. */
    let line: Element[] = []
    const take = ({ target }: FocusEvent) => {
      line = target instanceof Element ? lineOf(target) : []
    }
    const leave = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        // Somebody clicked beside it: nothing is lost. What had the focus before may be told of as late as this.
        if (isLost() && line[0] === target && line[0]?.isConnected) line = []
      })
    }
    const watcher = new MutationObserver(() => {
      const [held] = line
      if (held === undefined || held.isConnected || !isLost()) return
      const place = placeIn(line)
      line = []
      place?.focus({ preventScroll: place.matches('main, h1') })
    })
    document.addEventListener('focusin', take)
    document.addEventListener('focusout', leave)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', take)
      document.removeEventListener('focusout', leave)
      watcher.disconnect()
    }
  }, [])
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function lineOf(element: Element): Element[] {
  const line: Element[] = []
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
    line.push(at)
  return line
}

/** The first button of what keeps the focus, else the heading of the innermost section that is still there, else the page's, else the page's content. */
function placeIn(line: readonly Element[]): HTMLElement | null {
  const near = line.find((one) => one.isConnected && one.matches('[data-keeps-focus]'))
  const button = near?.querySelector<HTMLElement>('button:not(:disabled)')
  if (button !== null && button !== undefined) return button
  const section = line.find((one) => one.isConnected && one.matches('section[aria-labelledby], main'))
  const heading =
    section?.querySelector<HTMLElement>(section.matches('main') ? 'h1' : 'h2, h3') ??
    document.querySelector<HTMLElement>('main h1') ??
    document.querySelector<HTMLElement>('main')
  if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}
