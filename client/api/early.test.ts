import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { forgetEarly, keepEarly, takeCome, takeEarly } from './early.ts'

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

test('a refused one is refused, and not asked for anew', async () => {
  const refused = Promise.reject(new ApiError({ message: 'Not yours.', status: 404, code: 'not_found' }))
  keepEarly('/api/me', refused)
  await refused.catch(() => undefined)
  expect(await takeEarly('/api/me')?.catch((error: unknown) => error)).toMatchObject({ status: 404 })
  expect(takeEarly('/api/me')).toBeUndefined()
})

test('one that is there is taken as it is, once', async () => {
  keepEarly('/api/me', Promise.resolve('Ada'))
  await Promise.resolve()
  expect(takeCome('/api/me')).toBe('Ada')
  expect(takeCome('/api/me')).toBeUndefined()
  expect(takeEarly('/api/me')).toBeUndefined()
})

test('one that is on the way is not taken for there, and can still be awaited', async () => {
  keepEarly('/api/me', Promise.resolve('Ada'))
  expect(takeCome('/api/me')).toBeUndefined()
  expect(await takeEarly('/api/me')).toBe('Ada')
})

test('one that is there is not taken either once it is old', async () => {
  vi.useFakeTimers()
  keepEarly('/api/me', Promise.resolve('Ada'))
  await Promise.resolve()
  vi.advanceTimersByTime(15_000)
  expect(takeCome('/api/me')).toBeUndefined()
})

test('after a change none is taken', async () => {
  keepEarly('/api/me', Promise.resolve('Ada'))
  await Promise.resolve()
  forgetEarly()
  expect(takeCome('/api/me')).toBeUndefined()
  expect(takeEarly('/api/me')).toBeUndefined()
})
