import { expect, test } from 'vitest'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'

test('holidays are kept in order, each once', async () => {
  const t = await openTestPortal()
  try {
    const as = (await makePerson(t, { role: 'admin' })).token
    const { settings, revision } = (await t.call(readSettings, { as })).body
    const holidays = ['2027-01-01', '2026-12-25', '2027-01-01']
    const saved = await t.call(saveSettings, { as, body: { settings: { ...settings, holidays }, revision } })
    expect(saved.body.settings.holidays).toEqual(['2026-12-25', '2027-01-01'])
    expect((await t.call(readSettings, { as })).body.settings.holidays).toEqual(['2026-12-25', '2027-01-01'])
  } finally {
    await t.close()
  }
})
