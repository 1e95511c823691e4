import { expect, type Page, test } from '@playwright/test'
import { type AuthorStage, type OfAuthor, openAuthorStage } from './author-stage.ts'
import { countOf, readApart } from './browser-portal.ts'

let stage: AuthorStage
let one: OfAuthor
test.beforeAll(async () => {
  stage = await openAuthorStage()
  one = await stage.made('awaiting_paper')
})
test.afterAll(() => stage.close())

const searchOf = (page: Page) => new URL(page.url()).search

test('every view of the dashboard has a title of its own', async ({ page }) => {
  const { abstractId, author } = one
  const titles = []
  for (const search of [
    '',
    '?view=ongoing',
    '?view=completed',
    `?view=details&abstractId=${abstractId}`,
    `?view=edit-details&abstractId=${abstractId}`,
    `?view=upload-paper&abstractId=${abstractId}`,
    '?view=upload-abstract',
    '?view=notifications',
  ]) {
    await stage.open(page, author, search)
    await expect(page).toHaveTitle(/.+ – Engineering Conference 2026$/)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    titles.push((await page.title()).replace(' – Engineering Conference 2026', ''))
  }
  expect(titles).toEqual([
    'Author dashboard',
    'Ongoing Papers',
    'Completed Abstracts',
    'bridges.pdf',
    'Title, authors and topics',
    `Upload the paper of ${abstractId}`,
    'Submit an abstract',
    'Notifications',
  ])
})

test('what means nothing in the address goes out of it', async ({ page }) => {
  const { author, abstractId } = one
  for (const [given, kept] of [
    ['?view=nowhere', ''],
    ['?view=details', ''],
    ['?view=upload-paper&abstractId=7', ''],
    ['?view=ongoing&utm_source=mail', '?view=ongoing'],
    [`?abstractId=${abstractId}&view=details`, `?abstractId=${abstractId}&view=details`],
  ] as const) {
    await stage.open(page, author, given)
    await expect.poll(() => searchOf(page)).toBe(kept)
    if (kept === '') await expect(countOf(page, 'Ongoing Papers')).toHaveText('1')
  }
})

test('while a view loads it has its title and its way back; a failure can be tried again', async ({
  page,
}) => {
  let fail = true
  let asked = () => {}
  const first = new Promise<void>((resolve) => {
    asked = resolve
  })
  await readApart(page)
  await page.route('**/overview', async (route) => {
    await first
    return fail ? route.fulfill({ status: 500, json: {} }) : route.continue()
  })
  await stage.open(page, one.author, `?view=details&abstractId=${one.abstractId}`)
  await expect(page).toHaveTitle(/^Process Details/)
  await expect(page.getByRole('link', { name: 'Back to list' })).toBeVisible()
  asked()
  await expect(page.getByText('Failed to load details')).toBeVisible()
  fail = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Current Status')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a list that failed can be tried again', async ({ page }) => {
  await page.route('**/abstracts/ongoing', (route) => route.fulfill({ status: 500, json: {} }))
  await stage.open(page, one.author, '?view=ongoing')
  await expect(page.getByText('Failed to load', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'bridges.pdf' })).toBeVisible()
})
