import { expect, test } from '@playwright/test'
import { makePerson, sessionOf } from '#tests/factories.ts'
import { type BrowserPortal, loseAnswer, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('a new password says at its field what is wrong with it', async ({ page }) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'Password' })
  const current = panel.getByLabel('Current password', { exact: true })
  const next = panel.getByLabel('New password', { exact: true })
  const change = panel.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(current).toHaveAccessibleDescription('Enter your current password.')
  await expect(next).toHaveAccessibleDescription('Enter a new password.')
  await current.fill(ada.password)
  for (const [typed, said] of [
    ['7 chars', 'Password must be at least 8 characters.'],
    ['password1', 'This password is too easy to guess. Choose a longer or less common one.'],
  ] as const) {
    await next.fill(typed)
    await change.click()
    await panel.getByRole('alert').getByRole('link', { name: said }).click()
    await expect(next).toBeFocused()
    await expect(next).toHaveAccessibleDescription(said)
  }
})

test('sessions that cannot be read say “Failed to load profile”, and can be asked for again', async ({
  page,
}) => {
  await readApart(page)
  await page.route('**/api/profile/sessions*', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  const panel = page.getByRole('region', { name: 'Sessions' })
  await expect(panel.getByRole('alert')).toContainText('Failed to load profile')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('this session')).toBeVisible()
})

test('a profile sent when the session has ended waits for the log-in, and says nothing of it afterwards', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  await page.getByLabel('Phone').fill('+41 44 123')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'ended')
    localStorage.setItem('refreshToken', 'ended')
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Phone')).toHaveValue('+41 44 123')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile updated successfully' })).toBeVisible()
})

test('a new password ends the other sessions on the page too; sent again after no answer came, it is said that it may be in force', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await sessionOf(portal.t, ada.email, ada.password)
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'Password' })
  const ends = page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End session' })
  const current = panel.getByLabel('Current password', { exact: true })
  const next = panel.getByLabel('New password', { exact: true })
  const change = panel.getByRole('button', { name: 'Change password' })
  await expect(ends).toHaveCount(1)
  await current.fill(ada.password)
  await next.fill('twelve grey elephants')
  await change.click()
  await expect(ends).toHaveCount(0)

  const alert = panel.getByRole('alert')
  await current.fill('not hers')
  await next.fill('eleven grey elephants')
  await change.click()
  await expect(alert).toContainText('Your current password is wrong.')
  await expect(alert).not.toContainText('Your earlier try may have arrived')
  await current.fill('twelve grey elephants')
  await loseAnswer(page, '**/api/profile/password')
  await change.click()
  await expect(alert).toContainText('no answer came')
  await change.click()
  await expect(alert).toContainText('Your current password is wrong.')
  await expect(alert).toContainText('Your earlier try may have arrived: then your new password is already')
})

test('who gets no answer as they delete their account reads, when they try again, that it is gone; nothing of them stays', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  await page.evaluate((email) => {
    localStorage.setItem('rememberedEmail', JSON.stringify({ email, until: Date.now() + 3600_000 }))
    localStorage.setItem('begun:reject', '{}')
  }, ada.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await loseAnswer(page, '**/api/profile/delete')
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('no answer came')
  await confirm.click()
  await expect(page).toHaveURL(`${portal.url}/`)
  await expect(page.getByText('Your account was probably deleted by your first try')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('')
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => ['rememberedEmail', 'begun:reject', 'accessToken'].includes(key))).toEqual([])
})
