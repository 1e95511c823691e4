import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { doChores } from './do-chores.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const at = (moment: string) => {
  portal.clock.now = new Date(moment)
}
const named = (name: string, run = async () => {}) => ({ name, run })
const doThem = (...chores: ReturnType<typeof named>[]) => doChores(chores, (work) => portal.transact(work))

test('a chore is done once a day, in the morning, by however many processes', async () => {
  let count = 0
  const chore = named('once', async () => {
    count += 1
  })
  at('2026-03-02T06:59:00Z')
  expect(await doThem(chore)).toEqual([])
  at('2026-03-02T07:00:00Z')
  expect((await Promise.all([doThem(chore), doThem(chore)])).flat()).toEqual(['once'])
  at('2026-03-02T23:59:00Z')
  expect(await doThem(chore)).toEqual([])
  at('2026-03-05T07:00:00Z')
  expect(await doThem(chore)).toEqual(['once'])
  expect(count).toBe(2)
})

test('one that fails leaves nothing, keeps none of the others and is done by the next call', async () => {
  at('2026-03-10T09:00:00Z')
  let broken = true
  const frail = named('frail', async () => {
    if (broken) throw new Error('no')
  })
  await expect(doThem(frail, named('other'))).rejects.toThrow('Not every chore could be done.')
  broken = false
  expect(await doThem(frail, named('other'))).toEqual(['frail'])
})
