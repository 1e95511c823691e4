import { afterAll, beforeAll, expect, test } from 'vitest'
import { inZone } from '#server/features/settings/deadline.ts'
import { reportPayment } from '#shared/payments/contract.ts'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

test('each is told of a withdrawal once, with the way to the submission, and the desk of its money in the same mail', async () => {
  const [author, reviewer, admin] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'admin' }),
  ]
  const cast = { author, reviewer, admin }
  const told = async (params: { abstractId: string }) => {
    t.clock.advance(1000)
    const body = { reason: 'No time.' }
    expect((await t.call(withdrawAbstract, { as: author.token, params, body })).status).toBe(200)
    const now = (await t.mails()).filter(({ createdAt }) => createdAt.getTime() === t.clock.now.getTime())
    const ours = now.filter(({ toAddress }) => toAddress !== reviewer.email)
    return new Map(ours.map(({ toAddress, kind, button }) => [toAddress, [kind, button?.url]]))
  }
  const plain = await submissionAt(t, 'abstract_submitted', cast)
  const own = (id: string) => `/author?view=details&abstractId=${id}`
  const path = (url: unknown) => String(url).replace(/^https?:\/\/[^/]+/, '')
  const first = await told(plain)
  const said = new Map([...first].map(([who, [kind, url]]) => [who, [kind, path(url)]]))
  expect(said).toEqual(
    new Map([
      [author.email, ['submission_withdrawn', own(plain.abstractId)]],
      [admin.email, ['submission_withdrawn', `/admin?view=abstract&abstractId=${plain.abstractId}`]],
    ]),
  )
  const staff = await makePerson(t, { role: 'author', isStaff: true })
  const paid = await submissionAt(t, 'awaiting_payment', cast)
  await t.call(reportPayment, { as: author.token, params: paid, body: {} })
  const second = await told(paid)
  expect([second.size, second.get(author.email)?.[0], second.get(admin.email)?.[0]]).toEqual([
    3,
    'submission_withdrawn',
    'payment_left',
  ])
  // Administrators are told why; staff, who see payments alone, are not.
  const about = (await t.mails()).filter(
    ({ kind, subject }) => kind === 'payment_left' && subject.includes(paid.paperId),
  )
  expect(about.map(({ toAddress, text }) => [toAddress, text.includes('Reason: No time.')])).toEqual([
    [admin.email, true],
    [staff.email, false],
  ])
})

test('a moment is said as people call its zone', () => {
  const at = new Date('2026-05-04T11:59:00Z')
  expect(['Etc/GMT+12', 'UTC', 'Europe/Zurich'].map((zone) => inZone(at, zone))).toEqual([
    '3 May 2026 at 23:59 (Anywhere on Earth, UTC-12:00)',
    '4 May 2026 at 11:59 (UTC)',
    '4 May 2026 at 13:59 (Europe/Zurich, UTC+02:00)',
  ])
})
