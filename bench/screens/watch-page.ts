import type { Page } from '@playwright/test'

/** What the browser says of a page: when its largest part was shown, and how long the answers to its reader took, in ms. */
export interface Watched {
  largestMs: number
  /** Of those that took longer than the browser notes at all (16 ms). */
  answersMs: number[]
}

/** Has the browser note both in the page itself, from its beginning (W3C Largest Contentful Paint, Event Timing). */
export async function watchPage(page: Page): Promise<Watched> {
  const watched: Watched = { largestMs: 0, answersMs: [] }
  await page.exposeFunction('noteLargest', (ms: number) => {
    watched.largestMs = ms
  })
  await page.exposeFunction('noteAnswer', (ms: number) => {
    watched.answersMs.push(ms)
  })
  // As text: a function would come over with names that the page does not know.
  await page.addInitScript(`
    const watch = (note, options) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options)
    watch(({ startTime }) => noteLargest(startTime), { type: 'largest-contentful-paint', buffered: true })
    watch(({ interactionId, duration }) => { if (interactionId > 0) noteAnswer(duration) },
      { type: 'event', buffered: true, durationThreshold: 16 })
  `)
  return watched
}
