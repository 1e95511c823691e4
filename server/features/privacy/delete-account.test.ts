import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { listEmails } from '#shared/mail/contract.ts'
import { reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { changeEmail, deleteAccount, myData, readDeletion } from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import { changeUser, inviteReviewers, listUsers } from '#shared/people/desk-contract.ts'
import { approvePaper, saveDraft } from '#shared/reviewing/contract.ts'
import { listReviewers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { abstractOverview } from '#shared/submissions/contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { stages } from '#shared/submissions/states.ts'
import { changeAddress } from '#tests/change-address.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'

let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
beforeAll(async () => {
  t = await openTestPortal({ breaksRules: true })
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
})
afterAll(() => t.close())

const leave = (who: MadePerson, password = who.password) =>
  t.call(deleteAccount, { as: who.token, body: { password } })

/** The whole database as text, apart from what the database keeps for itself and the queue of jobs. */
async function everything(): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    t.database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: unknown }>(
      t.database.db,
      sql`select row_to_json(x) as row from ${sql.identifier(name)} x`,
    )
    texts.push(...rows.map(({ row }) => `${name}: ${JSON.stringify(row)}`))
  }
  return texts.join('\n')
}

/** Rows in which any of the traces stands. */
async function rowsWith(...traces: string[]): Promise<string[]> {
  const lines = (await everything()).split('\n')
  return lines.filter((line) => traces.some((trace) => line.toLowerCase().includes(trace.toLowerCase())))
}

test('an author leaves: what was under way is withdrawn, what was decided stays, and nothing names them', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Xaverine Quux', email: 'xq@leaver.example' })
  const cast = { author, reviewer, admin }
  const made: Record<string, { abstractId: string; paperId: string }> = {}
  for (const stage of stages) made[stage] = await submissionAt(t, stage, cast)
  const body = { firstName: 'Xaverine', lastName: 'Quux', organization: 'Leaver Institute', phone: '+41 555' }
  await t.call(account.saveProfile, { as: author.token, body })
  await t.call(account.forgotPassword, { body: { email: author.email } })
  await t.drain()
  const { complete: paid, awaiting_payment: unpaid } = made
  await t.call(reportPayment, {
    as: author.token,
    params: { paperId: unpaid?.paperId ?? '' },
    body: { note: 'From the account of Q. Quux' },
  })
  const line = { hash: 'h', date: '2026-03-02', currency: null, payer: 'Xaverine Quux', text: 'Fee, X. Quux' }
  const lines = [
    { ...line, occurrence: 1, amount: '9.00', paperIds: [paid?.paperId ?? ''], as: 'payment' },
    { ...line, occurrence: 2, amount: '9.00', paperIds: [unpaid?.paperId ?? ''], as: 'note' },
  ]
  expect((await t.call(importPayments, { as: admin.token, body: { lines } })).status).toBe(200)
  // As a text of the organisers' own writes it, or what they write to a group.
  await t.database.db.execute(sql`update emails set subject = 'Xaverine, one week left'
    where id in (select id from emails where to_address = ${author.email} and kind = 'paper_received' limit 1)`)
  const traces = ['Xaverine', 'Quux', 'xq@leaver', 'Leaver Institute', '+41 555']
  expect((await rowsWith(...traces)).length).toBeGreaterThan(stages.length)

  const told = (await t.call(readDeletion, { as: author.token })).body
  const answer = await leave(author)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Your account was deleted.' }])

  const left = await rowsWith(...traces)
  expect(left.map((line) => /^(\w+): .*"kind":"(\w+)"/.exec(line)?.slice(1))).toEqual([
    ['emails', 'account_deleted'],
  ])
  const found = await rowsOf<{ id: string; stage: string }>(
    t.database.db,
    sql`select id, stage from submissions where author_id = ${author.id} order by serial`,
  )
  const stays = ['abstract_declined', 'paper_declined', 'complete', 'withdrawn']
  expect(found.map(({ stage }) => stage)).toEqual(
    stages.map((stage) => (stays.includes(stage) ? stage : 'withdrawn')),
  )
  // What was said before is what was done.
  const nameOf = (stage: string) => {
    const ids = made[stage]
    return stage.startsWith('abstract') || stage === 'awaiting_paper' ? ids?.abstractId : ids?.paperId
  }
  const ended = ['abstract_declined', 'paper_declined', 'complete', 'withdrawn']
  expect(told.withdrawn.map(({ id, paid: money }) => [id, money])).toEqual(
    stages
      .filter((stage) => !ended.includes(stage))
      .map((stage) => [nameOf(stage), stage === 'awaiting_payment']),
  )
  expect(told.stays.map(({ id, why }) => [id, why])).toEqual([
    [nameOf('abstract_declined'), 'decided'],
    [nameOf('paper_declined'), 'decided'],
    [nameOf('complete'), 'complete'],
    [expect.stringMatching(/^[AP]26-/), 'withdrawn'],
  ])
  expect((await t.call(account.me, { as: author.token })).status).toBe(401)
  const login = { email: author.email, password: author.password }
  expect((await t.call(account.login, { body: login })).refusal.error).toBe('wrong_credentials')
  const complete = made['complete'] ?? { abstractId: '', paperId: '' }
  const received = { q: `${complete.abstractId}: we have received your abstract` }
  const { items } = (await t.call(listEmails, { as: admin.token, query: received })).body
  expect(items.map(({ toAddress, toName }) => [toAddress, toName])).toEqual([['Deleted account', '']])
  const desk = await t.call(paperDeskOverview, { as: admin.token, params: { paperId: complete.paperId } })
  expect([desk.status, JSON.stringify(desk.body).includes('Deleted account')]).toEqual([200, true])
})

test('co-authors go with what was under way; of a complete paper their names stay, their addresses go', async () => {
  const author = await makePerson(t, { role: 'author' })
  const open = await submissionAt(t, 'paper_submitted', { author, reviewer, admin })
  const paid = await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  const orcid = '0000-0001-5109-3700'
  const helper = { name: 'Hetty Helper', email: 'hetty@helper.example', organization: 'Helpers', orcid }
  const body = { title: 'Bridges', topics: [], coAuthors: [helper], revision: 0 }
  for (const params of [open, paid]) await t.call(saveDetails, { as: author.token, params, body })
  await t.call(verifyPayment, { as: admin.token, params: paid, body: {} })
  await leave(author)
  const left = sql`select submission_id as id, name, email, orcid from co_authors where name = 'Hetty Helper'`
  expect(await rowsOf(t.database.db, left)).toEqual([
    { id: paid.abstractId, name: 'Hetty Helper', email: '', orcid: '' },
  ])
  expect(await rowsWith('hetty@', orcid)).toEqual([])
})

test('where somebody else named a person who leaves by their address, it goes, and an open tab cannot put it back; an ORCID iD alone is nobody’s proof', async () => {
  const author = await makePerson(t, { role: 'author' })
  const leaver = await makePerson(t, { role: 'reviewer', email: 'lea@leaver.example' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })
  const orcid = '0000-0002-1825-0097'
  const profile = { firstName: 'Lea', lastName: 'Leaver', organization: 'Gone', orcid }
  await t.call(account.saveProfile, { as: leaver.token, body: profile })
  const byAddress = { name: 'Lea L.', email: 'LEA@leaver.example', organization: 'Gone', orcid: '' }
  const byId = { name: 'L. Leaver', email: '', organization: '', orcid }
  const byNewAddress = { name: 'Lea', email: 'lea@new.example', organization: '', orcid: '' }
  const coAuthors = [byAddress, byId, byNewAddress]
  const body = { title: '', topics: [], coAuthors, revision: 0 }
  const given = { as: author.token, params: { abstractId } }
  await t.call(saveDetails, { ...given, body })
  await changeAddress(t, leaver, byNewAddress.email)
  await leave(leaver)
  const { details } = (await t.call(abstractOverview, given)).body
  expect(details.coAuthors).toEqual([{ ...byAddress, email: '' }, byId, { ...byNewAddress, email: '' }])
  expect((await t.call(saveDetails, { ...given, body: { ...body, revision: 1 } })).refusal.error).toBe(
    'stale',
  )
})

test('a mail to an address that the person asked for and never confirmed goes too, unsent, and nobody else’s', async () => {
  const asked = 'quentin.private@home.example'
  const leaver = await makePerson(t, { role: 'author', name: 'Quentin Leaver' })
  const other = await makePerson(t, { role: 'author', name: 'Olga Other' })
  for (const { token, password } of [leaver, other]) {
    const body = { email: asked, password }
    expect((await t.call(changeEmail, { as: token, body })).status).toBe(200)
    t.clock.advance(61_000)
  }
  const names = async () =>
    (await t.mails()).flatMap(({ toAddress, toName }) => (toAddress === asked ? [toName] : []))
  expect(await names()).toEqual([leaver.name, other.name])
  await leave(leaver)
  expect(await names()).toEqual([other.name])
})

test('an address of before that somebody else registers and never confirms goes from where others named it', async () => {
  const author = await makePerson(t, { role: 'author' })
  const leaver = await makePerson(t, { role: 'reviewer', email: 'zara@before.example' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })
  const zara = { name: 'Zara', email: leaver.email, organization: '', orcid: '' }
  const given = { as: author.token, params: { abstractId } }
  await t.call(saveDetails, { ...given, body: { title: '', topics: [], coAuthors: [zara], revision: 0 } })
  await changeAddress(t, leaver, 'zara@after.example')
  const stranger = { name: 'S', email: leaver.email, password: 'twelve grey elephants' }
  expect((await t.call(account.register, { body: stranger })).status).toBe(200)
  await leave(leaver)
  const { details } = (await t.call(abstractOverview, given)).body
  expect(details.coAuthors.map(({ email }) => email)).toEqual([''])
})

test('an invitation to an address of before that was not answered goes with the account, and both are in its data', async () => {
  const author = await makePerson(t, { role: 'author' })
  const leaver = await makePerson(t, { role: 'author', email: 'yara@before.example' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })
  const yara = { name: 'Yara', email: leaver.email, organization: '', orcid: '' }
  await t.call(saveDetails, {
    ...{ as: author.token, params: { abstractId } },
    body: { title: '', topics: [], coAuthors: [yara], revision: 0 },
  })
  const body = { email: leaver.email, name: 'Yara Yonder' }
  expect((await t.call(inviteReviewers, { as: admin.token, body })).body.items).toHaveLength(1)
  await changeAddress(t, leaver, 'yara@after.example')
  const { downloadUrl } = (await t.call(myData, { as: leaver.token })).body
  const archive = await unzip((await t.app.http.inject({ url: downloadUrl })).rawPayload)
  const data = JSON.parse(archive.get('my-data.json')?.toString() ?? '{}')
  const named = (rows: { email: string }[]) => rows.map(({ email }) => email)
  expect([named(data.invitations), named(data.namedAsCoAuthor)]).toEqual([
    ['yara@before.example'],
    ['yara@before.example'],
  ])
  await leave(leaver)
  expect(
    (await everything())
      .split('\n')
      .filter((row) => /^(?:invitations|co_authors):.*(?:yara@|Yonder)/i.test(row)),
  ).toEqual([])
})

test('organisers and reviewers are told of what the person had under way, once', async () => {
  const author = await makePerson(t, { role: 'author' })
  const rita = await makePerson(t, { role: 'reviewer' })
  const { paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin })
  const before = (await t.mails()).length
  await leave(author)
  expect((await t.mails()).slice(before).map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
    ['paper_gone', rita.email],
    ['person_left', admin.email],
    ['account_deleted', author.email],
  ])
  expect((await t.mails()).findLast(({ kind }) => kind === 'person_left')?.text).toContain(paperId)
})

test('a reviewer leaves: open papers are given back, drafts go, submitted reviews stay', async () => {
  const author = await makePerson(t, { role: 'author' })
  const rita = await makePerson(t, { role: 'reviewer', name: 'Ulrike Leaver', organization: 'Gone College' })
  const cast = { author, reviewer: rita, admin }
  const open = await submissionAt(t, 'paper_submitted', cast)
  const reviewed = await submissionAt(t, 'paper_submitted', cast)
  const draft = { score: '7', comments: 'My own half sentence', revision: 0 }
  await t.call(saveDraft, { as: rita.token, params: open, body: draft })
  const review = { score: 91, comments: 'A fine paper.' }
  await t.call(approvePaper, { as: rita.token, params: reviewed, body: review })
  const told = (await t.call(readDeletion, { as: rita.token })).body
  expect(told).toEqual({
    isLastAdmin: false,
    withdrawn: [],
    stays: [],
    removed: [],
    givenBack: [open.paperId],
    reviewed: [reviewed.paperId],
  })
  await leave(rita)
  const deskOf = async (params: { paperId: string }) =>
    (await t.call(paperDeskOverview, { as: admin.token, params })).body
  expect((await deskOf(open)).assignments.map(({ ended }) => [ended?.how, ended?.reason])).toEqual([
    ['withdrawn', 'The reviewer deleted their account.'],
  ])
  expect((await deskOf(reviewed)).reviews.map((one) => [one.reviewer.name, one.score, one.reason])).toEqual([
    ['Deleted account', 91, 'A fine paper.'],
  ])
  const mailed = (await t.mails()).findLast(({ kind }) => kind === 'person_left')?.text ?? ''
  expect([mailed.includes(open.paperId), mailed.includes(reviewed.paperId)]).toEqual([true, false])
  const left = await rowsWith('Ulrike', 'Gone College', 'half sentence', rita.email)
  expect(left.map((line) => /"kind":"(\w+)"/.exec(line)?.[1])).toEqual(['account_deleted'])
  const reviewers = await t.call(listReviewers, { as: admin.token })
  expect(reviewers.body.items.map(({ id }) => id)).not.toContain(rita.id)
})

test('money that only its author could ask back is named before the account goes, and the desk is told', async () => {
  const author = await makePerson(t, { role: 'author' })
  const at = (stage: 'awaiting_payment' | 'paper_submitted', of = author) =>
    submissionAt(t, stage, { author: of, reviewer, admin })
  const another = await at('awaiting_payment', await makePerson(t, { role: 'author' }))
  const [part, sought, twice, once] = [
    await at('awaiting_payment'),
    await at('awaiting_payment'),
    await at('awaiting_payment'),
    await at('awaiting_payment'),
  ]
  await at('paper_submitted')
  await t.call(reportPayment, { as: author.token, params: sought, body: {} })
  for (const params of [twice, once])
    await t.call(verifyPayment, { as: admin.token, params, body: { amount: '250' } })
  const line = {
    hash: 'left',
    date: '2026-03-02',
    currency: 'EUR',
    payer: 'Ada',
    text: 'Fee',
    as: 'note' as const,
  }
  const lines = [
    { ...line, occurrence: 1, amount: '100.00', paperIds: [part.paperId] },
    { ...line, occurrence: 2, amount: '250.00', paperIds: [twice.paperId] },
    { ...line, occurrence: 3, amount: '70.00', paperIds: [another.paperId] },
  ]
  await t.call(importPayments, { as: admin.token, body: { lines } })
  const { withdrawn, stays } = (await t.call(readDeletion, { as: author.token })).body
  const money = [...withdrawn, ...stays].map((one) => [one.id, one.money.sums, one.money.reported])
  expect(money).toEqual([
    [part.paperId, ['100.00 EUR'], false],
    [sought.paperId, [], true],
    [expect.any(String), [], false],
    [twice.paperId, ['250.00 EUR'], false],
    [once.paperId, [], false],
  ])
  const before = (await t.mails()).length
  await leave(author)
  const told = (await t.mails()).slice(before).filter(({ kind }) => kind === 'payment_left')
  expect(told.map(({ subject }) => subject)).toEqual(
    [part, sought, twice].map(
      ({ paperId }) => `${paperId}: settle its payment, its author deleted their account`,
    ),
  )
  expect(told.map(({ text }) => /[^\n]* arrived for it\.|Its author reported[^\n]*/.exec(text)?.[0])).toEqual(
    [
      '100.00 EUR arrived for it.',
      'Its author reported a payment that is not found yet.',
      '250.00 EUR more than the fee arrived for it.',
    ],
  )
})

test('what somebody deleted before is removed in its time, or stays for the books', async () => {
  const author = await makePerson(t, { role: 'author' })
  const [gone, paid] = [
    await submissionAt(t, 'abstract_submitted', { author, reviewer, admin }),
    await submissionAt(t, 'awaiting_payment', { author, reviewer, admin }),
  ]
  const line = {
    hash: 'd',
    date: '2026-03-02',
    currency: null,
    payer: 'A. Author',
    text: 'Fee',
    occurrence: 1,
  }
  const lines = [{ ...line, amount: '9.00', paperIds: [paid.paperId], as: 'note' }]
  expect((await t.call(importPayments, { as: admin.token, body: { lines } })).status).toBe(200)
  await t.database.db.execute(
    sql`update submissions set deleted_at = now(), title = 'Bridges' where author_id = ${author.id}`,
  )
  expect((await t.call(readDeletion, { as: author.token })).body).toEqual({
    isLastAdmin: false,
    withdrawn: [],
    stays: [
      { id: paid.paperId, title: 'Bridges', why: 'paid', money: { sums: ['9.00 EUR'], reported: false } },
    ],
    removed: [{ id: gone.abstractId, title: 'Bridges' }],
    givenBack: [],
    reviewed: [],
  })
})

test('a wrong password deletes nothing; the last administrator cannot leave; twice is once', async () => {
  const ada = await makePerson(t, { role: 'author' })
  expect((await leave(ada, 'not hers')).refusal.details).toEqual([
    { field: 'password', message: 'Your current password is wrong.' },
  ])
  const isLast = async (who: MadePerson) => (await t.call(readDeletion, { as: who.token })).body.isLastAdmin
  expect(await isLast(admin)).toBe(true)
  expect((await leave(admin)).refusal.error).toBe('wrong_state')
  const second = await makePerson(t, { role: 'admin' })
  expect([await isLast(admin), await isLast(second), await isLast(ada)]).toEqual([false, false, false])
  expect((await leave(second)).status).toBe(200)
  expect(await isLast(admin)).toBe(true)
  expect((await t.call(account.me, { as: admin.token })).status).toBe(200)
  const both = await Promise.all([leave(ada), leave(ada)])
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401])
})

test('a deleted account is in no list of people and cannot be revived; its address is free again', async () => {
  const ada = await makePerson(t, { role: 'author', email: 'again@leaver.example' })
  await leave(ada)
  const people = await t.call(listUsers, { as: admin.token, query: { q: 'Deleted account' } })
  expect([people.body.items, people.body.count]).toEqual([[], 0])
  const params = { userId: ada.id }
  const revived = await t.call(changeUser, { as: admin.token, params, body: { disabled: false } })
  expect(revived.status).toBe(404)
  await t.call(account.register, {
    body: { name: 'Ada', email: 'again@leaver.example', password: 'twelve grey elephants' },
  })
  const kinds = (await t.mails()).filter(({ toAddress }) => toAddress === 'again@leaver.example')
  expect(kinds.map(({ kind }) => kind)).toEqual(['account_deleted', 'verify_email'])
})
