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
