import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPressure } from './pressure.ts'

/** A pressure whose clock and answers the test holds. */
function held() {
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const clock = { now: 0 }
  const ask = () => new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
  return { clock, answers, pressure: openPressure(ask, () => clock.now) }
}

test('is high while a question has been away too long, and once more until a later one came back soon', async () => {
  const { clock, answers, pressure } = held()
  expect(pressure.isHigh()).toBe(false)
  clock.now = 300
  expect(pressure.isHigh()).toBe(false)
  clock.now = 301
  expect(pressure.isHigh()).toBe(true)
  answers[0]?.resolve()
  await setImmediate()
  // It took too long: until another is known.
  expect(pressure.isHigh()).toBe(true)
  clock.now = 501
  expect(pressure.isHigh()).toBe(true)
  expect(answers).toHaveLength(2)
  answers[1]?.reject(new Error('no database'))
  await setImmediate()
  expect(pressure.isHigh()).toBe(false)
})

test('asks no more than five times a second and holds nothing against anybody that is long past', async () => {
  const { clock, answers, pressure } = held()
  pressure.isHigh()
  clock.now = 1000
  answers[0]?.resolve()
  await setImmediate()
  expect(pressure.isHigh()).toBe(true)
  expect(answers).toHaveLength(1)
  clock.now = 60_000
  expect(pressure.isHigh()).toBe(false)
  expect(answers).toHaveLength(2)
})
