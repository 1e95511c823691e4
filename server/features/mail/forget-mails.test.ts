import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailEvents, emails } from '#server/db/schema.ts'
import { emailStates } from '#shared/mail/states.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { forgetMails } from './forget-mails.ts'

const DAY = 24 * 3600 * 1000

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('mails that are done with are forgotten after two years with their history; those that wait stay', async () => {
  const { db } = portal.database
  const old = portal.clock.now
  const rows = emailStates.map((state, n) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    kind: 'x',
    toAddress: 'a@b.example',
    subject: '',
    text: '',
    html: '',
    messageId: `<${n}@portal.example>`,
    state,
    createdAt: old,
  }))
  await db.insert(emails).values(rows)
  await db.insert(emailEvents).values(rows.map(({ id }) => ({ emailId: id, at: old, deed: 'sent' as const })))
  // One that was let go, or sent again, or whose sending was noted, a day later.
  const late = ['a', 'b'].map((n) => ({
    ...{ id: `00000000-0000-4000-8000-00000000000${n}`, kind: 'x', toAddress: 'a@b.example' },
    ...{ subject: '', text: '', html: '', messageId: `<${n}@portal.example>`, createdAt: old },
    ...{ state: 'sent' as const, sentAt: n === 'a' ? new Date(old.getTime() + DAY) : old },
  }))
  await db.insert(emails).values(late)
  const [, resent] = late.map(({ id }) => id)
  const at = new Date(old.getTime() + DAY)
  await db.insert(emailEvents).values({ emailId: resent ?? '', at, deed: 'resent' })
  const lateLeft = async () =>
    db.$count(
      emails,
      inArray(
        emails.id,
        late.map(({ id }) => id),
      ),
    )
  const left = async () =>
    (await db.select().from(emails))
      .filter(({ id }) => !late.some((one) => one.id === id))
      .map(({ state }) => state)
      .sort((a, b) => a.localeCompare(b))

  portal.clock.now = new Date(old.getTime() + 730 * 24 * 3600 * 1000)
  await portal.transact(forgetMails.run)
  expect(await left()).toEqual([...emailStates].sort((a, b) => a.localeCompare(b)))
  portal.clock.advance(1)
  await portal.transact(forgetMails.run)
  expect(await left()).toEqual(['held', 'queued'])
  expect(await lateLeft()).toBe(2)
  expect(await db.select().from(emailEvents)).toHaveLength(3)
  portal.clock.advance(DAY)
  await portal.transact(forgetMails.run)
  expect(await lateLeft()).toBe(0)
})
