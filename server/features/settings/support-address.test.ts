import { rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startPglite } from '#server/db/embedded/start-pglite.ts'
import { openPglite } from '#server/db/open.ts'
import { config, readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { migrationsBefore } from '#tests/setup/migrations-before.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { defaultSettings } from './defaults.ts'
import { settingsOf } from './load-settings.ts'

test('SUPPORT_EMAIL is the support address until one is saved, also where settings without one are saved', async () => {
  const t = await openTestPortal({ env: { SUPPORT_EMAIL: 'env@conference.example' } })
  try {
    const admin = await makePerson(t, { role: 'admin' })
    const inForce = async () => [
      (await t.call(config)).body.supportEmail,
      (await t.call(readSettings, { as: admin.token })).body.settings.supportEmail,
    ]
    const save = async (supportEmail: string) => {
      const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
      const body = { settings: { ...settings, supportEmail }, revision }
      return (await t.call(saveSettings, { as: admin.token, body })).body.settings.supportEmail
    }
    expect(await inForce()).toEqual(['env@conference.example', 'env@conference.example'])
    expect(await save('')).toBe('env@conference.example')
    expect(await inForce()).toEqual(['env@conference.example', 'env@conference.example'])
    // The form sends back what it was given: it stays the environment's.
    expect(await save('env@conference.example')).toBe('env@conference.example')
    expect((await settingsOf(t.database.db)).supportEmail).toBe('')
    expect(await save('help@conference.example')).toBe('help@conference.example')
    expect(await inForce()).toEqual(['help@conference.example', 'help@conference.example'])
  } finally {
    await t.close()
  }
})

test.each([
  ['support@localhost.localdomain', ''],
  ['help@conference.example', 'help@conference.example'],
])('after an upgrade the saved support address %s is %j', async (before, after) => {
  const folder = await migrationsBefore('0046_no_made_up_support')
  const client = await startPglite()
  try {
    const { db: old } = await openPglite(client, undefined, folder)
    const document = { ...defaultSettings, supportEmail: before }
    await old.execute(
      sql`insert into settings (id, document, revision, changed_at) values (1, ${JSON.stringify(document)}::jsonb, 1, now())`,
    )
    const { db } = await openPglite(client)
    expect(await settingsOf(db)).toEqual({ ...document, supportEmail: after })
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
})
