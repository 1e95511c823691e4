import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { forgotPassword } from '#shared/people/contract.ts'
import { changeAddress } from '#tests/change-address.ts'
import { logIn, type MadePerson, makePerson, newHolder } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { archiveEntries } from './my-data.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const old = 'shared@north.example'

/** A mail to whoever has the address now. */
async function mailTo(address: string): Promise<void> {
  t.clock.advance(HOUR)
  await t.call(forgotPassword, { body: { email: address } })
  await t.drain()
}

async function move(who: MadePerson, from: string, email: string): Promise<void> {
  t.clock.advance(HOUR)
  const token = await logIn(t, from, who.password)
  await changeAddress(t, { token, password: who.password }, email)
}

/** What somebody's download says of addresses and mails. */
async function download({ id }: MadePerson) {
  const blobs = await openDiskStore(t.dataDir)
  const grant = { kind: 'my_data', id, inline: false, ...(await newHolder(t, id)) } as const
  const [data] = await t.transact((ctx) => archiveEntries(ctx, grant, blobs, t.database.db))
  if (data === undefined || !('bytes' in data) || !(data.bytes instanceof Buffer)) throw new Error('no data')
  const { formerAddresses, mails } = JSON.parse(data.bytes.toString('utf8'))
  return {
    before: formerAddresses.map(({ email }: { email: string }) => email),
    mails: mails.map(({ subject }: { subject: string }) => subject).reverse(),
  }
}

const reset = 'Set a new password'
const from = 'Your account uses another e-mail address now'
const confirm = 'Confirm your new e-mail address'
const changed = 'Your e-mail address was changed'

test('mails to an address of before are its owner’s of then, in the download and when the account goes', async () => {
  const ada = await makePerson(t, { role: 'author', email: old })
  await mailTo(old)
  await move(ada, old, 'ada@south.example')
  // Somebody else has the address since, and gives it up too; then a third has it.
  const bob = await makePerson(t, { role: 'author', email: 'bob@east.example' })
  await move(bob, bob.email, old)
  await mailTo(old)
  await move(bob, old, 'bob@west.example')
  const eve = await makePerson(t, { role: 'author', email: old })
  await mailTo(old)

  const [adas, bobs, eves] = [await download(ada), await download(bob), await download(eve)]
  expect(adas).toEqual({ before: [old], mails: [reset, confirm, from, changed] })
  expect(bobs).toEqual({
    before: [old, 'bob@east.example'],
    mails: [confirm, from, changed, reset, confirm, from, changed],
  })
  expect(eves).toEqual({ before: [], mails: [reset] })

  await t.call(deleteAccount, {
    as: await logIn(t, 'ada@south.example', ada.password),
    body: { password: ada.password },
  })
  expect(
    await rowsOf(t.database.db, sql`select email from former_addresses where user_id = ${ada.id}`),
  ).toEqual([])
  const left = (await t.mails()).filter(({ toAddress }) => toAddress.toLowerCase() === old)
  expect([left.length, left.every(({ text }) => text.length > 60)]).toEqual([5, true])
  expect([await download(bob), await download(eve)]).toEqual([bobs, eves])
  const nobodys = (await t.mails()).filter(({ toAddress }) => toAddress.endsWith('.invalid'))
  expect(nobodys.map(({ subject, text }) => [subject, text])).toEqual(
    adas.mails.map((subject: string) => [subject, 'The account it was for was deleted.']),
  )
})
