import { afterAll, beforeAll, expect, test } from 'vitest'
import { idempotencyKeys, invitations, oneTimeTokens, sessions, throttles } from '#server/db/schema.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { forgetEnded } from './forget-ended.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const day = (n: number) => new Date(Date.UTC(2026, 2, n, 9))

test('what ended is forgotten after its days, and what still works stays', async () => {
  const { id: userId } = await makePerson(portal, { role: 'author' })
  const { db } = portal.database
  await db.delete(sessions)
  await db.delete(oneTimeTokens)
  await db.delete(throttles)
  const session = { userId, rotatedAt: day(1), createdAt: day(1) }
  const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  await db.insert(sessions).values([
    { ...session, id: uuid(1), expiresAt: day(99), endedAt: day(1) },
    { ...session, id: uuid(2), expiresAt: day(1) },
    { ...session, id: uuid(3), expiresAt: day(2), endedAt: day(2) },
    { ...session, id: uuid(4), expiresAt: day(99) },
  ])
  const token = { purpose: 'reset_password', userId, createdAt: day(1) } as const
  await db.insert(oneTimeTokens).values([
    { ...token, hash: 'used', expiresAt: day(99), usedAt: day(1) },
    { ...token, hash: 'over', expiresAt: day(1) },
    { ...token, hash: 'open', expiresAt: day(99) },
  ])
  const answer = { userId, call: 'x', requestHash: '', status: 200, answer: {} }
  await db.insert(idempotencyKeys).values([
    { ...answer, key: 'old', createdAt: day(30) },
    { ...answer, key: 'new', createdAt: day(31) },
  ])
  await db.insert(throttles).values([
    { key: 'spent', count: 9, windowEndsAt: day(30) },
    { key: 'blocked', count: 9, windowEndsAt: day(30), blockedUntil: day(40) },
    { key: 'running', count: 9, windowEndsAt: day(32) },
  ])
  // One hour after thirty days after the first of March.
  portal.clock.now = new Date(day(31).getTime() + 3_600_000)
  await portal.transact(forgetEnded.run)
  expect((await db.select().from(sessions)).map(({ id }) => id).sort((a, b) => a.localeCompare(b))).toEqual([
    uuid(3),
    uuid(4),
  ])
  expect((await db.select().from(oneTimeTokens)).map(({ hash }) => hash)).toEqual(['open'])
  expect((await db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(['new'])
  expect(
    (await db.select().from(throttles)).map(({ key }) => key).sort((a, b) => a.localeCompare(b)),
  ).toEqual(['blocked', 'running'])
})

test('invitations that nobody accepted go with their mails, two years after their end; accepted ones stay', async () => {
  const { db } = portal.database
  const began = portal.clock.now
  const day = (count: number) => new Date(began.getTime() + count * 86_400_000)
  const { id } = await makePerson(portal, { role: 'reviewer' })
  const invited = (email: string, ended: object) => ({
    ...{ id: crypto.randomUUID(), email, pinHash: '', linkHash: email, createdAt: began, sentAt: began },
    ...{ expiresAt: day(1), ...ended },
  })
  await db
    .insert(invitations)
    .values([
      invited('expired@a.example', {}),
      invited('revoked@a.example', { revokedAt: began }),
      invited('accepted@a.example', { acceptedAt: began, acceptedBy: id }),
      invited('later@a.example', { expiresAt: day(2) }),
    ])
  const left = async () => (await db.select().from(invitations)).map(({ email }) => email).sort()
  portal.clock.now = day(731)
  await portal.transact(forgetEnded.run)
  expect(await left()).toHaveLength(4)
  portal.clock.advance(1)
  await portal.transact(forgetEnded.run)
  expect(await left()).toEqual(['accepted@a.example', 'later@a.example'])
})
