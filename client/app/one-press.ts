import { changesSent } from '#client/api/changes.ts'

/** What a click is for; null is the page itself. */
const meantFor = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('button, a, summary, dialog') : null

/**
 * A double click is one press. Its second click, which the browser counts by place and time alone, does nothing where
 * the first has sent a change, or where what it hits is not what the first hit: the answer to the first has brought
 * the next row there, or a dialog that a click beside it would close. Steps that change nothing are taken as fast as
 * one clicks. A key that is held down is one press too.
 */
export function watchPresses(): void {
  let first: Element | null = null
  let before = 0
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener(
    'click',
    (event) => {
      const now = meantFor(event.target)
      if (event.detail === 1) {
        first = now
        before = changesSent()
      } else if (event.detail > 1 && (now !== first || changesSent() > before)) swallow(event)
    },
    true,
  )
  addEventListener(
    'keydown',
    (event) => {
      // Text may have as many empty lines as one likes.
      const writes = event.target instanceof HTMLTextAreaElement
      if (event.repeat && event.key === 'Enter' && !writes) swallow(event)
    },
    true,
  )
}
