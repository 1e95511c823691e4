import { test as base, expect, type Page } from '@playwright/test'
import { barriers } from './barriers.ts'
import { catalogue } from './catalogue.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { openState } from './open-state.ts'

/** One tab a worker, so that scripts and styles are read once; each state clears what the one before left. */
const test = base.extend<object, { tab: Page }>({
  tab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

/** How far the page is wider than its window, in CSS pixels. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a barrier that is there is found, and again in other colours', async ({ tab: page }) => {
  await page.goto(demo.url)
  await page.setContent(`<html lang="en"><title>Planted</title><main><h1>Planted</h1>
    <style>@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }</style>
    <button></button><p>Words</p></main></html>`)
  await page.emulateMedia({ colorScheme: 'light' })
  const ids = async () => (await barriers(page)).map(({ id }) => id)
  expect(await ids()).toEqual(['button-name'])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ids()).toEqual(['button-name', 'color-contrast'])
})

for (const state of catalogue) {
  test(`${state.name} has no barrier, light or dark, and fits a phone and large text`, async ({
    tab: page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openState(page, demo, state)
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    expect(await barriers(page)).toEqual([])
    // Text at 200 % (WCAG 1.4.4): every size of ours follows the root's.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addStyleTag({ content: ':root { font-size: 200% }' })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
  })
}
