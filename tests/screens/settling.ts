import type { Page, Request } from '@playwright/test'
import { leftBehind } from './pressing.ts'

/** What was begun was drawn, and nothing says any more that it loads. */
async function drawn(page: Page): Promise<void> {
  await page
    .evaluate(
      () =>
        new Promise<void>((done) => {
          const until = performance.now() + 5000
          const look = (drawn: number) => {
            const isUnderWay = document.querySelector('[aria-busy="true"], [data-going]') !== null
            const isBusy = isUnderWay && performance.now() < until
            if (!isBusy && drawn >= 2) done()
            else requestAnimationFrame(() => setTimeout(() => look(isBusy ? 0 : drawn + 1)))
          }
          look(0)
        }),
    )
    .catch(leftBehind(undefined))
  await page.waitForLoadState()
}

/** Waits for a frame to be drawn. */
export const frame = (page: Page): Promise<unknown> =>
  page
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    .catch(leftBehind(undefined))

/** Waits until nothing is on its way, a part of the program and what a dialog first asks for included. */
export function watchLine(page: Page): () => Promise<void> {
  const onItsWay = new Set<Request>()
  let tell: () => void = () => undefined
  const end = (request: Request) => {
    onItsWay.delete(request)
    if (onItsWay.size === 0) tell()
  }
  page.on('request', (request) => void onItsWay.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    await drawn(page)
    if (onItsWay.size === 0) return
    const late = AbortSignal.timeout(3000)
    await new Promise<void>((done) => {
      tell = done
      late.addEventListener('abort', () => done())
    })
    onItsWay.clear()
    await drawn(page)
  }
}
