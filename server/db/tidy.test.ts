import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './open.ts'
import { tidying } from './tidy.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tidy-'))
  database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
  await told()
  // What the migrations wrote.
  await tidying(database)()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** A table of which half the rows were deleted. */
async function halfDeleted(name: string): Promise<void> {
  await database.executeSql(`create table ${name} as select n from generate_series(1, 2000) n`)
  await database.executeSql(`delete from ${name} where n % 2 = 0`)
  await told()
}
/** Changes are told to whoever counts them a second later, else. */
const told = () => database.executeSql('select pg_stat_force_next_flush()')
const rowsOf = async (name: string) =>
  (
    await database.executeSql(
      `select c.reltuples as believed, s.n_dead_tup::int as dead from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = $1`,
      [name],
    )
  ).rows

test('a table of the embedded database whose rows are dead is freed of them, once, and the planner told', async () => {
  await halfDeleted('papers_of_old')
  await database.executeSql(`create table untouched as select 1 as n`)
  const tidy = tidying(database)
  expect(await rowsOf('papers_of_old')).toEqual([{ believed: -1, dead: 1000 }])
  expect(await tidy()).toEqual(['public.papers_of_old'])
  expect(await rowsOf('papers_of_old')).toEqual([{ believed: 1000, dead: 0 }])
  expect(await tidy()).toEqual([])
})

test('one that fails keeps no other, is told, and is not tried again', async () => {
  await halfDeleted('a_frail')
  await halfDeleted('b_sound')
  const tried: string[] = []
  const tidy = tidying({
    executeSql: (text, values) => {
      if (text.startsWith('vacuum')) tried.push(text)
      if (text.includes('a_frail')) throw new Error('no')
      return database.executeSql(text, values)
    },
  })
  await expect(tidy()).rejects.toThrow('Not every table could be tidied.')
  expect(await tidy()).toEqual([])
  expect(tried).toEqual(['vacuum (analyze) public.a_frail', 'vacuum (analyze) public.b_sound'])
  expect(await rowsOf('b_sound')).toEqual([{ believed: 1000, dead: 0 }])
})
