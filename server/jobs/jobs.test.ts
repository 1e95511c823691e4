import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '#server/db/db.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { handlerFor, type JobKind, openJobs } from './jobs.ts'

const counting: JobKind<{ number: number }> = {
  name: 'counting',
  data: z.object({ number: z.number() }),
  retryLimit: 0,
  retryDelay: 1,
}

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('a job that fails, or carries what cannot be read, fails alone; the others of its batch are done', async () => {
  const faults: string[] = []
  const jobs = await openJobs(t.database, [counting], (error) => faults.push(error.message))
  const done: number[] = []
  const handler = handlerFor(counting, async ({ number }) => {
    if (number === 2) throw new Error('not two')
    done.push(number)
  })
  const unreadable: JobKind = { ...counting, data: z.object({}) }
  await jobs.enqueue(t.database.db, counting, [{ number: 1 }, { number: 2 }])
  await jobs.enqueue(t.database.db, unreadable, [{ word: 'three' }])
  await jobs.enqueue(t.database.db, counting, [{ number: 4 }])
  await jobs.work([handler])
  const states = () =>
    rowsOf(
      t.database.db,
      sql`select state::text, count(*)::int as count from pgboss.job where name = 'counting' group by 1 order by 1`,
    )
  await expect.poll(states, { timeout: 10_000 }).toEqual([
    { state: 'completed', count: 2 },
    { state: 'failed', count: 2 },
  ])
  await jobs.stop()
  expect([done.toSorted((a, b) => a - b), faults]).toEqual([[1, 4], []])
})

test('nine jobs that hang hold up nine places; the tenth goes on with all the others', async () => {
  const faults: string[] = []
  const jobs = await openJobs(t.database, [counting], (error) => faults.push(error.message))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const done: number[] = []
  const atOnce = new Set<number>()
  let most = 0
  const handler = handlerFor(counting, async ({ number }) => {
    atOnce.add(number)
    most = Math.max(most, atOnce.size)
    if (number < 9) await released
    done.push(number)
    atOnce.delete(number)
  })
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  await jobs.enqueue(
    t.database.db,
    counting,
    numbers.map((number) => ({ number })),
  )
  await jobs.work([handler])
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(31)
  expect(done).toEqual(numbers.slice(9))
  const stopped = jobs.stop()
  release()
  await stopped
  expect([done.toSorted((a, b) => a - b), most, faults]).toEqual([numbers, 10, []])
})

test('of a kind that is done one by one the others stay in the queue while one runs', async () => {
  const oneByOne: JobKind<{ number: number }> = { ...counting, name: 'one-by-one', oneByOne: true }
  const faults: string[] = []
  const jobs = await openJobs(t.database, [oneByOne], (error) => faults.push(error.message))
  const states = () =>
    rowsOf(
      t.database.db,
      sql`select state::text, count(*)::int as count from pgboss.job where name = 'one-by-one' group by 1 order by 1`,
    )
  const seen: unknown[] = []
  const handler = handlerFor(oneByOne, async () => void seen.push(await states()))
  const data = [{ number: 1 }, { number: 2 }, { number: 3 }]
  await jobs.enqueue(t.database.db, oneByOne, data)
  await jobs.work([handler])
  await expect.poll(states, { timeout: 10_000 }).toEqual([{ state: 'completed', count: 3 }])
  await jobs.stop()
  const running = { state: 'active', count: 1 }
  expect([seen, faults]).toEqual([
    [
      [running, { state: 'created', count: 2 }],
      [running, { state: 'completed', count: 1 }, { state: 'created', count: 1 }],
      [running, { state: 'completed', count: 2 }],
    ],
    [],
  ])
})

test('a few jobs are fetched without sorting all that wait', async () => {
  const fetches: { text: string; values: unknown[] }[] = []
  const executeSql: typeof t.database.executeSql = (text, values = []) => {
    if (text.includes('SKIP LOCKED')) fetches.push({ text, values })
    return t.database.executeSql(text, values)
  }
  const jobs = await openJobs({ ...t.database, executeSql }, [counting], () => undefined)
  await jobs.drain([handlerFor(counting, async () => undefined)])
  const [fetch] = fetches
  const plan = await t.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const parts = (fetch?.text ?? '').split(/\$(\d+)/)
    const chunks = parts.map((part, at) =>
      at % 2 === 0 ? sql.raw(part) : sql.param(fetch?.values[Number(part) - 1]),
    )
    return rowsOf<{ 'QUERY PLAN': string }>(tx, sql`explain (costs off) ${sql.join(chunks)}`)
  })
  await jobs.stop()
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('priority_created_on_id_idx')
  expect(lines).not.toMatch(/Sort Key:.*created_on/)
})
