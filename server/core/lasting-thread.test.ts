import { expect, test } from 'vitest'
import { lastingThread } from './lasting-thread.ts'

interface Answer {
  quotient: number
  thread: number
}

const entry = {
  source: new URL('../../tests/fixtures/dividing-thread.ts', import.meta.url),
  built: 'dividing-thread',
}
const dividing = () => lastingThread<number, Answer>(entry, { idleMs: 60_000 })

test('one thread answers each question with its own answer; one that fails is refused alone', async () => {
  const divide = dividing()
  const [three, nothing, four] = await Promise.allSettled([divide(3), divide(0), divide(4)])
  const thread = (await divide(1)).thread
  expect([three, four]).toEqual([
    { status: 'fulfilled', value: { quotient: 4, thread } },
    { status: 'fulfilled', value: { quotient: 3, thread } },
  ])
  expect(nothing).toMatchObject({ status: 'rejected', reason: { message: 'divided by nothing' } })
})

test('a thread that ends refuses what it was asked, and the next question starts another', async () => {
  const divide = dividing()
  const { thread } = await divide(2)
  const [ended, besides] = await Promise.allSettled([divide(-1), divide(2)])
  const why = { status: 'rejected', reason: { message: 'The dividing-thread ended with code 3.' } }
  expect([ended, besides]).toMatchObject([why, why])
  const next = await divide(2)
  expect(next.quotient).toBe(6)
  expect(next.thread).not.toBe(thread)
})

test('a thread that nobody asks ends', async () => {
  const divide = lastingThread<number, Answer>(entry, { idleMs: 0 })
  const { thread } = await divide(2)
  // Both timers are due at once, and the thread's was set first.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect((await divide(2)).thread).not.toBe(thread)
})
