import { expect, test } from '@playwright/test'
import { makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

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
