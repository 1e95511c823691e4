import { expect, test } from '@playwright/test'
import { forgotPassword } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type BrowserPortal, loseAnswer, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

/** The link in the newest mail to an address, on this portal. */
async function linkTo(address: string): Promise<string> {
  const mail = (await portal.t.mails()).filter((one) => one.toAddress === address).at(-1)
  const link = /https:\/\/portal\.example(\S+)/.exec(mail?.text ?? '')?.[1]
  if (link === undefined) throw new Error(`no mail with a link to ${address}`)
  return portal.url + link
}

test('the role is chosen by a toggle; only reviewers are asked for a PIN', async ({ page }) => {
  await page.goto(`${portal.url}/signup`)
  await expect(page.getByRole('radio', { name: 'Author' })).toBeChecked()
  await expect(page.getByLabel('Name')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByLabel('PIN')).toHaveCount(0)
  await page.getByLabel('Name').fill('Rita')
  await page.getByText('Reviewer', { exact: true }).click()
  await expect(page.getByLabel('PIN')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Rita')
})

test('an invitation’s link opens the Reviewer side with the address filled in', async ({ page }) => {
  await page.goto(`${portal.url}/signup?role=reviewer&email=rita@karst.example`)
  await expect(page.getByRole('radio', { name: 'Reviewer' })).toBeChecked()
  await expect(page.getByLabel('E-mail')).toHaveValue('rita@karst.example')
})

test('who is invited and has an account is told to enter its password, or to ask for a new one', async ({
  page,
}) => {
  const hint = 'If you have an account here, enter its password.'
  const email = 'known@karst.example'
  await page.goto(`${portal.url}/signup`)
  await expect(page.getByText(hint)).toHaveCount(0)
  await page.goto(`${portal.url}/signup?role=reviewer&email=${email}`)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    `At least 8 characters. ${hint}`,
  )
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL(`${portal.url}/forgot-password?email=${encodeURIComponent(email)}`)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
})

test('an invitation’s link fills in the name that the organisers gave, and leaves one that is typed', async ({
  page,
}) => {
  const admin = await makePerson(portal.t, { role: 'admin' })
  const invitation = { email: 'ines@karst.example', name: 'Inés Invited' }
  await portal.t.call(inviteReviewers, { as: admin.token, body: invitation })
  await portal.t.drain()
  const link = await linkTo(invitation.email)
  await page.goto(link)
  await expect(page.getByLabel('Name')).toHaveValue('Inés Invited')
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/invitation', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(link)
  await page.getByLabel('Name').fill('I. Invited')
  const read = page.waitForResponse('**/api/auth/invitation')
  answer()
  await read
  await expect(page.getByLabel('Name')).toHaveValue('I. Invited')
})

test('an invitation’s link that is good no longer says so at once', async ({ page }) => {
  await page.goto(`${portal.url}/signup?role=reviewer&email=rita@karst.example&invitation=replaced`)
  await expect(page.getByRole('alert')).toContainText('This link does not work any more')
  await expect(page.getByLabel('E-mail')).toHaveValue('rita@karst.example')
})

test('missing fields and a short password are refused in the specified words', async ({ page }) => {
  await page.goto(`${portal.url}/signup`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields.')
  await page.getByLabel('Name').fill('Ada Author')
  await page.getByLabel('E-mail').fill('ada@north.example')
  await page.getByLabel('Password', { exact: true }).fill('7 chars')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Password must be at least 8 characters.')
  await page.getByText('Reviewer', { exact: true }).click()
  await page.getByLabel('Password', { exact: true }).fill('long enough a password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields.')
})

test('after the registration it says so, and goes to / after 800 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto(`${portal.url}/signup`)
  await page.getByLabel('Name').fill('Ada Author')
  await page.getByLabel('E-mail').fill('ada@north.example')
  await page.getByLabel('Password', { exact: true }).fill('twelve grey elephants')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const said = page.getByText('Account created successfully. Please check your email to verify your account.')
  await expect(said).toBeVisible()
  await page.clock.runFor(790)
  await expect(page).toHaveURL(`${portal.url}/signup`)
  await page.clock.runFor(20)
  await expect(page).toHaveURL(`${portal.url}/`)
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a wrong PIN is marked at its field, and the summary leads there', async ({ page }) => {
  await page.goto(`${portal.url}/signup?role=reviewer&email=nobody@karst.example`)
  await page.getByLabel('Name').fill('Rita Reviewer')
  await page.getByLabel('Password', { exact: true }).fill('twelve grey elephants')
  await page.getByLabel('PIN').fill('ABCDEFGH')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^The PIN is not valid/ })
    .click()
  await expect(page.getByLabel('PIN')).toBeFocused()
  await expect(page.getByLabel('PIN')).toHaveAttribute('aria-invalid', 'true')
})

test('a password that is too easy to guess is marked at its field', async ({ page }) => {
  await page.goto(`${portal.url}/signup`)
  await page.getByLabel('Name').fill('Ada Author')
  await page.getByLabel('E-mail').fill('ada3@north.example')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('password1')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^This password is too easy to guess/ })
    .click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/This password is too easy to guess/)
})

test('without a good link the address is not confirmed: it says how to get another, and the way back', async ({
  page,
}) => {
  for (const search of ['', '?token=unknown']) {
    await page.goto(`${portal.url}/verify-email${search}`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByText(/^For a new link, log in/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Back to Log in' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
})

test('a refusal shows the server’s message, and without one “Registration failed”', async ({ page }) => {
  await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${portal.url}/signup`)
  await page.getByLabel('Name').fill('Ada Author')
  await page.getByLabel('E-mail').fill('ada2@north.example')
  await page.getByLabel('Password', { exact: true }).fill('twelve grey elephants')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Registration failed')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Author')
})

test('the link of the mail confirms the address, once, by a click that a scanner does not make', async ({
  page,
}) => {
  await page.goto(`${portal.url}/signup`)
  await page.getByLabel('Name').fill('Vera')
  await page.getByLabel('E-mail').fill('vera@north.example')
  await page.getByLabel('Password', { exact: true }).fill('twelve grey elephants')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  const link = await linkTo('vera@north.example')
  await page.goto(link)
  await expect(page.getByText('Your e-mail address is confirmed. You can log in now.')).toBeVisible()
  // Opened once more, as where the first answer was lost.
  await page.goto(link)
  await expect(page.getByText('Your e-mail address is confirmed already.')).toBeVisible()
  await expect(page.getByText(/^For a new link, log in/)).toHaveCount(0)
})

test('the page of the mailed link, loaded again, still says that the address is confirmed', async ({
  page,
}) => {
  let asked = 0
  await page.route('**/api/auth/verify-email', (route) => {
    asked += 1
    return asked === 1
      ? route.fulfill({ json: { message: 'Your e-mail address is confirmed. You can log in now.' } })
      : route.fulfill({ status: 400, json: { message: 'This link is not valid.', error: 'invalid_token' } })
  })
  await page.goto(`${portal.url}/verify-email?token=abc`)
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/verify-email`)
  await page.reload()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(asked).toBe(1)
})

test('the forgotten password is asked for by e-mail, prefilled from the address', async ({ page }) => {
  const who = await makePerson(portal.t, { role: 'author' })
  await page.goto(`${portal.url}/forgot-password`)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter your email.')
  await page.goto(`${portal.url}/forgot-password?email=${who.email}`)
  await expect(page.getByLabel('E-mail')).toHaveValue(who.email)
  await page.getByLabel('E-mail').fill(`  ${who.email} `)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Password reset email sent successfully!' }),
  ).toBeVisible()
  await portal.t.drain()
  await page.goto(await linkTo(who.email))
  await page.getByLabel('New password', { exact: true }).fill('a quite new secret')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill('a quite new secret')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('a new password by the mailed link leaves the session of who else is logged in; sent again after no answer came, the way to log in is said', async ({
  page,
}) => {
  const [ada, bob] = [
    await makePerson(portal.t, { role: 'author' }),
    await makePerson(portal.t, { role: 'author' }),
  ]
  const ask = async () => {
    portal.t.clock.advance(61_000)
    await portal.t.call(forgotPassword, { body: { email: ada.email } })
    await portal.t.drain()
    return linkTo(ada.email)
  }
  const save = page.getByRole('button', { name: 'Save new password' })
  const typed = page.getByLabel('New password', { exact: true })
  await openAs(page, portal, bob, '/profile')
  await page.goto(await ask())
  await typed.fill('a quite new secret')
  await save.click()
  await expect(page.getByText('Your password was changed. Please log in.')).toBeVisible()
  await page.goto(`${portal.url}/profile`)
  await expect(page.getByText(`Mails go to ${bob.email}`)).toBeVisible()

  await page.goto(await ask())
  await typed.fill('a still newer secret')
  await loseAnswer(page, '**/api/auth/reset-password')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('no answer came')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('If you have just set a password with it, log in')
  await expect(page.getByRole('link', { name: 'Back to Log in' })).toBeVisible()
})

test('a reset that fails says “Failed to send reset email”; a link leads back', async ({ page }) => {
  await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${portal.url}/forgot-password?email=a@north.example`)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to send reset email')
  await page.unroute('**/api/auth/forgot-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const sent = page.getByText('Password reset email sent successfully!')
  await expect(sent).toBeVisible()
  await page.getByLabel('E-mail').fill('')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter your email.')
  await expect(sent).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Log in' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
})

test('a new person completes their profile and goes where they work', async ({ page }) => {
  for (const [role, home] of [
    ['reviewer', '/reviewer'],
    ['author', '/author'],
  ] as const) {
    const name = 'Nora Maria Old'
    await openAs(page, portal, await makePerson(portal.t, { role, name, incomplete: true }), home)
    await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
    await expect(page.getByText(role === 'reviewer' ? 'Role: Reviewer' : 'Role: Author')).toBeVisible()
    // As typed at the sign-up.
    await expect(page.getByLabel('First name')).toHaveValue('Nora Maria')
    await expect(page.getByLabel('Last name')).toHaveValue('Old')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Please complete all required fields')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('New')
    await page.getByLabel('Organization').fill('North')
    await expect(page.getByLabel('Phone (optional)')).toHaveValue('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(portal.url + home)
    await expect(page.getByText('Profile saved')).toBeVisible()
  }
})

test('a profile that cannot be saved says “Failed to save profile” and keeps what was typed', async ({
  page,
}) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author', incomplete: true }), '/author')
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('New')
  await page.getByLabel('Organization').fill('North')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to save profile')
  await expect(page.getByLabel('First name')).toHaveValue('Nora')
})
