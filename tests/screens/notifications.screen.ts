import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { reportPayment } from '#shared/payments/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let reviewer: MadePerson
let admin: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  reviewer = await makePerson(portal.t, { role: 'reviewer' })
  admin = await makePerson(portal.t, { role: 'admin' })
})
test.afterAll(() => portal.close())

const newAuthor = () => makePerson(portal.t, { role: 'author' })
const weight = (element: Element) => Number(getComputedStyle(element).fontWeight)

test('without any it says “No notifications”, and Back leads to the dashboard', async ({ page }) => {
  await openAs(page, portal, await newAuthor(), '/author?view=notifications')
  await expect(page.getByText('No notifications')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('the bell is highlighted while one is unread; opening one shows it and marks it read', async ({
  page,
}) => {
  const author = await newAuthor()
  await submissionAt(portal.t, 'awaiting_paper', { author, reviewer, admin })
  await openAs(page, portal, author, '/author')
  const bell = page.getByRole('link', { name: /notifications/i })
  await expect(bell).toHaveAttribute('data-unread', 'true')
  await bell.click()
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items).toHaveCount(2)
  const first = items.first().getByRole('link')
  expect(await first.evaluate(weight)).toBeGreaterThan(500)
  await expect(items.first().locator('time')).toBeVisible()
  const title = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('article').locator('time')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect.poll(() => items.first().getByRole('link').evaluate(weight)).toBeLessThan(500)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell).not.toHaveAttribute('data-unread', 'true')
})

test('a notification leads to what it is about', async ({ page }) => {
  const author = await newAuthor()
  const { abstractId } = await submissionAt(portal.t, 'awaiting_paper', { author, reviewer, admin })
  await openAs(page, portal, author, '/author?view=notifications')
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('link', { name: `Open ${abstractId}` }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=details&abstractId=${abstractId}`)
  await expect(page.getByText('Current Status')).toBeVisible()
})

test('whoever has several roles is led to the right page of each, from whichever dashboard is open', async ({
  page,
}) => {
  const both = await makePerson(portal.t, { role: 'both' })
  const own = await submissionAt(portal.t, 'paper_submitted', { author: both, reviewer, admin })
  const other = await submissionAt(portal.t, 'paper_submitted', {
    author: await newAuthor(),
    reviewer: both,
    admin,
  })
  for (const [dashboard, words, name, address, says] of [
    [
      '/author',
      'assigned to you',
      other.paperId,
      `/reviewer?view=paper&paperId=${other.paperId}`,
      'Decision on Paper',
    ],
    [
      '/reviewer',
      `${own.paperId} received`,
      own.paperId,
      `/author?view=details&abstractId=${own.abstractId}`,
      'Current Status',
    ],
  ] as const) {
    await openAs(page, portal, both, `${dashboard}?view=notifications`)
    await page.getByRole('main').getByRole('link', { name: words }).click()
    await page.getByRole('link', { name: `Open ${name}` }).click()
    await expect(page).toHaveURL(portal.url + address)
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('staff are led to the payment at the payments desk', async ({ page }) => {
  const staff = await makePerson(portal.t, { role: 'author', isStaff: true })
  const author = await newAuthor()
  const { paperId } = await submissionAt(portal.t, 'awaiting_payment', { author, reviewer, admin })
  await portal.t.call(reportPayment, { as: author.token, params: { paperId }, body: {} })
  await openAs(page, portal, staff, '/author?view=notifications')
  await page.getByRole('main').getByRole('link', { name: paperId }).click()
  await page.getByRole('link', { name: `Open ${paperId}` }).click()
  await expect(page).toHaveURL(`${portal.url}/admin/payments?q=${paperId}`)
  await expect(page.getByRole('heading', { level: 2, name: paperId })).toBeVisible()
})

test('“Mark all read” says what it did, and stays where it is', async ({ page }) => {
  const author = await newAuthor()
  await submissionAt(portal.t, 'awaiting_paper', { author, reviewer, admin })
  await openAs(page, portal, author, '/author?view=notifications')
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.getByText('All notifications are marked read.')).toBeVisible()
  await expect(page.getByText('Unread')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeFocused()
})

test('a notification without title or body shows the defaults', async ({ page }) => {
  await readApart(page)
  await page.route('**/api/notifications', (route) =>
    route.fulfill({
      json: {
        items: [
          {
            id: randomUUID(),
            title: '',
            body: '',
            ts: { _seconds: 1_700_000_000, _nanoseconds: 0 },
            read: true,
          },
        ],
        count: 1,
        unread: 0,
      },
    }),
  )
  await openAs(page, portal, await newAuthor(), '/author?view=notifications')
  await page.getByRole('link', { name: 'Notification', exact: true }).click()
  await expect(page.getByText('No additional details.')).toBeVisible()
})

test('the list is asked for again when the tab becomes visible', async ({ page }) => {
  const author = await newAuthor()
  await openAs(page, portal, author, '/author?view=notifications')
  await expect(page.getByText('No notifications')).toBeVisible()
  await submissionAt(portal.t, 'abstract_submitted', { author, reviewer, admin })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
})

test('a fault in the background is silent, and so is a reading that cannot be noted', async ({ page }) => {
  const author = await newAuthor()
  await submissionAt(portal.t, 'abstract_submitted', { author, reviewer, admin })
  await page.route('**/mark-read', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, author, '/author?view=notifications')
  await page.getByRole('main').getByRole('listitem').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await readApart(page)
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${portal.url}/author`)
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('reviewers and admins have the same panel on their dashboards', async ({ page }) => {
  for (const [who, home] of [
    [reviewer, '/reviewer'],
    [admin, '/admin'],
  ] as const) {
    await openAs(page, portal, who, home)
    await page.getByRole('link', { name: /notifications/i }).click()
    await expect(page).toHaveURL(`${portal.url + home}?view=notifications`)
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  }
})

const noticeAt = (id: string, title: string) => ({
  id,
  title,
  body: '',
  ts: { _seconds: 1_700_000_000, _nanoseconds: 0 },
  read: true,
})

test('a notification that does not exist was not found; the Support button is there', async ({ page }) => {
  const author = await newAuthor()
  await openAs(page, portal, author, `/author?view=notification&notificationId=${randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This notification was not found')
  await expect(page.getByText('No additional details.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Support' })).toBeVisible()
  await openAs(page, portal, reviewer, '/reviewer?view=notifications')
  await page.getByRole('button', { name: 'Support' }).click()
  await expect(page.getByText('Need help? The organisers have not given an address yet.')).toBeVisible()
})

test('an old notification is found beyond the newest, which the list says it shows', async ({ page }) => {
  const old = randomUUID()
  await readApart(page)
  await page.route('**/api/notifications*', (route) => {
    const isFirst = !route.request().url().includes('cursor=')
    return route.fulfill({
      json: {
        items: [isFirst ? noticeAt(randomUUID(), 'A new one') : noticeAt(old, 'An old one')],
        count: 2,
        unread: 0,
        ...(isFirst && { nextCursor: 'more' }),
      },
    })
  })
  await openAs(page, portal, await newAuthor(), `/author?view=notification&notificationId=${old}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An old one')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('The newest 1 of 2 are shown.')).toBeVisible()
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await expect(page.getByRole('link', { name: 'An old one' })).toBeVisible()
  await expect(page.getByText('The newest 1 of 2 are shown.')).toHaveCount(0)
})
