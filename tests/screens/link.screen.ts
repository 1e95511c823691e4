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

test('back from a paper leads to the list as it was left: searched, in its order, at its place', async ({
  page,
}) => {
  const address = '/admin/papers?q=a&sort=title'
  await openAs(page, demo, demo.as('chair'), address)
  await page.setViewportSize({ width: 820, height: 400 })
  const links = page.getByRole('main').getByRole('article').getByRole('link')
  const chosen = links.nth((await links.count()) - 2)
  await chosen.scrollIntoViewIfNeeded()
  const name = (await chosen.textContent()) ?? ''
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(400)
  await chosen.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const back = page.getByRole('link', { name: 'Back to papers' })
  await expect(back).toHaveAttribute('href', address)
  const length = await page.evaluate(() => history.length)
  // A double click is one press here too: it does not go back twice.
  await back.dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
  await expect(page).toHaveURL(demo.url + address)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await expect(page.getByRole('link', { name })).toBeInViewport()
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('back from a paper that was opened by itself is a link to the list', async ({ page }) => {
  await openAs(page, demo, demo.as('chair'), '/admin/papers')
  const link = page.getByRole('main').getByRole('article').getByRole('link').first()
  await page.goto(new URL((await link.getAttribute('href')) ?? '', demo.url).href)
  const back = page.getByRole('link', { name: 'Back to papers' })
  await expect(back).toHaveAttribute('href', '/admin/papers')
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
})

test('back from an abstract leads to the list it was opened from', async ({ page }) => {
  await openAs(page, demo, demo.as('chair'), '/admin?view=all')
  await page.getByRole('main').getByRole('article').getByRole('link').last().click()
  await page.getByRole('link', { name: 'Back to all abstracts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All abstracts' })).toBeVisible()
})

test('who goes back from what they write is asked once, and stays if they want to', async ({ page }) => {
  await openAs(page, demo, demo.as('chair'), '/admin/mail')
  await page.getByRole('main').getByRole('link', { name: 'Write' }).click()
  await page.getByLabel('Subject').fill('A change of rooms')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept())
  })
  const back = page.getByRole('link', { name: 'Back to Mail' })
  await back.click()
  await expect.poll(() => asked.length).toBe(1)
  await expect(page.getByLabel('Subject')).toHaveValue('A change of rooms')
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  expect(asked).toHaveLength(2)
})
