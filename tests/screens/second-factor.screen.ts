import { expect, type Page, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { changeUser } from '#shared/people/desk-contract.ts'
import { confirmSecondFactor, startSecondFactor } from '#shared/people/second-factor-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, loseAnswer, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

const codeOf = (key: string) =>
  new TOTP({ secret: key }).generate({ timestamp: portal.t.clock.now.getTime() })

/** Turned on through the API; the portal's clock goes on to a code that was not used yet. */
async function turnOn(who: MadePerson): Promise<{ key: string; recovery: string }> {
  const { t } = portal
  const begun = await t.call(startSecondFactor, { as: who.token, body: { password: who.password } })
  const body = { code: codeOf(begun.body.key) }
  const on = await t.call(confirmSecondFactor, { as: who.token, body })
  expect(on.status).toBe(200)
  t.clock.advance(30_000)
  return { key: begun.body.key, recovery: on.body.recoveryCodes[0] ?? '' }
}

async function passTheFirstStep(page: Page, who: MadePerson): Promise<void> {
  await page.goto(portal.url)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('two-step verification is turned on by the password, a QR code and a first code, and gives recovery codes', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password', { exact: true }).fill('not hers')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your current password is wrong.')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const code = dialog.getByLabel('Code that the app shows')
  await expect(code).toBeFocused()
  await expect(dialog.locator('svg path[fill=black]')).toBeVisible()
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expect(dialog.getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${key}`),
  )
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAccessibleDescription(/This code is not right/)
  await code.fill(codeOf(key))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog).toContainText('Keep these recovery codes')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel).toContainText('10 recovery codes are left.')
  const kinds = (await portal.t.mails()).filter(({ toAddress }) => toAddress === ada.email)
  expect(kinds.map(({ subject }) => subject)).toEqual(['Two-step verification was turned on'])

  await panel.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await panel.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await expect(dialog).toContainText('It is the last one')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
})

test('who gets no answer as they turn it on is told that it is on, and that new recovery codes can be made', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByRole('button', { name: 'Add an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const key = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code that the app shows').fill(codeOf(key))
  await loseAnswer(page, '**/second-factor/confirm')
  const turnOn = dialog.getByRole('button', { name: 'Turn on' })
  await turnOn.click()
  await expect(dialog.getByRole('alert')).toContainText('no answer came')
  await turnOn.click()
  await expect(dialog.getByRole('alert')).toContainText('It is on already.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel).toContainText('10 recovery codes are left.')
  await expect(panel.getByRole('button', { name: 'Add an authenticator app' })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'New recovery codes' })).toBeVisible()
})

test('the log-in asks for the code after the password; a wrong one is said at its field, and Back leads back', async ({
  page,
}) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  const { key } = await turnOn(ada)
  await passTheFirstStep(page, ada)
  const code = page.getByLabel('Code', { exact: true })
  const submit = page.getByRole('button', { name: 'Log in', exact: true })
  await expect(code).toBeFocused()
  await submit.click()
  await expect(code).toHaveAccessibleDescription(/Enter the code\./)
  await code.fill('000000')
  await submit.click()
  await expect(code).toHaveAccessibleDescription(/This code is not right/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ada.password)
  await submit.click()
  await code.fill(codeOf(key))
  await submit.click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('a recovery code stands in for the app', async ({ page }) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  const { recovery } = await turnOn(ada)
  await passTheFirstStep(page, ada)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill(recovery)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('an organiser turns it off for who lost both, after a question', async ({ page }) => {
  const admin = await makePerson(portal.t, { role: 'admin' })
  const ada = await makePerson(portal.t, { role: 'author' })
  await turnOn(ada)
  await openAs(page, portal, admin, `/admin/people?view=person&personId=${ada.id}`)
  const off = page.getByRole('button', { name: 'Turn two-step verification off' })
  await off.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Do this only when you are sure')
  await question.getByRole('button', { name: 'Turn two-step verification off' }).click()
  await expect(question).toHaveCount(0)
  await expect(off).toHaveCount(0)
  const told = (await portal.t.mails()).filter(({ kind }) => kind === 'second_factor_reset')
  expect(told.map(({ toAddress }) => toAddress)).toEqual([ada.email])
})

test('where the settings want it, an organiser without it is led to their profile, and to the desk once it is on', async ({
  page,
}) => {
  const { t } = portal
  const chair = await makePerson(t, { role: 'admin' })
  await turnOn(chair)
  await openAs(page, portal, chair, '/admin/settings')
  await page.getByRole('group', { name: 'Two-step verification of' }).getByText('Wanted').click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  const admin = await makePerson(t, { role: 'admin' })
  await openAs(page, portal, admin, '/admin')
  await expect(page).toHaveURL(`${portal.url}/profile`)
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await expect(panel).toContainText('The desk opens as soon as it is on.')
  await turnOn(admin)
  await page.goto(`${portal.url}/admin`)
  await expect(page).toHaveURL(`${portal.url}/admin`)
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, organisersNeedSecondFactor: false }, revision }
  expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
  expect(
    (
      await t.call(changeUser, {
        as: admin.token,
        params: { userId: chair.id },
        body: { resetSecondFactor: true },
      })
    ).status,
  ).toBe(200)
})
