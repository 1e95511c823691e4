import { expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { listUsers } from '#server/features/people/list-users.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'
import { listUsers as contract } from '#shared/people/desk-contract.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { listed } from './listed.ts'

test('what is searched for is searched once for many rows, which come in the list’s order and in small pieces', async () => {
  const t = await openTestPortal()
  try {
    const names = Array.from({ length: 450 }, (_, n) => `crowd${String(n).padStart(3, '0')}`)
    const exported = (filter: ExportFilter) =>
      t.transact(async (ctx) => {
        let asked = 0
        const pieces: string[][] = []
        const read: typeof listUsers = (...given) => {
          asked += 1
          return listUsers(...given)
        }
        for await (const rows of listed(contract, read)(ctx, { ...filter, sort: 'name' }))
          pieces.push(rows.map(({ name }) => name))
        return { asked, lengths: pieces.map(({ length }) => length), names: pieces.flat() }
      })
    await t.transact((ctx) =>
      ctx.tx.insert(users).values(
        names.map((name) => ({
          id: ctx.newId(),
          email: `${name}@north.example`,
          name,
          role: 'author' as const,
          createdAt: ctx.now,
        })),
      ),
    )
    expect(await exported({ q: 'crowd' })).toEqual({ asked: 1, lengths: [200, 200, 50], names })
    expect(await exported({ status: 'author' })).toEqual({ asked: 3, lengths: [200, 200, 50], names })
    expect(await exported({ q: 'nobody' })).toEqual({ asked: 1, lengths: [], names: [] })
  } finally {
    await t.close()
  }
})
