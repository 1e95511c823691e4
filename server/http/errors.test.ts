import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#server/core/app-error.ts'
import { openPostgres } from '#server/db/open.ts'
import { answerErrors, refusalOf } from './errors.ts'

const fromDatabase = (code: string) =>
  new Error('query failed', { cause: Object.assign(new Error('secret detail'), { code }) })

test.each([
  ['22021', 422, 'invalid'],
  ['22P05', 422, 'invalid'],
  ['23505', 409, 'already_exists'],
  ['23514', 409, 'wrong_state'],
  ['40001', 409, 'wrong_state'],
  ['57P01', 503, 'unavailable'],
  ['25006', 503, 'unavailable'],
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

test.each([
  ['connect', 'ENOENT'],
  ['connect', 'EAGAIN'],
  ['connect', 'EACCES'],
  ['connect', 'EHOSTUNREACH'],
  ['connect', 'EHOSTDOWN'],
  ['connect', 'ENETUNREACH'],
  ['connect', 'ENETDOWN'],
  ['connect', 'ETIMEDOUT'],
  ['connect', 'EADDRNOTAVAIL'],
  ['read', 'ETIMEDOUT'],
  ['write', 'ETIMEDOUT'],
  ['getaddrinfo', 'ENOTFOUND'],
  ['getaddrinfo', 'EAI_AGAIN'],
])('a database out of reach (%s %s) is 503 with a time to come back at', (syscall, code) => {
  const cause = Object.assign(new Error('secret detail'), { syscall, code })
  // As it is where a name has several addresses, each of which was tried.
  const all = new AggregateError([cause], 'secret detail')
  for (const error of [
    cause,
    new Error('query failed', { cause }),
    new Error('query failed', { cause: all }),
  ]) {
    const refusal = refusalOf(error)
    expect([refusal.status, refusal.code, refusal.retryAfter]).toEqual([503, 'unavailable', 5])
    expect(JSON.stringify(refusal.toBody())).not.toContain('secret')
  }
})

test.each(['open', 'read', 'stat'])('a file that is missing (%s) is no database out of reach', (syscall) => {
  const error = Object.assign(new Error('no such file'), { syscall, code: 'ENOENT' })
  expect(refusalOf(error).status).toBe(500)
})

test('a statement, and a transaction, for which there is no socket is 503 with a time to come back at', async () => {
  const database = await openPostgres('postgres:///lectern?host=/no/such/folder', 1, undefined, null)
  onTestFinished(() => database.close())
  const statement = () => database.db.execute('select 1')
  const transaction = () => database.db.transaction((tx) => tx.execute('select 1'))
  for (const work of [statement, transaction]) {
    const refusal = refusalOf(await work().catch((error: unknown) => error))
    expect([refusal.status, refusal.retryAfter]).toEqual([503, 5])
  }
})

test('what is unknown is 500 and never echoed', () => {
  expect(refusalOf(new Error('password is hunter2')).toBody()).toEqual({
    message: 'Something went wrong on our side.',
    error: 'internal',
  })
})

test('whatever is away says when to look again; what is for good does not', async () => {
  const http = Fastify()
  answerErrors(http)
  for (const code of ['unavailable', 'wrong_state'] as const)
    http.get(`/${code}`, () => {
      throw new AppError(code, 'Not now.')
    })
  const said = async (url: string) => (await http.inject(url)).headers['retry-after']
  expect([await said('/unavailable'), await said('/wrong_state')]).toEqual(['5', undefined])
})

test('a refusal stays what it is', () => {
  const refusal = new AppError('not_found', 'Paper was not found.')
  expect(refusalOf(refusal)).toBe(refusal)
})
