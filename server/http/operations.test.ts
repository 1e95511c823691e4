import { expect, inject, test } from 'vitest'
import { live, ready } from '#shared/operations/contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { onServer } from '#tests/setup/template.ts'
import { openTestPortal } from '#tests/test-portal.ts'

const template = inject('template')
test.runIf(template.kind === 'postgres')(
  'while the database takes no changes they are refused with a time to come back at, and the portal is not ready; then it is, at once',
  async () => {
    if (template.kind !== 'postgres') throw new Error('only on PostgreSQL')
    const t = await openTestPortal()
    const { rows } = await t.database.executeSql('select current_database() as name')
    const { name } = rows[0] as { name: string }
    const takesChanges = (isOn: boolean) =>
      onServer(
        template.server,
        `alter database ${name} set default_transaction_read_only to ${isOn ? 'off' : 'on'}`,
      )
    try {
      const { token: as } = await makePerson(t, { role: 'author' })
      const body = { firstName: 'Ada', lastName: 'Author', organization: 'North' }
      const seen = async () => {
        const isReady = (await t.call(ready)).status
        const { status, headers } = await t.call(saveProfile, { as, body })
        return [isReady, (await t.call(live)).status, status, headers['retry-after']]
      }
      expect(await seen()).toEqual([200, 200, 200, undefined])
      await takesChanges(false)
      // Only those that are made from now on notice.
      await onServer(
        template.server,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      )
      for (const _ of [1, 2, 3]) expect(await seen()).toEqual([503, 200, 503, '5'])
      await takesChanges(true)
      // Those that were made meanwhile have been given up.
      expect(await seen()).toEqual([200, 200, 200, undefined])
    } finally {
      await t.close()
    }
  },
)
