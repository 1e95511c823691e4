import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { both } from './both.ts'
import type { Db } from './db.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

/** In which order two reads begin and end, the first of which takes longer to end than the second to begin. */
async function stepsOver(db: Db): Promise<{ given: [string, number]; steps: string[] }> {
  const steps: string[] = []
  const read = async <Given>(name: string, given: Given): Promise<Given> => {
    steps.push(`${name} begins`)
    await Promise.resolve()
    steps.push(`${name} ends`)
    return given
  }
  const given = await both(
    db,
    () => read('first', 'one'),
    () => read('second', 2),
  )
  return { given, steps }
}

test('two reads begin at once over the pool', async () => {
  expect(await stepsOver(t.database.db)).toEqual({
    given: ['one', 2],
    steps: ['first begins', 'second begins', 'first ends', 'second ends'],
  })
})

test('within a transaction, whose line takes one statement at a time, the second waits for the first', async () => {
  expect(await t.database.db.transaction((tx) => stepsOver(tx))).toEqual({
    given: ['one', 2],
    steps: ['first begins', 'first ends', 'second begins', 'second ends'],
  })
})
