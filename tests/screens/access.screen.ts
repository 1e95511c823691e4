import { expect, test } from '@playwright/test'
import type { Role } from '#shared/core/roles.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('without a token every protected path leads to /', async ({ page }) => {
  for (const path of [
    '/setup-profile',
    '/profile',
    '/author',
    '/author/instructions',
    '/reviewer',
    '/admin',
  ]) {
    await page.goto(portal.url + path)
    await expect(page).toHaveURL(`${portal.url}/`)
  }
})

test('public paths open without a log-in', async ({ page }) => {
  for (const [path, heading] of [
    ['/', 'Log in'],
    ['/signup', 'Sign up'],
    ['/forgot-password', 'Forgot password'],
    ['/verify-email', 'Confirm your address'],
    ['/reset-password', 'Set a new password'],
    ['/unsubscribe', 'Fewer mails'],
  ] as const) {
    await page.goto(portal.url + path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

const allowed: [Role, string, boolean][] = [
  ['author', '/author', true],
  ['author', '/author/instructions', true],
  ['author', '/reviewer', false],
  ['author', '/admin', false],
  ['reviewer', '/reviewer', true],
  ['reviewer', '/author', false],
  ['both', '/author', true],
  ['both', '/author/instructions', true],
  ['both', '/reviewer', true],
  ['both', '/admin', false],
  ['admin', '/admin', true],
  ['admin', '/author', false],
  ['admin', '/profile', true],
  ['author', '/profile', true],
]
const homes = { author: '/author', reviewer: '/reviewer', both: '/reviewer', admin: '/admin' }

test('each role opens its own screens and is sent home from the others', async ({ page }) => {
  for (const role of ['author', 'reviewer', 'both', 'admin'] as const) {
    const who = await makePerson(portal.t, { role })
    for (const [, path, may] of allowed.filter(([one]) => one === role)) {
      await openAs(page, portal, who, path)
      await expect(page).toHaveURL(portal.url + (may ? path : homes[role]))
    }
  }
})

test('who is no reviewer any more is sent home with the next thing they ask for', async ({ page }) => {
  const admin = await makePerson(portal.t, { role: 'admin' })
  const who = await makePerson(portal.t, { role: 'both' })
  await openAs(page, portal, who, '/reviewer')
  const changed = await portal.t.call(changeUser, {
    as: admin.token,
    params: { userId: who.id },
    body: { role: 'author' },
  })
  expect(changed.status).toBe(200)
  await page.clock.install()
  await page.clock.fastForward('01:00')
  await page.getByRole('link', { name: 'Assigned Papers' }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('a session that does not hold is cleared and leads to /', async ({ page }) => {
  await page.goto(`${portal.url}/icon.svg`)
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'made up')
    localStorage.setItem('refreshToken', 'made up')
  })
  await page.goto(`${portal.url}/author`)
  await expect(page).toHaveURL(`${portal.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('whoever came by a link returns to it after the log-in', async ({ page }) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await page.goto(`${portal.url}/author?view=completed`)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=completed`)
})

test('an access token that ran out is renewed once, unseen, for all calls at the same time', async ({
  page,
}) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, who, '/author')
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh-token')) refreshes += 1
  })
  await page.evaluate(() => localStorage.setItem('accessToken', 'ran out'))
  await page.reload()
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
  expect(refreshes).toBe(1)
})

test('views live in the address: Back, reload and a new tab show the same', async ({ page, context }) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, who, '/author')
  await page.getByRole('link', { name: 'Ongoing Papers' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Ongoing Papers' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle('Ongoing Papers – Engineering Conference 2026')
  await page.reload()
  await expect(heading).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: 'Ongoing Papers' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${portal.url}/author`)
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
})
