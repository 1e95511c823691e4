import { expect, test } from '@playwright/test'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openAs, openBrowserPortal } from './browser-portal.ts'

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
    await expect(page.getByText('Settings saved.')).toBeVisible()
    expect((await saved()).settings).toMatchObject({
      conferenceName: 'Mine',
      graceMinutes: 30,
      anonymity: 'double',
      paymentInstructions: 'By bank transfer.',
    })
    await page.getByLabel('Grace, in minutes').fill('45')
    await save()
    await expect.poll(async () => (await saved()).settings.graceMinutes).toBe(45)
  } finally {
    await portal.close()
  }
})
