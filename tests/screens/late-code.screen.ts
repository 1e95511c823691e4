import { expect, type Page, test } from '@playwright/test'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

/** Keeps files from a page until told otherwise, as a line that breaks does. */
async function without(page: Page, file: RegExp) {
  await page.route(file, (route) => route.abort())
  return () => page.unroute(file)
}

test('what opens over the page and does not come leaves the page, and what is typed in it, as it was', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const mend = await without(page, /avatar-dialog-[^/]*\.js/)
  await openAs(page, demo, demo.as('chair'), '/admin/mail?view=write')
  await page.getByLabel('Subject').fill('A change of rooms')
  await page.getByRole('button', { name: 'Change your avatar' }).click()
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('A change of rooms')
  await mend()
  await page.getByRole('button', { name: 'Change your avatar' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByText('This could not be loaded')).toBeHidden()
  await context.close()
})

test('a screen that does not come says so in its place, and comes at another try; the way back is open', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const mend = await without(page, /admin-statistics-screen-[^/]*\.js/)
  await openAs(page, demo, demo.as('chair'), '/admin')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const statistics = sections.getByRole('link', { name: 'Statistics' })
  const failure = page.getByRole('main').getByText('This could not be loaded')
  await statistics.click()
  await expect(failure).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Clara' })).toBeVisible()
  await statistics.click()
  await expect(failure).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await context.close()
})

test('looks that did not come when they were loaded ahead come when they are needed', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const refused: string[] = []
  page.on('requestfailed', (request) => void refused.push(request.url()))
  const mend = await without(page, /palette-[^/]*\.css/)
  await openAs(page, demo, demo.as('chair'), '/admin')
  await expect.poll(() => refused.some((url) => url.includes('palette-'))).toBe(true)
  await mend()
  await page.getByRole('button', { name: 'Quick search' }).click()
  const options = page.getByRole('dialog').getByRole('listbox')
  await expect(options).toBeVisible()
  const looks = () => options.evaluate((one) => getComputedStyle(one).overflowY)
  await expect.poll(looks).toBe('auto')
  await context.close()
})
