import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { loggedError } from './logged-error.ts'

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  )

test('of a statement that failed the log tells all but what it was given and what stands in rows', async () => {
  const t = await openTestPortal()
  try {
    const { db } = t.database
    const { id, email } = await makePerson(t, { role: 'author' })
    const [row] = await db.select().from(users)
    const twice = await errorOf(
      db.insert(users).values({ ...row, id, email, name: 'Ada Author' } as typeof users.$inferInsert),
    )
    const logged = loggedError(twice)
    expect(logged).toMatchObject({
      type: 'Error',
      message: expect.stringMatching(/^a statement failed: insert into "users" \("id"/),
      stack: expect.stringMatching(/^ {4}at /),
      cause: { code: '23505', constraint: 'users_pkey', table: 'users' },
    })
    const odd = loggedError(await errorOf(db.execute(sql`select ${`${email} Ada Author`}::int`)))
    expect(odd.cause).toMatchObject({ code: '22P02', message: 'what was given cannot be stored' })
    // Planted: what the driver carries, and would be logged.
    expect(JSON.stringify([twice, String(twice)])).toContain(email)
    for (const one of [logged, odd]) {
      expect(JSON.stringify(one)).not.toContain(email)
      expect(JSON.stringify(one)).not.toContain('Ada Author')
    }
  } finally {
    await t.close()
  }
})

test('of any other error it tells its words, where it was thrown, and what caused it, five deep', () => {
  const failed = Object.assign(new TypeError('no\nroom'), { code: 'ENOSPC', path: '/secret' })
  expect(loggedError(new Error('outer', { cause: failed }))).toEqual({
    type: 'Error',
    message: 'outer',
    stack: expect.stringMatching(/^( {4}at .+\n?)+$/),
    cause: {
      type: 'TypeError',
      message: 'no\nroom',
      code: 'ENOSPC',
      stack: expect.stringMatching(/^( {4}at .+\n?)+$/),
    },
  })
  expect(loggedError('only words')).toEqual({ type: 'string', message: 'only words', stack: '' })
  const ring = new Error('ring')
  ring.cause = ring
  expect(JSON.stringify(loggedError(ring)).match(/"message"/g)).toHaveLength(6)
})
