import { expect, test } from '@playwright/test'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openAs, openBrowserPortal } from './browser-portal.ts'

test('that there is no support address yet is said to administrators, until one is set', async ({ page }) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin' })
    await openAs(page, portal, admin, '/admin')
    await expect(page.getByText('No support address is set')).toBeVisible()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env['PICTURES'] !== undefined)
        await page.screenshot({ path: `${process.env['PICTURES']}/no-support-${width}.png` })
    }
    await page.getByRole('link', { name: 'Set one' }).click()
    const field = page.getByLabel('Support e-mail')
    await expect(field).toHaveValue('')
    await expect(page.getByText('None is set: the portal’s mails')).toBeVisible()
    await field.fill('help@conference.example')
    await expect(page.getByText('None is set: the portal’s mails')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await openAs(page, portal, admin, '/admin')
    await expect(page.getByRole('heading', { name: 'Abstracts' })).toBeVisible()
    await expect(page.getByText('No support address is set')).toHaveCount(0)
  } finally {
    await portal.close()
  }
})

test('settings that somebody else saved meanwhile are shown beside what is typed, and chosen field by field', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin' })
    const other = await makePerson(portal.t, { role: 'admin' })
    const saved = async () => (await portal.t.call(readSettings, { as: other.token })).body
    const saveElsewhere = async (change: Partial<Settings>) => {
      const { settings, revision } = await saved()
      const body = { settings: { ...settings, ...change }, revision }
      expect((await portal.t.call(saveSettings, { as: other.token, body })).status).toBe(200)
    }
    const save = () => page.getByRole('button', { name: 'Save settings' }).click()
    const dialog = page.getByRole('dialog')
    await openAs(page, portal, admin, '/admin/settings')
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.getByLabel('Payment instructions').fill('By bank transfer.')
    await page.getByLabel('Grace, in minutes').fill('15')
    await saveElsewhere({ conferenceName: 'Theirs', graceMinutes: 30, anonymity: 'double' })
    await save()
    await expect(dialog).toContainText('Somebody else saved the settings meanwhile')
    const name = dialog.getByRole('group', { name: 'Name' })
    await expect(name.getByLabel('Typed here')).toBeChecked()
    await expect(dialog.getByRole('group')).toHaveCount(2)
    await expect(dialog).toContainText('Theirs')
    await expect(dialog).toContainText('Anonymity: Double-anonymous')

    await dialog.getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
    await save()
    await dialog.getByRole('button', { name: 'All as saved' }).click()
    await name.getByText('Typed here').click()
    await dialog.getByRole('button', { name: 'Go on with these' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
    await expect(page.getByLabel('Grace, in minutes')).toHaveValue('30')
    await save()
    const toast = page.getByText('Settings saved.')
    await expect(toast).toBeVisible()
    // It covers nothing of the bar with the button.
    const bar = await page.getByRole('region', { name: 'Save settings' }).boundingBox()
    const said = await toast.locator('..').boundingBox()
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    expect((await saved()).settings).toMatchObject({
      conferenceName: 'Mine',
      graceMinutes: 30,
      anonymity: 'double',
      paymentInstructions: 'By bank transfer.',
    })
    await page.getByLabel('Grace, in minutes').fill('45')
    await saveElsewhere({ paymentInstructions: 'By card.' })
    await save()
    await expect(dialog).toContainText('You and they changed different settings, and both are kept.')
    await expect(dialog).toContainText('They changed, and you did not:Payment instructions: By card.')
    await expect(dialog).toContainText('You changed, and they did not:Grace, in minutes: 45')
    await dialog.getByRole('button', { name: 'Go on with these' }).click()
    await save()
    await expect.poll(async () => (await saved()).settings.paymentInstructions).toBe('By card.')
    await expect.poll(async () => (await saved()).settings.graceMinutes).toBe(45)
  } finally {
    await portal.close()
  }
})

test('what is kept in another form than it was typed in is shown so, and is saved', async ({ page }) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin' })
    await openAs(page, portal, admin, '/admin/settings')
    const currency = page.getByLabel('Currency, three letters')
    const topics = page.getByLabel('Topics, one a line')
    const bar = page.getByRole('region', { name: 'Save settings' })
    await currency.fill('chf')
    await topics.fill('Steel\n\n  Timber ')
    await expect(bar).toContainText('Not saved yet')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await expect(bar).toContainText('Everything is saved.')
    await expect(currency).toHaveValue('CHF')
    await expect(topics).toHaveValue('Steel\nTimber')
  } finally {
    await portal.close()
  }
})

test('what is typed while settings are being saved stays, and is not saved yet', async ({ page }) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin' })
    await openAs(page, portal, admin, '/admin/settings')
    const typed = page.getByLabel('Payment instructions')
    await page.route('**/api/admin/settings', async (route) => {
      const isSaving = route.request().method() === 'PUT'
      if (isSaving) await typed.fill('Typed meanwhile')
      await route.continue()
    })
    await page.getByLabel('Currency, three letters').fill('chf')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await expect(page.getByLabel('Currency, three letters')).toHaveValue('CHF')
    await expect(typed).toHaveValue('Typed meanwhile')
    await expect(page.getByText('Not saved yet: Payment instructions')).toBeVisible()
  } finally {
    await portal.close()
  }
})

test('Back from a section of the settings asks nothing, as nothing is left; Back from the settings does', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin' })
    await openAs(page, portal, admin, '/admin/people')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Not saved yet')
    await page.getByRole('link', { name: 'Payment' }).last().click()
    await expect(page).toHaveURL(/#settings-/)
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(/settings$/)
    expect(asked).toEqual([])
    await page.evaluate(() => history.back())
    await expect.poll(() => asked).toEqual(['What you typed is not saved. Leave all the same?'])
    await expect(name).toHaveValue('Not saved yet')
  } finally {
    await portal.close()
  }
})

test('asking for fewer reviews says before it is saved how many papers will wait for a decision', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  try {
    const { t } = portal
    const admin = await makePerson(t, { role: 'admin' })
    const reviewer = await makePerson(t, { role: 'reviewer' })
    const author = await makePerson(t, { role: 'author' })
    const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
    const two = { settings: { ...settings, reviewsPerPaper: 2 }, revision }
    expect((await t.call(saveSettings, { as: admin.token, body: two })).status).toBe(200)
    const params = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
    const body = { score: 80 }
    expect((await t.call(approvePaper, { as: reviewer.token, params, body })).status).toBe(200)
    await openAs(page, portal, admin, '/admin/settings')
    await page.getByLabel('Reviews per paper').fill('1')
    const foretold = page.getByText('1 paper that waits for more reviews will wait for your decision')
    await expect(foretold).toBeVisible()
    await page.getByLabel('Reviews per paper').fill('3')
    await expect(foretold).toHaveCount(0)
  } finally {
    await portal.close()
  }
})
