import { expect, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { refusalOf } from './errors.ts'

const fromDatabase = (code: string) =>
  new Error('query failed', { cause: Object.assign(new Error('secret detail'), { code }) })

test.each([
  ['22021', 422, 'invalid'],
  ['22P05', 422, 'invalid'],
  ['23505', 409, 'already_exists'],
  ['23514', 409, 'wrong_state'],
  ['40001', 409, 'wrong_state'],
  ['57P01', 503, 'unavailable'],
  ['ECONNREFUSED', 503, 'unavailable'],
  ['58030', 503, 'unavailable'],
  ['ENOSPC', 503, 'unavailable'],
  ['EIO', 503, 'unavailable'],
  ['EROFS', 503, 'unavailable'],
  ['EACCES', 503, 'unavailable'],
  ['EMFILE', 503, 'unavailable'],
  ['ENFILE', 503, 'unavailable'],
  ['42601', 500, 'internal'],
])('SQLSTATE %s is answered with %i %s, without the database’s words', (state, status, code) => {
  const refusal = refusalOf(fromDatabase(state))
  expect([refusal.status, refusal.code]).toEqual([status, code])
  expect(JSON.stringify(refusal.toBody())).not.toContain('secret')
})

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
])('a connection that broke (%s) is 503 with a time to come back at', (message) => {
  const refusal = refusalOf(new Error('query failed', { cause: new Error(message) }))
  expect([refusal.status, refusal.retryAfter]).toEqual([503, 5])
})

test('what is unknown is 500 and never echoed', () => {
  expect(refusalOf(new Error('password is hunter2')).toBody()).toEqual({
    message: 'Something went wrong on our side.',
    error: 'internal',
  })
})

test('a refusal stays what it is', () => {
  const refusal = new AppError('not_found', 'Paper was not found.')
  expect(refusalOf(refusal)).toBe(refusal)
})
