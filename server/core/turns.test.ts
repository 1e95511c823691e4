import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { busy, onceBegun, turns } from './turns.ts'

test('so many at once, the next in the order they came, and who comes too late is told at once when to come back', async () => {
  const take = turns({ atOnce: 2, mayWait: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    take(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      return n
    })
  const [first, second, third, fourth] = [work(1), work(2), work(3), work(4)]
  expect(begun).toEqual([1, 2])
  const refused = await work(5).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
  expect([2, 3, 4, 5]).toContain(Reflect.get(Object(refused), 'retryAfter'))
  ends[0]?.()
  expect(await first).toBe(1)
  expect(begun).toEqual([1, 2, 3])
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([second, third])).toEqual([2, 3])
  expect(begun).toEqual([1, 2, 3, 4])
  ends[3]?.()
  expect(await fourth).toBe(4)
})

test('work that fails gives its place on', async () => {
  const take = turns({ atOnce: 1, mayWait: 1 })
  const failing = take(() => Promise.reject(new Error('no')))
  const next = take(async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('while the first of the line has waited too long nobody joins it, however short it is; then it opens again', async () => {
  let now = 0
  const take = turns({ atOnce: 1, mayWait: 100, mostMs: 1000, now: () => now })
  const ends: (() => void)[] = []
  const work = () => take(() => new Promise<void>((resolve) => ends.push(resolve)))
  const taken = [work(), work()]
  now = 1000
  taken.push(work())
  now = 1001
  await expect(work()).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect(() => take.assertRoom()).toThrow()
  expect(() => take.assertRoom(1001)).not.toThrow()
  ends[0]?.()
  await taken[0]
  // The next in line has waited for a millisecond.
  expect(() => take.assertRoom()).not.toThrow()
  ends[1]?.()
  await taken[1]
  ends[2]?.()
  await taken[2]
})

test('a full house says that nothing was begun, and no more so for what was; other failures stay as they are', () => {
  const refusal = busy()
  expect(refusal.toBody()).toMatchObject({ error: 'unavailable', details: { begun: false } })
  const later = onceBegun(refusal)
  expect(later).toBeInstanceOf(AppError)
  expect(later).toMatchObject({ status: 503, message: refusal.message, retryAfter: refusal.retryAfter })
  expect(later).toHaveProperty('details', undefined)
  for (const other of [new Error('no'), new AppError('invalid', 'No.', { begun: false })])
    expect(onceBegun(other)).toBe(other)
})
