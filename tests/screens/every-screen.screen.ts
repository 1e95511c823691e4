import { test as base, expect, type Page } from '@playwright/test'
import { barriers } from './barriers.ts'
import { catalogue } from './catalogue.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { enlargeText } from './large-text.ts'
import { openState } from './open-state.ts'
import { refusalsIn } from './refusals.ts'

/**
 * One tab a worker, so that scripts and styles are read once; each state clears what the one before left. What the
 * pages' policy refused in it is of the state that stands there.
 */
const test = base.extend<object, { tab: Page; refused: string[] }>({
  tab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  refused: [({ tab }, use) => use(refusalsIn(tab)), { scope: 'worker' }],
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

/** What can be used and begins left of the window's edge, where nobody can scroll to. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((one) => {
        const { left, width } = one.getBoundingClientRect()
        return (
          width > 1 && left < -1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        )
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )

test('a control that begins left of the window is found', async ({ tab: page }) => {
  await page.goto('about:blank')
  await page.setContent(
    '<button>Here</button><div dir="rtl"><button style="margin-right: 90vw">Out</button></div>',
  )
  await page.addStyleTag({ content: 'div { width: 100px } button { white-space: nowrap }' })
  expect(await cutOff(page)).toHaveLength(1)
})

test('a barrier that is there is found, and again in other colours', async ({ tab: page }) => {
  await page.goto('about:blank')
  await page.setContent(`<html lang="en"><title>Planted</title><main><h1>Planted</h1>
    <style>@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }</style>
    <button></button><p>Words</p><style>.small { display: block; width: 9px; height: 9px; padding: 0; margin: 0; border: 0 }</style>
    <button class="small" aria-label="One"></button><button class="small" aria-label="Two"></button></main></html>`)
  await page.emulateMedia({ colorScheme: 'light' })
  const ids = async () => (await barriers(page)).map(({ id }) => id)
  expect(await ids()).toEqual(['button-name', 'target-size'])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ids()).toEqual(['button-name', 'color-contrast', 'target-size'])
})

for (const state of catalogue) {
  test(`${state.name} has no barrier, light or dark, fits a phone and large text, and needs nothing that our policy forbids`, async ({
    tab: page,
    refused,
  }) => {
    refused.length = 0
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openState(page, demo, state)
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await enlargeText(page)
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    expect(await cutOff(page)).toEqual([])
    expect(refused).toEqual([])
  })
}
