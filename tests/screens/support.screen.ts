import { expect, type Page, test } from '@playwright/test'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

const support = (page: Page) => page.locator('[data-support]')
const details = () => `/author?view=details&abstractId=${demo.at('awaiting_payment').abstractId}`

test('on a wide screen the Support button floats beside the content, never over it', async ({ page }) => {
  for (const width of [1000, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await openAs(page, demo, demo.as('kenji'), details())
    await expect(page.getByText('Current Status')).toBeVisible()
    const button = await support(page).boundingBox()
    const content = await page.getByRole('main').boundingBox()
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0)
    // Nor over what stands in the sidebar.
    const keys = await page.getByRole('button', { name: 'Keys' }).boundingBox()
    expect((keys?.y ?? 0) + (keys?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  }
})

test('on a narrow screen it has a strip of its own, and nothing that has the focus lies under it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openAs(page, demo, demo.as('kenji'), details())
  await expect(page.getByText('Current Status')).toBeVisible()
  const strip = await support(page).boundingBox()
  expect([strip?.x, strip?.width]).toEqual([0, 360])
  const controls = page.getByRole('main').locator('a:visible, button:visible')
  for (const control of await controls.all()) {
    if (await control.evaluate((one) => one.closest('[data-support]') !== null)) continue
    await control.focus()
    const box = await control.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 1)
  }
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const last = await page.getByRole('button', { name: 'Withdraw submission' }).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
})

test('on a phone the button of the next paper to review stands clear of it, overdue too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const who of ['rita', 'maria']) {
    await openAs(page, demo, demo.as(who), '/reviewer')
    const button = page.getByRole('link', { name: /^Open P26-/ }).first()
    await expect(button).toBeVisible()
    const [box, strip] = [await button.boundingBox(), await support(page).boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
  }
})
