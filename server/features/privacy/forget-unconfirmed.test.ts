import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { emails, invitations, submissions, users } from '#server/db/schema.ts'
import { traces } from '#server/features/people/left-nothing.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { register } from '#shared/people/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { logIn, type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { forgetUnconfirmed } from './forget-unconfirmed.ts'

const DAY = 24 * 3600 * 1000

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

const unconfirmed = (email: string) =>
  t.database.db.update(users).set({ emailVerifiedAt: null, lastLoginAt: null }).where(eq(users.email, email))
const left = async () => (await t.database.db.select().from(users)).map(({ email }) => email).sort()

test('who never confirmed goes after the days of the setting, with the address; whoever left a trace stays', async () => {
  const typed = { name: 'Mis Typed', email: 'mistyped@nowhere.example', password: 'a long enough secret' }
  expect((await t.call(register, { body: typed })).status).toBe(200)
  const author = await makePerson(t, { role: 'author', email: 'author@a.example' })
  const reviewer = await makePerson(t, { role: 'reviewer', email: 'reviewer@b.example' })
  const invited = await makePerson(t, { role: 'author', email: 'Invited@a.example' })
  // As a list of people that organisers import makes them: they have not chosen a password yet.
  const listed = [
    await makePerson(t, { role: 'reviewer', email: 'listed@a.example' }),
    await makePerson(t, { role: 'both', email: 'both@a.example' }),
  ]
  await makePerson(t, { role: 'author', email: 'staff@a.example', isStaff: true })
  await makePerson(t, { role: 'author', email: 'confirmed@a.example' })
  await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  await t.database.db.insert(invitations).values({
    ...{ id: crypto.randomUUID(), email: 'invited@a.example', pinHash: '', linkHash: '' },
    ...{ createdAt: t.clock.now, sentAt: t.clock.now, expiresAt: t.clock.now },
  })
  for (const { email } of [author, reviewer, invited, ...listed]) await unconfirmed(email)
  await unconfirmed('staff@a.example')
  const all = await left()

  const as = await logIn(t, admin.email, admin.password)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, keepUnconfirmedDays: 30 }, revision } })
  t.clock.advance(30 * DAY)
  await t.transact(forgetUnconfirmed.run)
  expect(await left()).toEqual(all)
  t.clock.advance(1)
  await t.transact(forgetUnconfirmed.run)
  expect(await left()).toEqual(all.filter((email) => email !== typed.email))
  const mails = await t.database.db.select().from(emails)
  expect(mails.filter((mail) => JSON.stringify(mail).includes('mistyped'))).toEqual([])
  const later = await logIn(t, admin.email, admin.password)
  expect((await t.call(listActivity, { as: later })).status).toBe(200)
  expect(await t.database.db.$count(submissions)).toBe(1)
})

test('every column that names a person and would hold them is looked at', async () => {
  const rows = await rowsOf<{ name: string }>(
    t.database.db,
    sql`select conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where confrelid = 'users'::regclass and confdeltype = 'a'`,
  )
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const looked = traces.map((column) => `${getTableName(column.table)}.${snake(column.name)}`)
  expect(rows.map(({ name }) => name).filter((name) => !looked.includes(name))).toEqual([])
})
