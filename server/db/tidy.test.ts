import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './open.ts'
import { tidying } from './tidy.ts'

const { signal } = new AbortController()
let folder: string
let database: Database
const open = async () => {
  database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tidy-'))
  await open()
  await told()
  // What the migrations wrote.
  await tidying(database, { signal })()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** A table of which half the rows were deleted. */
async function halfDeleted(name: string): Promise<void> {
  await database.executeSql(`create table ${name} as select n from generate_series(1, 3000) n`)
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

/** The database, which notes what is vacuumed, and refuses it where it is told to. */
function watched(refusal: (vacuumed: string) => Error | undefined) {
  const vacuumed: string[] = []
  const executeSql: Database['executeSql'] = async (text, values) => {
    const name = /^vacuum \(analyze\) (.+)$/.exec(text)?.[1]
    if (name === undefined) return database.executeSql(text, values)
    vacuumed.push(name)
    const refused = refusal(name)
    if (refused !== undefined) throw refused
    return database.executeSql(text, values)
  }
  return { executeSql, vacuumed }
}

test('a table of the embedded database whose rows are dead is freed of them, once, and the planner told', async () => {
  await halfDeleted('papers_of_old')
  await database.executeSql(`create table untouched as select 1 as n`)
  const tidy = tidying(database, { signal })
  expect(await rowsOf('papers_of_old')).toEqual([{ believed: -1, dead: 1500 }])
  expect(await tidy()).toEqual(['public.papers_of_old'])
  expect(await rowsOf('papers_of_old')).toEqual([{ believed: 1500, dead: 0 }])
  expect(await tidy()).toEqual([])
})

test('one that an earlier process left is found, though nothing is counted any more', async () => {
  await halfDeleted('left_behind')
  await database.close()
  await open()
  expect(await rowsOf('left_behind')).toEqual([{ believed: -1, dead: 0 }])
  expect(await tidying(database, { signal })()).toEqual(['public.left_behind'])
  expect(await rowsOf('left_behind')).toEqual([{ believed: 1500, dead: 0 }])
})

test('what the planner is told takes no more room however often it is told', async () => {
  const columns = Array.from({ length: 10 }, (_, at) => `md5((n * ${at + 1})::text) as c${at}`)
  await database.executeSql(
    `create table often as select n, ${columns.join(', ')} from generate_series(1, 1000) n`,
  )
  const tidy = tidying(database, { signal })
  const sizes: number[] = []
  for (let round = 0; round < 40; round += 1) {
    await database.executeSql(`update often set c0 = md5(c0) where n % 3 = 0`)
    await told()
    expect(await tidy()).toEqual(['public.often'])
    const { rows } = await database.executeSql(`select pg_table_size('pg_catalog.pg_statistic')::int as size`)
    sizes.push((rows[0] as { size: number }).size)
  }
  expect(Math.max(...sizes)).toBeLessThan(1.2 * (sizes[9] ?? 0))
})

test('one that fails ends the round, is let be for a day and keeps no other from the next', async () => {
  await halfDeleted('a_frail')
  await halfDeleted('b_sound')
  let hours = 0
  let broken = true
  const { executeSql, vacuumed } = watched((name) =>
    broken && name.includes('a_frail') ? new Error('Connection terminated') : undefined,
  )
  const tidy = tidying({ executeSql }, { signal, now: () => hours * 3_600_000 })
  await expect(tidy()).rejects.toThrow('Connection terminated')
  expect(vacuumed).toEqual(['public.a_frail'])
  expect(await tidy()).toEqual(['public.b_sound'])
  broken = false
  hours = 23
  expect(await tidy()).toEqual([])
  hours = 24
  expect(await tidy()).toEqual(['public.a_frail'])
})

test('one that was dropped meanwhile is no failure', async () => {
  await halfDeleted('c_dropped')
  await halfDeleted('d_kept')
  const { executeSql } = watched((name) =>
    name.includes('c_dropped') ? Object.assign(new Error('no such table'), { code: '42P01' }) : undefined,
  )
  expect(await tidying({ executeSql }, { signal })()).toEqual(['public.d_kept'])
  await database.executeSql('drop table c_dropped')
})

test('once the portal ends, no further table is begun', async () => {
  await halfDeleted('e_begun')
  await halfDeleted('f_not_begun')
  const ending = new AbortController()
  const { executeSql, vacuumed } = watched((name) => {
    if (name.includes('e_begun')) ending.abort()
    return undefined
  })
  expect(await tidying({ executeSql }, ending)()).toEqual(['public.e_begun'])
  expect(vacuumed).toEqual(['public.e_begun'])
})
