import { expect, test } from 'vitest'
import { settings as table } from '#server/db/schema.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { defaultSettings } from './defaults.ts'

test('a fee of 0 and a currency that does not exist are refused; what was saved before is still read', async () => {
  const t = await openTestPortal()
  try {
    const admin = await makePerson(t, { role: 'admin' })
    const document = { ...defaultSettings, feeAmount: '0', feeCurrency: 'ZZZ' }
    await t.database.db.insert(table).values({ id: 1, document, revision: 1, changedAt: t.clock.now })
    const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
    expect(settings).toEqual(document)
    const save = (feeAmount: string, feeCurrency: string) =>
      t.call(saveSettings, {
        as: admin.token,
        body: { settings: { ...settings, feeAmount, feeCurrency }, revision },
      })
    const zero = 'Enter an amount above 0, or leave it empty where nothing is to be paid.'
    const unknown = 'There is no such currency. Enter its three letters like EUR.'
    const refused = await save('0.00', 'ZZZ')
    expect([refused.status, refused.refusal.details]).toEqual([
      422,
      [
        { field: 'settings.feeAmount', message: zero },
        { field: 'settings.feeCurrency', message: unknown },
      ],
    ])
    expect((await save('', 'chf')).body.settings).toMatchObject({ feeAmount: '', feeCurrency: 'CHF' })
  } finally {
    await t.close()
  }
})

test('a time zone is a name: hours from UTC are refused, whatever sign they have', async () => {
  const t = await openTestPortal()
  try {
    const admin = await makePerson(t, { role: 'admin' })
    const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
    for (const timeZone of ['+02:00', '-0500']) {
      const body = { settings: { ...settings, timeZone }, revision }
      const refused = await t.call(saveSettings, { as: admin.token, body })
      const problem = { field: 'settings.timeZone', message: 'Enter a time zone like Europe/Zurich.' }
      expect([refused.status, refused.refusal.details]).toEqual([422, expect.arrayContaining([problem])])
    }
  } finally {
    await t.close()
  }
})
