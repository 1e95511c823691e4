import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { rowsOf } from './db.ts'

/** Removing a row asks of every table that may refer to it whether one does: without an index, by reading it whole. */

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

/** References whose first column begins no index, or only one that leaves out rows which refer to something. */
const unaided = () =>
  rowsOf<{ reference: string }>(
    t.database.db,
    sql`select c.conname as reference
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
      order by 1`,
  )

test('every reference is found by an index', async () => {
  expect(await unaided()).toEqual([])
})

test('the test would see one that is not', async () => {
  await t.database.db.execute(sql`drop index versions_submission`)
  expect(await unaided()).toEqual([{ reference: 'versions_submission_id_submissions_id_fk' }])
})
