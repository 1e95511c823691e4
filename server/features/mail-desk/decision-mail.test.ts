import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import * as contract from '#shared/mail/desk-contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { approvePaperAsChair } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { declineAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let cast: { author: MadePerson; reviewer: MadePerson; admin: MadePerson }
let as: string
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Author' }),
    reviewer: await makePerson(t, { role: 'reviewer', name: 'Rita Reader' }),
    admin: await makePerson(t, { role: 'admin', name: 'Clara Chair' }),
  }
  as = cast.admin.token
})
afterAll(() => t.close())

const PROFILE = { firstName: 'Augusta', lastName: 'King' }
const REASON = 'Too {name} short <script>'

test('the mail seen before a decision is the mail that the decision sends, and nothing happens by looking', async () => {
  // Mails call people by their profile's name, which need not be the user name.
  const { author } = cast
  await t.call(saveProfile, { as: author.token, body: { ...PROFILE, organization: 'North' } })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', cast)
  const { paperId } = await submissionAt(t, 'paper_submitted', cast)
  const before = (await t.mails()).length
  const body = { verdict: 'decline', comments: REASON } as const
  const abstract = (await t.call(contract.previewAbstractMail, { as, params: { abstractId }, body })).body
  const accepted = { verdict: 'approve', comments: '' } as const
  const paper = (await t.call(contract.previewPaperMail, { as, params: { paperId }, body: accepted })).body
  expect((await t.mails()).length).toBe(before)
  const { email } = author
  expect([abstract.to, abstract.held]).toEqual([{ name: 'Augusta King', email }, false])

  const declined = { confirmText: 'DECLINE', reason: REASON } as const
  await t.call(declineAbstract, { as, params: { abstractId }, body: declined })
  await t.call(approvePaperAsChair, { as, params: { paperId }, body: {} })
  const sent = (await t.mails()).slice(before).filter(({ toAddress }) => toAddress === email)
  expect(sent.map(({ subject, text, html }) => ({ subject, text, html }))).toEqual(
    [abstract, paper].map(({ subject, text, html }) => ({ subject, text, html })),
  )
  expect(abstract.html).toContain('Too {name} short &lt;script&gt;')
})

test('it says whether the mail will wait; what cannot be decided has none', async () => {
  const { abstractId } = await submissionAt(t, 'abstract_submitted', cast)
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, holdDecisionMails: true }, revision } })
  const body = { verdict: 'request_change', comments: 'More.' } as const
  const seen = (id: string) => t.call(contract.previewAbstractMail, { as, params: { abstractId: id }, body })
  expect((await seen(abstractId)).body.held).toBe(true)
  await t.call(saveSettings, { as, body: { settings, revision: revision + 1 } })

  const { paperId, abstractId: accepted } = await submissionAt(t, 'awaiting_payment', cast)
  const paper = await t.call(contract.previewPaperMail, { as, params: { paperId: paperId ?? '' }, body })
  expect([(await seen(accepted)).status, paper.status, (await seen('A26-9999')).status]).toEqual([
    409, 409, 404,
  ])
})

test('an author whose account is disabled is not told, and who decides reads that before and after', async () => {
  const author = await makePerson(t, { role: 'author' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', { ...cast, author })
  const { paperId } = await submissionAt(t, 'paper_submitted', { ...cast, author })
  await t.database.db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, author.id))
  const { settings, revision } = (await t.call(readSettings, { as })).body
  await t.call(saveSettings, { as, body: { settings: { ...settings, holdDecisionMails: true }, revision } })
  const before = (await t.mails()).length
  const body = { verdict: 'decline', comments: REASON } as const
  const abstract = (await t.call(contract.previewAbstractMail, { as, params: { abstractId }, body })).body
  const paper = (await t.call(contract.previewPaperMail, { as, params: { paperId }, body })).body
  expect([abstract, paper].map(({ told, held }) => [told, held])).toEqual([
    [false, false],
    [false, false],
  ])
  const declined = { confirmText: 'DECLINE', reason: REASON } as const
  const said = [
    await t.call(declineAbstract, { as, params: { abstractId }, body: declined }),
    await t.call(approvePaperAsChair, { as, params: { paperId }, body: {} }),
  ].map((answer) => answer.body.message)
  for (const message of said)
    expect(message).toMatch(/\. The author’s account is disabled: they are not told\.$/)
  expect((await t.mails()).slice(before).filter(({ toAddress }) => toAddress === author.email)).toEqual([])
  await t.call(saveSettings, { as, body: { settings, revision: revision + 1 } })
})
