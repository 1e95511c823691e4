import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { databaseUrl, onServer } from '#tests/setup/template.ts'
import { rowsOf } from './db.ts'
import { OftenSaid } from './often-said.ts'
import { openPostgres } from './open.ts'

const nameAfter = (often: OftenSaid, times: number, statement: string) =>
  Array.from({ length: times }, () => often.nameOf(statement)).at(-1)

test('a read gets its name the twentieth time, and keeps it', () => {
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
    for (let at = 0; at < 200; at += 1) often.nameOf(`select ${round * 200 + at}`)
    return often.nameOf('select 1 as seldom')
  })
  expect(names).toEqual(names.map(() => undefined))
})

test.each([
  ['what writes', 'insert into notices values ($1)'],
  ['what begins a transaction', 'begin'],
  ['a search', 'select id from submissions where folded(title) like folded($1)'],
  ['a search that minds no case', 'select id from submissions where id ilike $1'],
  ['what lists very many values', `select id from submissions where serial in (${'$1, '.repeat(1000)}$1)`],
])('%s gets no name', (_, statement) => {
  expect(nameAfter(new OftenSaid(), 100, statement)).toBeUndefined()
})

test('a hundred reads have names; no other gets one', () => {
  const often = new OftenSaid()
  const names = Array.from({ length: 101 }, (_, at) => nameAfter(often, 20, `select ${at}`))
  expect(new Set(names.slice(0, 100)).size).toBe(100)
  expect(names.slice(0, 100)).not.toContain(undefined)
  expect(names[100]).toBeUndefined()
})

const template = inject('template')

test.runIf(template.kind === 'postgres')(
  'PostgreSQL keeps what it is asked often, in and out of transactions and after one that failed, and answers the same',
  async () => {
    const database = await openPostgres(databaseOf(template), 1, undefined, null)
    try {
      const { db } = database
      const ask = async (n: number) => {
        const statement = sql`select 100 / ${n}::int as share`
        const rows = n % 2 === 0 ? rowsOf(db, statement) : db.transaction((tx) => rowsOf(tx, statement))
        return (await rows)[0]
      }
      for (let n = 1; n <= 30; n += 1) expect(await ask(n)).toEqual({ share: Math.floor(100 / n) })
      await expect(
        db.transaction((tx) => rowsOf(tx, sql`select 100 / ${0}::int as share`)),
      ).rejects.toMatchObject({ cause: { code: '22012' } })
      for (let n = 31; n <= 60; n += 1) expect(await ask(n)).toEqual({ share: Math.floor(100 / n) })
      expect(
        await rowsOf(db, sql`select statement from pg_prepared_statements where statement like '%as share'`),
      ).toEqual([{ statement: 'select 100 / $1::int as share' }])
    } finally {
      await database.close()
    }
  },
)

test.runIf(template.kind === 'postgres')(
  'a statement that a migration made stale fails once at most',
  async () => {
    const name = `lectern_test_${process.pid}_stale`
    await onServer(databaseOf(template), `create database ${name}`)
    const url = databaseUrl(databaseOf(template), name)
    const database = await openPostgres(url, 1, undefined, null)
    try {
      const ask = () => database.db.transaction((tx) => rowsOf(tx, sql`select number from counted`))
      await onServer(url, 'create table counted as select 1 as number')
      for (let n = 0; n < 30; n += 1) expect(await ask()).toEqual([{ number: 1 }])
      await onServer(url, 'alter table counted alter column number type text')
      await expect(ask()).rejects.toMatchObject({ cause: { code: '0A000' } })
      expect(await ask()).toEqual([{ number: '1' }])
    } finally {
      await database.close()
      await onServer(databaseOf(template), `drop database ${name} with (force)`)
    }
  },
)

function databaseOf(from: typeof template): string {
  if (from.kind !== 'postgres') throw new Error('only on PostgreSQL')
  return from.server
}
