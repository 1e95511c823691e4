import { expect, type Page, test } from '@playwright/test'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, letBeDue, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
})
test.afterEach(() => portal.close())

const DECISIONS = '**/api/admin/abstracts/decisions'
const abstracts = async (count: number) => {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1)
    ids.unshift((await submissionAt(portal.t, 'abstract_submitted', cast)).abstractId)
  return ids
}
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const dialog = (page: Page) => page.getByRole('dialog')
const rowsOf = (page: Page, list: string) =>
  dialog(page).getByRole('list', { name: list }).getByRole('listitem')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const openPending = (page: Page) => openAs(page, portal, cast.admin, '/admin?view=pending')
const selectAll = async (page: Page, count: number) => {
  await page.getByRole('checkbox').first().check()
  await press(page, `Select all ${count} shown`)
}

test('fifty abstracts are accepted at once: what will happen, what cannot and why, and how each went', async ({
  page,
}) => {
  const [decided] = await abstracts(50)
  await openPending(page)
  await selectAll(page, 50)
  await portal.t.call(approveAbstract, {
    as: cast.admin.token,
    params: { abstractId: decided ?? '' },
    body: {},
  })
  await bar(page).getByRole('button', { name: 'Accept…', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Accept abstracts' })).toBeVisible()
  await expect(dialog(page)).toContainText(
    '49 abstracts will be accepted, and each author is told · 1 is left out',
  )
  await expect(rowsOf(page, 'Left out')).toHaveText(
    /This is not possible now: the submission awaits its paper/,
  )
  await expect(rowsOf(page, 'Left out')).toContainText(decided ?? '')
  await expect(rowsOf(page, 'What will be done')).toHaveCount(49)
  await dialog(page).getByLabel('Comments (optional)').fill('Well done.')
  await press(page, 'Accept 49 abstracts')
  await expect(dialog(page).getByRole('status')).toHaveText('49 abstracts accepted')
  await expect(rowsOf(page, 'Done')).toHaveCount(49)
  await press(page, 'Close')
  await expect(page.getByText('No pending abstracts')).toBeVisible()
  const told = (await portal.t.mails()).filter(({ subject }) => subject.includes('upload your full paper'))
  expect(told).toHaveLength(50)
})

test('a rejection asks for its word and a reason before anything is done', async ({ page }) => {
  await abstracts(2)
  await openPending(page)
  await selectAll(page, 2)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Reject')
  await page.getByRole('option', { name: 'Reject… (the selected abstracts)' }).click()
  await press(page, 'Reject 2 abstracts')
  await expect(dialog(page).getByRole('alert')).toContainText("Please type 'reject' to confirm rejection.")
  await dialog(page).getByLabel('Reason for the rejection (required)').fill('Out of scope.')
  await dialog(page).getByLabel("Type 'reject' to confirm").fill('reject')
  await press(page, 'Reject 2 abstracts')
  await expect(dialog(page).getByRole('status')).toHaveText('2 abstracts rejected')
})

test('an abstract that changes while the others are decided is named and left as it is', async ({ page }) => {
  const [, other] = await abstracts(2)
  await openPending(page)
  await selectAll(page, 2)
  await bar(page).getByRole('button', { name: 'Provisionally Accept…' }).click()
  await expect(rowsOf(page, 'What will be done')).toHaveCount(2)
  await portal.t.call(approveAbstract, {
    as: cast.admin.token,
    params: { abstractId: other ?? '' },
    body: {},
  })
  await dialog(page).getByLabel('Comments to the author (required)').fill('Please shorten it.')
  await press(page, 'Provisionally accept 2 abstracts')
  await expect(dialog(page).getByRole('status')).toHaveText('1 abstract provisionally accepted · 1 not done')
  await expect(rowsOf(page, 'Not done')).toContainText(other ?? '')
})

test('a lost answer is had again and nothing is done twice; a closed tab is told on return how far it came', async ({
  page,
  context,
}) => {
  await abstracts(25)
  await openPending(page)
  await selectAll(page, 25)
  let calls = 0
  await page.route(DECISIONS, async (route) => {
    calls += 1
    if (calls === 1) return route.continue()
    // Done, but nobody hears of it.
    await route.fetch()
    return route.abort()
  })
  await bar(page).getByRole('button', { name: 'Accept…', exact: true }).click()
  await press(page, 'Accept 25 abstracts')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByRole('progressbar')).toHaveAttribute('value', '40')
  await page.close()

  const later = await context.newPage()
  await later.goto(`${portal.url}/admin?view=pending`)
  const note = later.getByRole('main').getByText('Accept abstracts: interrupted after 10 of 25.')
  await expect(note).toContainText('What was done stays. Go on with the other 15, or leave them as they are.')
  await press(later, 'Go on')
  await expect(rowsOf(later, 'Done')).toHaveCount(10)
  await dialog(later).getByRole('button', { name: 'Go on' }).click()
  await expect(dialog(later).getByRole('status')).toHaveText('25 abstracts accepted')
  await press(later, 'Close')
  await expect(note).toHaveCount(0)
  await later.reload()
  await expect(later.getByText('No pending abstracts')).toBeVisible()
  await expect(note).toHaveCount(0)
  const told = (await portal.t.mails()).filter(({ subject }) => subject.includes('upload your full paper'))
  expect(told).toHaveLength(25)
})

for (const hasLocks of [true, false]) {
  test(`two clicks in one moment begin it once, and go on once, ${hasLocks ? 'with' : 'without'} a lock between tabs`, async ({
    page,
  }) => {
    await abstracts(2)
    if (!hasLocks)
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }),
      )
    await openPending(page)
    await selectAll(page, 2)
    const keys: (string | undefined)[] = []
    let answer: () => void = () => undefined
    await page.route(DECISIONS, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await new Promise<void>((done) => {
        answer = done
      })
      if (keys.length === 1) return route.fulfill({ status: 500, json: {} })
      return route.continue()
    })
    // As fast as two clicks can come: before anything is drawn anew.
    const twice = (name: string) =>
      dialog(page)
        .getByRole('button', { name, exact: true })
        .evaluate((button: HTMLElement) => {
          button.click()
          button.click()
        })
    await bar(page).getByRole('button', { name: 'Accept…', exact: true }).click()
    await twice('Accept 2 abstracts')
    await expect(dialog(page).getByRole('progressbar')).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await expect.poll(() => keys.length).toBe(1)
    answer()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await twice('Go on')
    await expect(dialog(page).getByRole('progressbar')).toBeVisible()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await expect.poll(() => keys.length).toBe(2)
    answer()
    await expect(dialog(page).getByRole('status')).toHaveText('2 abstracts accepted')
    expect(keys).toHaveLength(2)
    // Lost answers are had again under the same key.
    expect(new Set(keys).size).toBe(1)
  })
}

test('everyone overdue is found by the filter and reminded once, and told apart from those reminded today', async ({
  page,
}) => {
  const timely = await makePerson(portal.t, { role: 'reviewer', name: 'Tomo Tanaka' })
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await submissionAt(portal.t, 'paper_submitted', { ...cast, reviewer: timely })
  await letBeDue(portal.t, cast.reviewer, { paperId }, new Date('2026-01-03T12:00:00Z'))
  await openAs(page, portal, cast.admin, '/admin/reviewers')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByLabel('Show').selectOption('With overdue reviews')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'Select Rita Ruiz' }).check()
  await bar(page).getByRole('button', { name: 'Remind…' }).click()
  await expect(dialog(page)).toContainText('1 reviewer will get one mail each')
  await expect(rowsOf(page, 'What will be done')).toContainText(`1 overdue review${paperId}`)
  await press(page, 'Remind 1 reviewer')
  await expect(dialog(page).getByRole('status')).toHaveText('1 reviewer reminded')
  await press(page, 'Close')
  await page.getByRole('checkbox', { name: 'Select Rita Ruiz' }).check()
  await bar(page).getByRole('button', { name: 'Remind…' }).click()
  await expect(rowsOf(page, 'Left out')).toContainText('They were reminded less than a day ago.')
  await expect(dialog(page)).toContainText('There is nothing to be done here now. Nothing was changed.')
  const mails = (await portal.t.mails()).filter(({ kind }) => kind === 'reviews_overdue')
  expect(mails.map(({ toAddress }) => toAddress)).toEqual([cast.reviewer.email])
})

test('a second tab neither joins in nor takes the place of what the first began, and may begin once that is left', async ({
  page,
  context,
}) => {
  await abstracts(3)
  await openPending(page)
  const second = await context.newPage()
  await second.goto(`${portal.url}/admin?view=pending`)
  await selectAll(page, 3)
  await second.getByRole('checkbox').first().check()
  let fail: () => void = () => undefined
  await page.route(DECISIONS, async (route) => {
    await new Promise<void>((done) => {
      fail = done
    })
    return route.abort()
  })
  const sent: string[] = []
  second.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/decisions')) sent.push(request.url())
  })
  await bar(page).getByRole('button', { name: 'Accept…', exact: true }).click()
  await press(page, 'Accept 3 abstracts')
  await expect(dialog(page).getByRole('progressbar')).toBeVisible()

  await bar(second).getByRole('button', { name: 'Accept…', exact: true }).click()
  await press(second, 'Accept 1 abstract')
  await expect(dialog(second).getByRole('alert')).toHaveText('This is under way in another tab.')
  fail()
  await expect(dialog(page).getByRole('alert')).toContainText('The connection failed.')

  await press(second, 'Accept 1 abstract')
  await expect(dialog(second).getByRole('alert')).toHaveText(
    'This was begun in another tab with other entries: finish that first, or leave its rest.',
  )
  await expect(dialog(second)).toContainText('0 of 3')
  expect(sent).toEqual([])
  await press(second, 'Leave the rest')
  await bar(second).getByRole('button', { name: 'Accept…', exact: true }).click()
  await press(second, 'Accept 1 abstract')
  await expect(dialog(second).getByRole('status')).toHaveText('1 abstract accepted')
  expect(sent).toHaveLength(1)

  // What was left there is not taken up again here.
  await press(page, 'Go on')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'This was finished, or its rest was left, in another tab.',
  )
  await expect(dialog(page).getByRole('progressbar')).toHaveCount(0)
})
