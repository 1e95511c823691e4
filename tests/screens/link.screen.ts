import { expect, test } from '@playwright/test'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

test('a click on a link shows at the link before its place is drawn', async ({ page }) => {
  await openAs(page, demo, demo.as('chair'), '/admin')
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Payments' })
  const atOnce = await link.evaluate(async (one: HTMLAnchorElement) => {
    one.click()
    await Promise.resolve()
    return { isGoing: one.matches('[data-going]'), path: location.pathname }
  })
  expect(atOnce).toEqual({ isGoing: true, path: '/admin' })
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(link).not.toHaveAttribute('data-going')
})

test('a link that is not followed, since somebody stays, looks as before', async ({ page }) => {
  await openAs(page, demo, demo.as('chair'), '/admin/mail?view=write')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByLabel('Subject').fill('A change of rooms')
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Payments' })
  await link.click()
  await expect.poll(() => asked.length).toBe(1)
  await expect(link).not.toHaveAttribute('data-going')
  await expect(page).toHaveURL(`${demo.url}/admin/mail?view=write`)
})

test('a link that is clicked twice stands once on the way back, and so does one to where somebody is', async ({
  browser,
}) => {
  // A tab of its own: a browser keeps fifty entries, and one that is used again may have them all.
  const context = await browser.newContext()
  const page = await context.newPage()
  await openAs(page, demo, demo.as('chair'), '/admin/people')
  const length = () => page.evaluate(() => history.length)
  const before = await length()
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Payments' })
  await link.dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(link).not.toHaveAttribute('data-going')
  await link.click()
  await expect(link).not.toHaveAttribute('data-going')
  expect(await length()).toBe(before + 1)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await context.close()
})
