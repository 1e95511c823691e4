import { type BrowserContext, chromium, expect, type Page, type Route, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { reviewDrafts, users } from '#server/db/schema.ts'
import { applyAssignments } from '#shared/assigning/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import config from '../../playwright.config.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let alice: MadePerson
let bob: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  alice = await makePerson(portal.t, { role: 'author', name: 'Alice North' })
  bob = await makePerson(portal.t, { role: 'reviewer', name: 'Bob South' })
})
test.afterAll(() => portal.close())

async function logIn(page: Page, who: MadePerson): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
const endSession = (page: Page) =>
  page.evaluate(() => {
    localStorage.removeItem('accessToken')
    localStorage.removeItem('refreshToken')
  })
const isAtBobs = async (page: Page) => {
  await expect(page).toHaveURL(`${portal.url}/reviewer`)
  await expect(page.getByText('Bob South').first()).toBeVisible()
  await expect(page.getByText('Alice North')).toHaveCount(0)
}

/** Logs Bob in in another tab, where Alice's session has ended. */
async function bobComes(context: BrowserContext): Promise<void> {
  const other = await context.newPage()
  await other.goto(`${portal.url}/icon.svg`)
  await endSession(other)
  await other.goto(portal.url)
  await logIn(other, bob)
  await isAtBobs(other)
}
const nameOf = async ({ id }: MadePerson) =>
  await portal.t.database.db.select({ name: users.name }).from(users).where(eq(users.id, id))

test('where somebody else logs in in another tab, a tab leaves by itself', async ({ page, context }) => {
  await openAs(page, portal, alice, '/author')
  await bobComes(context)
  await isAtBobs(page)
})

test('what is sent from a tab that has not noticed who logged in in another one is not sent as theirs', async ({
  page,
  context,
}) => {
  // As with a browser that is late to tell.
  await page.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation()),
  )
  await openAs(page, portal, alice, '/profile')
  await page.getByLabel('First name').fill('Alicia')
  await bobComes(context)
  await expect(page).toHaveURL(`${portal.url}/profile`)
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await isAtBobs(page)
  expect([await nameOf(alice), await nameOf(bob)]).toEqual([
    [{ name: 'Alice North' }],
    [{ name: 'Bob South' }],
  ])
})

test('a review that was not saved when its session ended does not become that of who logs in over it', async ({
  page,
}) => {
  const { t } = portal
  const admin = await makePerson(t, { role: 'admin' })
  const carol = await makePerson(t, { role: 'reviewer', name: 'Carol East' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author: alice, reviewer: carol, admin })
  await t.call(applyAssignments, { as: admin.token, body: { pairs: [{ paperId, reviewerId: bob.id }] } })
  await openAs(page, portal, carol, `/reviewer?view=paper&paperId=${paperId}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await endSession(page)
  await page.getByLabel('Comments (optional)').fill('Of Carol alone')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('E-mail').fill(bob.email)
  await dialog.getByLabel('Password', { exact: true }).fill(bob.password)
  page.on('dialog', (asked) => asked.accept())
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await isAtBobs(page)
  const drafts = t.database.db.select().from(reviewDrafts)
  expect(await drafts.where(eq(reviewDrafts.reviewerId, bob.id))).toEqual([])
})

test('who logs in again in one tab goes on in the other one too, with what was typed there', async ({
  page,
  context,
}) => {
  await openAs(page, portal, alice, '/profile')
  const second = await context.newPage()
  await second.goto(`${portal.url}/profile`)
  await page.getByLabel('First name').fill('Alicia')
  await endSession(page)
  for (const one of [page, second]) {
    await one.getByLabel('Last name').fill('Northern')
    await one.getByRole('button', { name: 'Save Changes' }).click()
    await expect(one.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  }
  const dialog = second.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(alice.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  for (const one of [page, second])
    await expect(one.getByRole('dialog', { name: 'Your session has ended' })).toHaveCount(0)
  await expect(page.getByLabel('First name')).toHaveValue('Alicia')
})

test('who logs in on the page of somebody whose session has ended sees nothing of them', async ({ page }) => {
  await page.goto(`${portal.url}/icon.svg`)
  await endSession(page)
  await page.goto(portal.url)
  await logIn(page, alice)
  await expect(page).toHaveURL(`${portal.url}/author`)
  await endSession(page)
  await page.goBack()
  await logIn(page, bob)
  await isAtBobs(page)
})

for (const [which, answer] of [
  [
    'is full',
    (route: Route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '60' },
        json: { message: 'Full.', error: 'unavailable', details: { begun: false } },
      }),
  ],
  ['does not answer', () => undefined],
] as const)
  test(`who logs out while the portal ${which} waits for a moment at most, and is out`, async ({ page }) => {
    await openAs(page, portal, alice, '/author')
    await page.route('**/api/auth/logout', answer)
    await page.getByRole('button', { name: 'Log out' }).click()
    // Half a minute is what other calls are waited for.
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible({ timeout: 20_000 })
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })

test('who gives up a log-in that waits is not logged in later', async ({ page }) => {
  let asked = 0
  await page.route('**/api/auth/login', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '60' },
      json: { message: 'Full.', error: 'unavailable', details: { begun: false } },
    })
  })
  await page.goto(`${portal.url}/icon.svg`)
  await endSession(page)
  await page.clock.install()
  await page.goto(portal.url)
  await logIn(page, alice)
  await expect(page.getByText('Many people are here at once.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('E-mail').fill('somebody@else.example')
  await page.clock.fastForward(120_000)
  // What was sent at that moment has been seen by then.
  await page.evaluate(() => fetch('/icon.svg'))
  expect(asked).toBe(1)
  await expect(page).toHaveURL(`${portal.url}/signup`)
})

/** A browser that keeps pages whole for Back, as people's do; those of the other tests keep none. */
async function inKeepingBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const executablePath = process.env['WHOLE_BROWSER_PATH'] ?? process.env['BROWSER_PATH']
  test.skip(executablePath?.endsWith('headless-shell') === true, 'one without windows keeps no pages')
  const browser = await chromium.launch({
    ...config.use?.launchOptions,
    ...(executablePath ? { executablePath } : {}),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(portal.url)
    await logIn(page, alice)
    await expect(page.getByText('Alice North').first()).toBeVisible()
    await work(page)
  } finally {
    await browser.close()
  }
}

/**
 * Goes back, of which Playwright does not see the end where the page was kept. What it gives asks the page itself: what can be read
 * there, and whether it was kept.
 */
async function afterBack(page: Page): Promise<() => Promise<{ text: string; wasKept: boolean }>> {
  const line = await page.context().newCDPSession(page)
  await line.send('Runtime.evaluate', { expression: 'history.back()' })
  const expression = '({ text: document.body?.innerText ?? "", wasKept: window.wasKept === true })'
  return async () => {
    const asked = line.send('Runtime.evaluate', { expression, returnByValue: true })
    // On the way from one page to the next nobody answers.
    const answer = await asked.catch(() => undefined)
    return answer?.result.value ?? { text: '', wasKept: false }
  }
}

test('Back to a page that the browser kept shows it while its session goes on', async () => {
  await inKeepingBrowser(async (page) => {
    await page.evaluate(() =>
      window.addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted)),
    )
    await page.goto(`${portal.url}/icon.svg`)
    const there = await afterBack(page)
    await expect.poll(there).toEqual({ text: expect.stringContaining('Alice North'), wasKept: true })
  })
})

test('Back after a log-out shows nothing of the person, whatever the browser kept', async () => {
  await inKeepingBrowser(async (page) => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    const there = await afterBack(page)
    await expect.poll(async () => (await there()).text).toContain('Remember for 30 days')
    expect((await there()).text).toContain('Sign up')
    expect((await there()).text).not.toContain('Alice North')
  })
})

test('Back to a page whose session another tab has ended shows nothing of the person', async () => {
  await inKeepingBrowser(async (page) => {
    await page.goto(`${portal.url}/icon.svg`)
    await endSession(page)
    const there = await afterBack(page)
    await expect.poll(async () => (await there()).text).toContain('Remember for 30 days')
    expect((await there()).text).toContain('Sign up')
    expect((await there()).text).not.toContain('Alice North')
  })
})
