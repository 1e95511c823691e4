import { expect, type Page, test } from '@playwright/test'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

/** Counts the calls of a path that the page makes. */
function callsOf(page: Page, method: string, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

test('a double click opens a dialog that a click beside it closes, and it stays open', async ({ page }) => {
  const { t } = portal
  const [author, reviewer, admin] = await Promise.all([
    makePerson(t, { role: 'author' }),
    makePerson(t, { role: 'reviewer' }),
    makePerson(t, { role: 'admin' }),
  ])
  const staff = await makePerson(t, { role: 'author', isStaff: true })
  await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  await openAs(page, portal, staff, '/admin/payments')
  await page.getByRole('button', { name: 'Verify payment' }).dblclick()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a click beside a form closes it as long as nothing is typed in it; then only Cancel and Escape do', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  const [reviewer, admin] = await Promise.all([
    makePerson(portal.t, { role: 'reviewer' }),
    makePerson(portal.t, { role: 'admin' }),
  ])
  const { abstractId } = await submissionAt(portal.t, 'awaiting_payment', { author: ada, reviewer, admin })
  await openAs(page, portal, ada, `/author?view=details&abstractId=${abstractId}`)
  const open = () => page.getByRole('button', { name: 'I have paid' }).first().click()
  const dialog = page.getByRole('dialog')
  await open()
  await dialog.getByLabel(/note/i).fill('From the account of the institute')
  await page.mouse.click(5, 5)
  await expect(dialog.getByLabel(/note/i)).toHaveValue('From the account of the institute')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await open()
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
})

test('a button that changes nothing is pressed as often as it is clicked', async ({ page }) => {
  await page.goto(portal.url)
  const password = page.getByLabel('Password', { exact: true })
  const toggle = page.getByRole('button', { name: /^(Show|Hide) password$/ })
  await toggle.dblclick()
  await expect(password).toHaveAttribute('type', 'password')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('Enter held down presses once, also when the answer comes meanwhile; pressed again it presses again', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const made = callsOf(page, 'POST', '/api/profile/calendar')
  const make = page.getByRole('button', { name: 'Make a calendar link' })
  await expect(make).not.toHaveAttribute('aria-busy')
  await make.focus()
  await page.keyboard.down('Enter')
  const again = page.getByRole('button', { name: 'Make a new link' })
  await expect(again).toBeFocused()
  await expect(again).not.toHaveAttribute('aria-busy')
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(again).not.toHaveAttribute('aria-busy')
  expect(made()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(made).toBe(2)
})

test('Enter held down in a text of several lines makes a line each time', async ({ page }) => {
  const rita = await makePerson(portal.t, { role: 'reviewer' })
  await openAs(page, portal, rita, '/profile')
  const list = page.getByLabel(/^BibTeX, a table/)
  await list.focus()
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(list).toHaveValue('\n\n\n')
})
