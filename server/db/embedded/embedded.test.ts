import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { type Database, openFolder } from '#server/db/open.ts'
import { refusalOf } from '#server/http/errors.ts'
import { startEngine } from './start-engine.ts'

/** The embedded database in its thread, as the portal has it. A busy machine takes its time over what ends by itself. */
const LIMIT_MS = 60_000
/** What nothing but this ends is waited for. */
const SHORT_MS = 5000
const NO_MIGRATIONS = null
let folder: string
let database: Database
const open = (limitMs = LIMIT_MS) => openFolder(folder, NO_MIGRATIONS, limitMs)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-embedded-'))
  database = await open()
  await database.db.execute(sql`create table kept (id int primary key constraint positive check (id > 0))`)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (id: number) => database.db.execute(sql`insert into kept values (${id})`)
const ids = async () =>
  (await rowsOf<{ id: number }>(database.db, sql`select id from kept`)).map(({ id }) => id)
/** How a caller would be answered. */
async function refusal(work: PromiseLike<unknown>) {
  try {
    return await work
  } catch (error) {
    const { status, code } = refusalOf(error)
    return { status, code }
  }
}
/** Never ends by itself. */
const forever = sql`do $$ begin loop end loop; end $$`

test('values go there and back as they do with PostgreSQL, however long', async () => {
  const bytes = Buffer.from([0, 1, 127, 128, 255])
  const [row] = await rowsOf(
    database.db,
    sql`select ${bytes}::bytea as bytes, ${'9007199254740993'}::bigint as big, ${JSON.stringify({ a: [1, 'ä'] })}::jsonb as json,
      ${sql.param(['x', 'y"'])}::text[] as texts, ${new Date(0)}::timestamptz as moment, null::int as nothing,
      length(${'z'.repeat(3_000_000)}::text) as sent, repeat('y', 3000000) as got`,
  )
  expect(row).toEqual({
    bytes,
    big: '9007199254740993',
    json: { a: [1, 'ä'] },
    texts: ['x', 'y"'],
    moment: '1970-01-01 00:00:00+00',
    nothing: null,
    sent: 3_000_000,
    got: 'y'.repeat(3_000_000),
  })
})

test('what the database refuses is told with its code and constraint, and the next statement goes on', async () => {
  await write(1)
  expect(await refusal(write(1))).toEqual({ status: 409, code: 'already_exists' })
  expect(await refusal(write(-1))).toEqual({ status: 409, code: 'wrong_state' })
  await expect(write(-1)).rejects.toMatchObject({ cause: { code: '23514', constraint: 'positive' } })
  expect(await refusal(database.db.execute(sql`select 'x'::int`))).toEqual({ status: 422, code: 'invalid' })
  const ofThree = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (2)`)
    await tx.execute(sql`insert into kept values (1)`)
  })
  expect(await refusal(ofThree)).toEqual({ status: 409, code: 'already_exists' })
  expect(await ids()).toEqual([1])
})

test('a transaction has the database to itself: others wait for its end', async () => {
  const done: string[] = []
  let waiting: Promise<unknown> | undefined
  await database.db.transaction(async (tx) => {
    waiting = ids().then((found) => done.push(`others see ${found.join()}`))
    await tx.execute(sql`insert into kept values (3)`)
    await tx.execute(sql`select 1`)
    done.push('written')
  })
  await waiting
  expect(done).toEqual(['written', 'others see 1,3'])
})

test('the portal goes on while the database is at work', async () => {
  let turns = 0
  const turning = setInterval(() => {
    turns += 1
  }, 1)
  const [row] = await rowsOf<{ count: string }>(
    database.db,
    sql`select count(*) from generate_series(1, 2000000)`,
  )
  clearInterval(turning)
  expect(row).toEqual({ count: '2000000' })
  expect(turns).toBeGreaterThan(2)
})

test('a statement that does not end is ended: who waits is told at once, the next is answered, nothing is lost', async () => {
  await database.close()
  database = await open(SHORT_MS)
  await write(4)
  const hanging = refusal(database.db.execute(forever))
  const away = { status: 503, code: 'unavailable' }
  expect(await hanging).toEqual(away)
  expect(await ids()).toEqual([1, 3, 4])
  await write(5)
  const inside = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (6)`)
    await tx.execute(forever)
  })
  expect(await refusal(inside)).toEqual(away)
  expect(await ids()).toEqual([1, 3, 4, 5])
  await database.close()
  database = await open()
})

test('closing waits for what runs; what was acknowledged is there when the folder is opened again', async () => {
  const last = database.db.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (7)`)
    await tx.execute(sql`select count(*) from generate_series(1, 200000)`)
  })
  await tick()
  await database.close()
  await last
  database = await open()
  expect(await ids()).toEqual([1, 3, 4, 5, 7])
})

test('a folder that cannot be opened says why, and is free again', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'lectern-broken-'))
  await mkdir(join(broken, 'pglite'))
  await writeFile(join(broken, 'pglite', 'PG_VERSION'), 'none')
  for (const _ of [1, 2]) {
    await expect(openFolder(broken, NO_MIGRATIONS, LIMIT_MS)).rejects.toThrow('the embedded database stopped')
  }
  await rm(broken, { recursive: true, force: true })
})

test('an engine that does not start in time is given up, and its folder can be opened', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'lectern-late-'))
  await expect(startEngine(fresh, 1)).rejects.toThrow('it did not start within 1 ms')
  const engine = await startEngine(fresh)
  await engine.close()
  await rm(fresh, { recursive: true, force: true })
})

/** Until what was just asked for is on its way. */
const tick = () => new Promise((resolve) => setImmediate(resolve))
