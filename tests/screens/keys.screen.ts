import { expect, type Page, test } from '@playwright/test'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
const papers: string[] = []
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
  // The list shows the last changed first.
  for (const _ of [1, 2, 3, 4])
    papers.unshift((await submissionAt(portal.t, 'paper_submitted', cast)).paperId)
})
test.afterAll(() => portal.close())

const entries = (page: Page) => page.getByRole('main').getByRole('article')
const openPapers = async (page: Page) => {
  await openAs(page, portal, cast.admin, '/admin/papers')
  await expect(entries(page)).toHaveCount(4)
}
const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key)
}
const focusedEntry = (page: Page) => page.locator('article:focus-within')
const ticks = (page: Page) => page.getByRole('main').getByRole('checkbox', { checked: true })

test('j and k walk through a list and stop at its ends; Enter opens; Back returns', async ({ page }) => {
  await openPapers(page)
  await keys(page, 'j')
  await expect(focusedEntry(page)).toContainText(papers[0] ?? '')
  await keys(page, 'j', 'j', 'k')
  await expect(focusedEntry(page)).toContainText(papers[1] ?? '')
  await keys(page, 'j', 'j', 'j', 'j')
  await expect(focusedEntry(page)).toContainText(papers[3] ?? '')
  await keys(page, 'k', 'k', 'k', 'k')
  await expect(focusedEntry(page)).toContainText(papers[0] ?? '')
  await keys(page, 'Enter')
  await expect(page).toHaveURL(new RegExp(`view=paper&paperId=${papers[0]}`))
  await page.goBack()
  await expect(entries(page)).toHaveCount(4)
})

test('x selects and lets go, Shift with x or a click a range; the bar counts, Escape clears', async ({
  page,
}) => {
  await openPapers(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  await keys(page, 'j', 'x')
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await keys(page, 'x')
  await expect(bar).toHaveCount(0)
  await keys(page, 'x', 'j', 'j', 'Shift+X')
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await expect(ticks(page)).toHaveCount(3)
  await bar.getByRole('button', { name: 'Select all 4 shown' }).click()
  await expect(bar.getByRole('status')).toHaveText('4 selected')
  await keys(page, 'Escape')
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox').nth(3).click()
  await page
    .getByRole('checkbox')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(ticks(page)).toHaveCount(0)
})

test('another search begins with nothing selected', async ({ page }) => {
  await openPapers(page)
  await keys(page, 'j', 'x')
  await expect(ticks(page)).toHaveCount(1)
  await keys(page, '/')
  await expect(page.getByLabel('Search papers')).toBeFocused()
  // Typed, not obeyed: no j, x or g of it does anything.
  await page.keyboard.type(papers[2] ?? '')
  await keys(page, 'Enter')
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0)
  await keys(page, 'Escape', 'j')
  await expect(focusedEntry(page)).toContainText(papers[2] ?? '')
})

test('the selected papers go to the screen that assigns them', async ({ page }) => {
  await openPapers(page)
  await keys(page, 'j', 'x', 'j', 'x')
  await page.getByRole('link', { name: 'Assign…' }).click()
  await expect(page.getByText('2 papers chosen')).toBeVisible()
  for (const paperId of papers.slice(0, 2)) await expect(page.getByText(paperId)).toBeVisible()
})

test('g and a letter go to each section of the sidebar, and to Dashboard and Profile', async ({ page }) => {
  await openPapers(page)
  for (const [letter, title] of [
    ['a', 'Assignments'],
    ['r', 'Reviewers'],
    ['y', 'Payments'],
    ['e', 'People'],
    ['c', 'Activity'],
    ['s', 'Settings'],
    ['f', 'Profile'],
    ['p', 'Papers'],
  ] as const) {
    await keys(page, 'g', letter)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }
  await keys(page, 'g', 'd')
  await expect(page).toHaveURL(`${portal.url}/admin`)
  // The desk is not an author's: neither by keys.
  await openAs(page, portal, cast.author, '/author')
  await keys(page, 'g', 'p')
  await keys(page, 'g', 'f')
  await expect(page).toHaveURL(`${portal.url}/profile`)
})

test('? shows the keys of this page; with a modifier, in a field or under a dialog no key does anything', async ({
  page,
}) => {
  await openPapers(page)
  await keys(page, '?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet.getByText('Select or deselect')).toBeVisible()
  await expect(sheet.getByText('Assignments')).toBeVisible()
  await keys(page, 'g', 'a', 'Escape')
  await expect(sheet).toHaveCount(0)
  await keys(page, 'Alt+j', 'Control+j', 'Meta+j')
  await expect(focusedEntry(page)).toHaveCount(0)
  await expect(page).toHaveURL(`${portal.url}/admin/papers`)
  await keys(page, 'g', 'f')
  await page.getByLabel('First name').fill('')
  await page.keyboard.type('gap?')
  await expect(page.getByLabel('First name')).toHaveValue('gap?')
  await expect(sheet).toHaveCount(0)
})

test('single keys are turned off in the profile or in the sheet, and stay off on this device', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/profile')
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' }).uncheck()
  await page.goto(`${portal.url}/admin/papers`)
  await expect(entries(page)).toHaveCount(4)
  await keys(page, 'j', 'x', '?', 'g', 'a')
  await expect(focusedEntry(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expect(sheet.getByText('Single keys are turned off on this device.')).toBeVisible()
  await sheet.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' }).check()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await keys(page, 'j')
  await expect(focusedEntry(page)).toContainText(papers[0] ?? '')
})
