import { describe, expect, test } from 'vitest'
import { lastingProcess } from './lasting-process.ts'
import { lastingThread } from './lasting-thread.ts'

interface Answer {
  quotient: number
  helper: string
}

const program = { source: new URL('../../tests/fixtures/dividing.ts', import.meta.url), built: 'dividing' }
const helpers = [
  { what: 'thread', dividing: (idleMs: number) => lastingThread<number, Answer>(program, { idleMs }) },
  {
    what: 'process',
    dividing: (idleMs: number) =>
      lastingProcess<number, Answer>(program, { idleMs, memoryMb: 100, yields: 0 }),
  },
] as const

describe.each(helpers)('a lasting $what', ({ dividing }) => {
  test('answers each question with its own answer; one that fails is refused alone', async () => {
    const divide = dividing(60_000)
    const [three, nothing, four] = await Promise.allSettled([divide(3), divide(0), divide(4)])
    const { helper } = await divide(1)
    expect([three, four]).toEqual([
      { status: 'fulfilled', value: { quotient: 4, helper } },
      { status: 'fulfilled', value: { quotient: 3, helper } },
    ])
    expect(nothing).toMatchObject({ status: 'rejected', reason: { message: 'divided by nothing' } })
  })

  test('that ends refuses what it was asked, and the next question starts another', async () => {
    const divide = dividing(60_000)
    const { helper } = await divide(2)
    const [ended, besides] = await Promise.allSettled([divide(-1), divide(2)])
    const why = { status: 'rejected', reason: { message: 'The dividing ended with code 3.' } }
    expect([ended, besides]).toMatchObject([why, why])
    const next = await divide(2)
    expect(next.quotient).toBe(6)
    expect(next.helper).not.toBe(helper)
  })

  test('that nobody asks ends', async () => {
    const divide = dividing(0)
    const { helper } = await divide(2)
    // Both timers are due at once, and the helper's was set first.
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect((await divide(2)).helper).not.toBe(helper)
  })
})

test('what a process cannot be told is refused, and the next question is answered', async () => {
  const divide = lastingProcess<unknown, Answer>(program, { idleMs: 60_000, memoryMb: 100, yields: 0 })
  await expect(divide(() => 2)).rejects.toThrow('could not be cloned')
  expect((await divide(2)).quotient).toBe(6)
})
