import { afterEach, expect, test, vi } from 'vitest'
import { forgetEarly, keepEarly, takeEarly } from './early.ts'

afterEach(() => {
  vi.useRealTimers()
  forgetEarly()
})

test('an early answer is taken once', async () => {
  keepEarly('/api/me', Promise.resolve('Ada'))
  expect(await takeEarly('/api/me')).toBe('Ada')
  expect(takeEarly('/api/me')).toBeUndefined()
})

test('it is not taken once it is as old as the cache would forget it', () => {
  vi.useFakeTimers()
  keepEarly('/api/me', Promise.resolve('Ada'))
  vi.advanceTimersByTime(15_000)
  expect(takeEarly('/api/me')).toBeUndefined()
})

test('a failed one is asked for anew', async () => {
  const failed = Promise.reject(new Error('offline'))
  keepEarly('/api/me', failed)
  await failed.catch(() => undefined)
  expect(takeEarly('/api/me')).toBeUndefined()
})

test('after a change none is taken', () => {
  keepEarly('/api/me', Promise.resolve('Ada'))
  forgetEarly()
  expect(takeEarly('/api/me')).toBeUndefined()
})
