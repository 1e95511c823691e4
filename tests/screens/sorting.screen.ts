import { expect, type Page, test } from '@playwright/test'
import { saveDetails } from '#shared/submissions/details.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
const titles = ['Bridges', 'Arches', 'Domes', 'Cables']
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
  for (const title of titles) {
    const { abstractId } = await submissionAt(portal.t, 'paper_submitted', cast)
    await portal.t.call(saveDetails, {
      as: cast.author.token,
      params: { abstractId },
      body: { title, topics: [], coAuthors: [], revision: 0 },
    })
  }
})
test.afterAll(() => portal.close())

const names = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const click = (page: Page, name: string) => head(page, name).getByRole('button').click()

test('a click on a head sorts the list, a second one turns it round, and both are in the address', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/papers')
  await expect(head(page, 'Changed')).toHaveAttribute('aria-sort', 'descending')
  await click(page, 'Title')
  await expect(names(page)).toHaveText(['Arches', 'Bridges', 'Cables', 'Domes'])
  await expect(head(page, 'Title')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head(page, 'Changed')).not.toHaveAttribute('aria-sort')
  await expect(page).toHaveURL(/sort=title/)
  await click(page, 'Title')
  await expect(names(page)).toHaveText(['Domes', 'Cables', 'Bridges', 'Arches'])
  await expect(head(page, 'Title')).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(names(page)).toHaveText(['Domes', 'Cables', 'Bridges', 'Arches'])
  await page.getByLabel('Search papers').fill('es')
  await page.getByRole('button', { name: 'Search papers' }).click()
  await expect(names(page)).toHaveText(['Domes', 'Cables', 'Bridges', 'Arches'])
  await expect(page).toHaveURL(/sort=-title/)
  await page.goBack()
  await page.goBack()
  await expect(names(page)).toHaveText(['Arches', 'Bridges', 'Cables', 'Domes'])
})

test('on a phone a choice stands in for the heads', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAs(page, portal, cast.admin, '/admin/papers')
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await page.getByLabel('Sort by').selectOption('Title A–Z')
  await expect(names(page)).toHaveText(['Arches', 'Bridges', 'Cables', 'Domes'])
  await page.getByLabel('Sort by').selectOption('Lowest number first')
  await expect(names(page)).toHaveText(titles)
})

test('what the address asks for wrongly is left alone, and every list of the desk has its heads', async ({
  page,
}) => {
  const lists: Record<string, string[]> = {
    '/admin/papers?sort=load': ['Changed', 'Date', 'Number', 'Title', 'Status'],
    '/admin?view=pending': ['Date', 'Changed', 'Number', 'Title'],
    '/admin?view=reviewed': ['Decided', 'Date', 'Changed', 'Number', 'Title', 'Status'],
    '/admin/people': ['Date', 'Name', 'Status'],
    '/admin/reviewers': ['Registered', 'Name', 'To review'],
    '/admin/payments': ['Urgency', 'Changed', 'Date', 'Number', 'Title', 'Status'],
    '/admin/mail': ['Date', 'Recipient', 'Subject', 'Status'],
    '/admin/activity': ['Date'],
  }
  for (const [path, heads] of Object.entries(lists)) {
    await openAs(page, portal, cast.admin, path)
    await expect(page.getByRole('columnheader'), path).toHaveText(heads.map((name) => new RegExp(`^${name}`)))
    await expect(head(page, heads[0] ?? ''), path).toHaveAttribute('aria-sort', /.+/)
  }
})

test('a search that finds nothing says so, and shows everything again', async ({ page }) => {
  await openAs(page, portal, cast.admin, '/admin/papers?q=nowhere&sort=title')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(names(page)).toHaveText(['Arches', 'Bridges', 'Cables', 'Domes'])
  await expect(page.getByLabel('Search papers')).toHaveValue('')
})
