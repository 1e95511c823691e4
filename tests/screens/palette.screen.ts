import { expect, type Page, test } from '@playwright/test'
import { makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal, type Session } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
let open: MadeSubmission
let decided: MadeSubmission
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author', name: 'Zoë Brunner' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
  open = await submissionAt(portal.t, 'paper_submitted', cast)
  decided = await submissionAt(portal.t, 'awaiting_payment', cast)
})
test.afterAll(() => portal.close())

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Search for papers, people, places and deeds' })
const options = (page: Page) => page.getByRole('option')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')
const openPalette = async (page: Page, who: Session, path: string) => {
  await openAs(page, portal, who, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}
/** What each option says, without its keys. */
const labels = (page: Page) => options(page).locator('span').allTextContents()

const everywhere = ['Show all keys', 'Log out']
const desk = [
  'Papers',
  'Assignments',
  'Reviewers',
  'Payments',
  'People',
  'Statistics',
  'Mail',
  'Activity',
  'Settings',
]
const ofAuthor = ['Submit Abstract', 'Ongoing Papers', 'Completed Papers', 'Author instructions']
const ofReviewer = ['Assigned Papers', 'Reviewed Papers']

test('everybody is offered the places of their own sidebar and dashboards, and nothing more', async ({
  page,
}) => {
  const both = await makePerson(portal.t, { role: 'both' })
  const staff = await makePerson(portal.t, { role: 'author', isStaff: true })
  for (const [who, path, expected] of [
    [cast.author, '/author', ['Dashboard', 'Profile', ...ofAuthor, 'Notifications']],
    [staff, '/author', ['Dashboard', 'Payments', 'Profile', ...ofAuthor, 'Notifications']],
    [cast.reviewer, '/reviewer', ['Dashboard', 'Profile', ...ofReviewer, 'Notifications']],
    [
      both,
      '/reviewer',
      ['Reviewer dashboard', 'Author dashboard', 'Profile', ...ofAuthor, ...ofReviewer, 'Notifications'],
    ],
    [
      cast.admin,
      '/admin',
      [
        'Dashboard',
        ...desk,
        'Profile',
        'Pending Abstracts',
        'Reviewed Abstracts',
        'All abstracts',
        'Deleted submissions',
        'Papers: decision needed',
        'Papers: reviewer missing',
        'Papers: conflict found later',
        'Papers: not shown to reviewers',
        'Assign from a list',
        'Propose reviewers',
        'Invitations',
        'Invite reviewers',
        'Texts of mails',
        'Write to a group',
        'Held mails',
        'Notifications',
      ],
    ],
  ] as const) {
    await openPalette(page, who, path)
    expect(await labels(page)).toEqual([...expected, ...everywhere])
  }
})

test('a paper is found by its id, a person by their name, and opened with Enter; Escape gives the focus back', async ({
  page,
}) => {
  await openPalette(page, cast.admin, '/admin/papers')
  await field(page).fill(open.paperId.toLowerCase())
  await expect(group(page, 'Papers')).toHaveText([new RegExp(open.paperId)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`view=paper&paperId=${open.paperId}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Quick search' }).click()
  await field(page).fill('brunner')
  await expect(group(page, 'People')).toHaveText([new RegExp(cast.author.email)])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Quick search' })).toBeFocused()
})

test('a key that is pressed the moment a screen appears is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('h1') === null) return
      observer.disconnect()
      const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }
      document.dispatchEvent(new KeyboardEvent('keydown', key))
    }).observe(document, { subtree: true, childList: true })
  })
  await openAs(page, portal, cast.admin, '/admin/papers')
  await expect(field(page)).toBeFocused()
})

test('nobody finds what is not theirs', async ({ page }) => {
  const other = await makePerson(portal.t, { role: 'author' })
  await openPalette(page, other, '/author')
  await field(page).fill(open.paperId)
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await openPalette(page, cast.author, '/author')
  await field(page).fill(open.paperId)
  await expect(group(page, 'Your submissions')).toHaveCount(1)
  await openPalette(page, cast.reviewer, '/reviewer')
  await field(page).fill(open.paperId)
  await expect(group(page, 'Papers to review')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/reviewer\\?view=paper&paperId=${open.paperId}`))
})

test('it offers the deeds of the open paper, as its buttons do, and none that is not open', async ({
  page,
}) => {
  await openPalette(page, cast.admin, `/admin/papers?view=paper&paperId=${decided.paperId}`)
  await expect(group(page, 'This page').locator('span')).toHaveText(['Reopen for review'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Take the decision back?' })).toBeVisible()
  await openPalette(page, cast.admin, `/admin/papers?view=paper&paperId=${open.paperId}`)
  await expect(group(page, 'This page').locator('span')).toHaveText([
    'Accept',
    'Provisionally Accept',
    'Reject',
    'Assign a reviewer',
  ])
  await field(page).fill('provis')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Provisionally Accept' })).toBeFocused()
})

test('the arrows go round; it opens while something is typed and with single keys off, and says what failed', async ({
  page,
}) => {
  await openPalette(page, cast.reviewer, '/profile')
  const active = page.getByRole('dialog').getByRole('option', { selected: true })
  await expect(active).toContainText('Dashboard')
  await page.keyboard.press('ArrowUp')
  await expect(active).toContainText('Log out')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText('Profile')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' }).uncheck()
  await page.getByLabel('First name').press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.route('**/papers/assigned*', (route) => route.fulfill({ status: 500, json: {} }))
  await field(page).fill('P26')
  await expect(page.getByText('Not everything could be searched.')).toBeVisible()
})

test('Enter opens what is typed now, not what an earlier text found', async ({ page }) => {
  await makePerson(portal.t, { role: 'author', name: 'Seraina Moser' })
  await openPalette(page, cast.admin, '/admin')
  await field(page).fill('se')
  await expect(group(page, 'People').filter({ hasText: 'Seraina Moser' })).toBeVisible()
  // The answers to the rest are still on their way.
  await page.route(/[?&]q=(?!se(&|$))/, () => undefined)
  await field(page).fill('settings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/settings$/)
})
