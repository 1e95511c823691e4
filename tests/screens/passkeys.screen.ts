import { test as base, expect, type Page } from '@playwright/test'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { withAuthenticator } from './authenticator.ts'
import { barriers } from './barriers.ts'
import { type BrowserPortal, loseAnswer, openAs, openBrowserPortal } from './browser-portal.ts'

/** A tab of its own each: an authenticator stays with its tab. */
const test = base.extend({
  page: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
})

let portal: BrowserPortal
test.beforeAll(async () => {
  const opened = await openBrowserPortal()
  // A passkey is bound to a host, and a number is none; the port is known only now.
  const url = opened.url.replace('127.0.0.1', 'localhost')
  opened.t.config.publicUrl = url
  portal = { ...opened, url }
})
test.afterAll(() => portal.close())

async function passTheFirstStep(page: Page, who: MadePerson): Promise<void> {
  await page.goto(portal.url)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

for (const width of [360, 1440]) {
  test(`at ${width} pixels a passkey is added, lets in beside the password, and is removed`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const device = await withAuthenticator(page)
    const ada = await makePerson(portal.t, { role: 'author' })
    await openAs(page, portal, ada, '/profile')
    const panel = page.getByRole('region', { name: 'Two-step verification' })
    await panel.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the passkey').fill('Laptop')
    await dialog.getByLabel('Current password', { exact: true }).fill('not hers')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Your current password is wrong.')
    await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('Keep these recovery codes')
    expect((await device.credentials()).map(({ rpId }) => rpId)).toEqual(['localhost'])
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await expect(panel.getByRole('listitem')).toContainText(['Laptop'])
    await expect(panel).toContainText('10 recovery codes are left.')
    expect(await barriers(page)).toEqual([])
    const told = (await portal.t.mails()).filter(({ toAddress }) => toAddress === ada.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Two-step verification was turned on'])

    await page.evaluate(() => localStorage.clear())
    await passTheFirstStep(page, ada)
    const use = page.getByRole('button', { name: 'Use your passkey' })
    await expect(use).toBeFocused()
    expect(await barriers(page)).toEqual([])
    await use.click()
    await expect(page).toHaveURL(`${portal.url}/author`)

    await page.goto(`${portal.url}/profile`)
    await panel.getByRole('button', { name: 'Remove Laptop' }).click()
    await expect(dialog).toContainText('It is the last one')
    await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(panel.getByRole('listitem')).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
    await passTheFirstStep(page, ada)
    await expect(page).toHaveURL(`${portal.url}/author`)
  })
}

test('who gets no answer as they add a passkey is told, when they try again, that it was added', async ({
  page,
}) => {
  await withAuthenticator(page)
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the passkey').fill('Laptop')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await loseAnswer(page, '**/api/profile/passkeys')
  const goOn = dialog.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await expect(dialog.getByRole('alert')).toContainText('no answer came')
  await goOn.click()
  const added =
    'It was added already, though no answer came. If you did not see recovery codes, make new ones.'
  await expect(dialog.getByRole('alert')).toContainText(added)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByRole('listitem')).toContainText(['Laptop'])
  await expect(panel.getByRole('button', { name: 'New recovery codes' })).toBeVisible()
  // Without an answer that was lost it is only the device that speaks.
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('Laptop once more')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await goOn.click()
  await expect(dialog.getByRole('alert')).toContainText('holds a passkey for your account already.')
  await expect(dialog.getByRole('alert')).not.toContainText('added already')
})

test('without the device it is said that no passkey was given, and a recovery code lets in', async ({
  page,
}) => {
  const device = await withAuthenticator(page)
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the passkey').fill('Laptop')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const recovery = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await device.forget()
  await page.evaluate(() => localStorage.clear())
  await passTheFirstStep(page, ada)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('No passkey was given')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill(recovery)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})
