import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { rowsOf } from './db.ts'
import { startPglite } from './embedded/start-pglite.ts'
import { OftenSaid } from './often-said.ts'
import { openPglite, openPostgres } from './open.ts'

const times = (n: number, work: (at: number) => void) => Array.from({ length: n }, (_, at) => work(at))

test('a statement gets its name the twentieth time, and keeps it', () => {
  const often = new OftenSaid()
  const names = Array.from({ length: 25 }, () => often.nameOf('select 1'))
  expect(names.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => undefined))
  expect(new Set(names.slice(19)).size).toBe(1)
  expect(names.at(-1)).toMatch(/^[0-9a-f]{63}$/)
  expect(often.nameOf('select 2')).toBeUndefined()
})

test('what comes now and then among much else gets none', () => {
  const often = new OftenSaid()
  const names = Array.from({ length: 100 }, (_, round) => {
    times(200, (at) => often.nameOf(`select ${round * 200 + at}`))
    return often.nameOf('select 1 as seldom')
  })
  expect(names).toEqual(names.map(() => undefined))
})

test('a hundred statements have names; no other gets one', () => {
  const often = new OftenSaid()
  const lastName = (statement: string) => Array.from({ length: 20 }, () => often.nameOf(statement)).at(-1)
  const names = Array.from({ length: 101 }, (_, at) => lastName(`select ${at}`))
  expect(new Set(names.slice(0, 100)).size).toBe(100)
  expect(names.slice(0, 100)).not.toContain(undefined)
  expect(names[100]).toBeUndefined()
})

test('the database keeps what it is asked often, in and out of transactions, and answers the same', async () => {
  const template = inject('template')
  const database =
    template.kind === 'postgres'
      ? await openPostgres(template.server, 1, undefined, null)
      : await openPglite(await startPglite())
  try {
    const { db } = database
    const ask = async (n: number) => {
      const statement = sql`select ${n}::int * 2 as doubled`
      const rows = n % 2 === 0 ? rowsOf(db, statement) : db.transaction((tx) => rowsOf(tx, statement))
      return (await rows)[0]
    }
    for (let n = 0; n < 30; n += 1) expect(await ask(n)).toEqual({ doubled: 2 * n })
    expect(
      await rowsOf(db, sql`select statement from pg_prepared_statements where statement like '%as doubled'`),
    ).toEqual([{ statement: 'select $1::int * 2 as doubled' }])
  } finally {
    await database.close()
  }
})
