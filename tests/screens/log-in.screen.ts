import { expect, type Page, test } from '@playwright/test'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

async function logIn(
  page: Page,
  who: Pick<MadePerson, 'email' | 'password'>,
  remember = false,
): Promise<void> {
  await page.goto(portal.url)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  if (remember) await page.getByLabel('Remember for 30 days').check()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
const refuse = (page: Page, status: number, json: object) =>
  page.route('**/api/auth/login', (route) => route.fulfill({ status, json }))

test('the log-in screen has e-mail, password, Remember for 30 days, and its three links', async ({
  page,
}) => {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), website: 'https://conference.example/' } })
  })
  await page.goto(portal.url)
  await expect(page).toHaveTitle('Log in – Engineering Conference 2026')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Remember for 30 days' })).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Engineering Conference 2026' })).toHaveAttribute(
    'href',
    'https://conference.example/',
  )
  await expect(page.getByRole('link', { name: 'Forgot password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  )
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`${portal.url}/signup`)
})

test('the password can be shown and hidden again', async ({ page }) => {
  await page.goto(portal.url)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('a secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

for (const [role, home] of [
  ['admin', '/admin'],
  ['reviewer', '/reviewer'],
  ['both', '/reviewer'],
  ['author', '/author'],
] as const) {
  test(`after the log-in ${role} goes to ${home}`, async ({ page }) => {
    await logIn(page, await makePerson(portal.t, { role }))
    await expect(page).toHaveURL(portal.url + home)
  })
}

test('an incomplete profile goes to /setup-profile', async ({ page }) => {
  await logIn(page, await makePerson(portal.t, { role: 'author', incomplete: true }))
  await expect(page).toHaveURL(`${portal.url}/setup-profile`)
})

test('where somebody wanted to go waits until the profile is complete', async ({ page }) => {
  await page.goto(`${portal.url}/author/instructions`)
  await expect(page).toHaveURL(`${portal.url}/`)
  await logIn(page, await makePerson(portal.t, { role: 'author', incomplete: true }))
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Brunner')
  await page.getByLabel('Organization').fill('North')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${portal.url}/author/instructions`)
})

test('empty fields are named, in the page and in its title, and the focus goes to what is wrong', async ({
  page,
}) => {
  await page.goto(portal.url)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all fields(email,password)!')
  await expect(page).toHaveTitle(/^Error: Log in/)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Missing')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Missing')
  // The summary comes first, above the heading, as it is read.
  await expect(page.locator('main').getByRole('heading')).toHaveText(['There is a problem', 'Log in'])
  await page.getByLabel('E-mail').fill('somebody@example.org')
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('')
})

test('without a connection the form says so, keeps what was typed and can be sent again', async ({
  page,
  context,
}) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await page.goto(portal.url)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Login failed: no answer came. Check your connection and try again. What you typed is kept.',
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('an unconfirmed address is told so as information, not as an error', async ({ page }) => {
  await logIn(page, await makePerson(portal.t, { role: 'author', unverified: true }))
  const said = page.getByText('Email not verified. A new verification email has been sent to your inbox.')
  await expect(said).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a refusal shows the server’s message, and without one “Login failed”', async ({ page }) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await logIn(page, { email: who.email, password: 'not the password' })
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.')
  await expect(page.getByLabel('E-mail')).toHaveValue(who.email)
  await refuse(page, 500, {})
  await logIn(page, who)
  await expect(page.getByRole('alert')).toContainText('Login failed')
})

test('the tokens lie in local storage under accessToken and refreshToken', async ({ page }) => {
  await logIn(page, await makePerson(portal.t, { role: 'author' }))
  await expect(page).toHaveURL(`${portal.url}/author`)
  const keys = await page.evaluate(() =>
    ['accessToken', 'refreshToken'].map((key) => localStorage.getItem(key)),
  )
  expect(keys.map((token) => typeof token)).toEqual(['string', 'string'])
})

test('“Remember for 30 days” keeps the e-mail on the device and never the password', async ({ page }) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await logIn(page, who, true)
  await expect(page).toHaveURL(`${portal.url}/author`)
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(stored).toContain(who.email)
  for (const secret of [who.password, Buffer.from(who.password).toString('base64')]) {
    expect(stored).not.toContain(secret)
  }
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(who.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('logging out clears the tokens and goes to /', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/author')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  expect(
    await page.evaluate(() => localStorage.getItem('accessToken') ?? localStorage.getItem('refreshToken')),
  ).toBeNull()
})
