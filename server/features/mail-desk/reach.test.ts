import { expect, test } from 'vitest'
import { previewMessage, sendMessage } from '#shared/mail/desk-contract.ts'
import { savePreferences } from '#shared/mail/preferences.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'

test('a message to a group says how it reaches how many, before and after, and whom it does not reach', async () => {
  const t = await openTestPortal()
  try {
    const as = (await makePerson(t, { role: 'admin' })).token
    const [daily, quiet, gone] = [
      await makePerson(t, { role: 'reviewer' }),
      await makePerson(t, { role: 'reviewer' }),
      await makePerson(t, { role: 'reviewer' }),
      await makePerson(t, { role: 'both' }),
      await makePerson(t, { role: 'reviewer' }),
      await makePerson(t, { role: 'reviewer', unverified: true }),
      await makePerson(t, { role: 'reviewer', unverified: true }),
    ]
    await t.call(savePreferences, { as: daily.token, body: { notice: 'digest' } })
    await t.call(savePreferences, { as: quiet.token, body: { notice: 'portal', review: 'digest' } })
    await t.call(changeUser, { as, params: { userId: gone.id }, body: { disabled: true } })
    const before = (await t.mails()).length

    const body = {
      subject: 'Rooms',
      body: 'We meet at noon.',
      audience: { who: 'reviewers', reviews: 'any' } as const,
    }
    const { count, stamp, reach, people } = (await t.call(previewMessage, { as, body })).body
    expect([count, people.length, reach]).toEqual([
      4,
      4,
      { now: 2, digest: 1, portal: 1, unconfirmed: 2, disabled: 1 },
    ])
    const sent = (await t.call(sendMessage, { as, body: { ...body, count, stamp } })).body
    expect([sent.sent, sent.reach]).toEqual([4, reach])
    expect(sent.message).toBe(
      'The message to 4 people was written: 2 by mail at once, 1 in their daily mail, 1 in the portal only. Left out: 2 with an address that is not confirmed, 1 with a disabled account. Mails are kept in the portal: no mail server is set up.',
    )
    expect((await t.mails()).length - before).toBe(reach.now)
  } finally {
    await t.close()
  }
})
