import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile } from '#shared/files/contract.ts'
import { previewMessage, sendMessage } from '#shared/mail/desk-contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { myData, readMyData } from '#shared/people/account-contract.ts'
import { me } from '#shared/people/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { makeCalendarFeed } from '#shared/reminders/contract.ts'
import { approvePaper, saveDraft } from '#shared/reviewing/contract.ts'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { abstractOverview, submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

async function linkOf(who: MadePerson): Promise<string> {
  return (await t.call(myData, { as: who.token })).body.downloadUrl
}

/** The files of the archive by name. */
async function archiveOf(who: MadePerson): Promise<Map<string, Buffer>> {
  const answer = await t.app.http.inject({ method: 'GET', url: await linkOf(who) })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ])
  return unzip(answer.rawPayload)
}

/** The names in it without those of the mails. */
const filesIn = (archive: Map<string, Buffer>) =>
  [...archive.keys()].filter((name) => !name.startsWith('mails/'))

/** An author's paper under review, with another author's beside it, whose traces must not show up. */
async function season() {
  const [author, other, reviewer, admin] = [
    await makePerson(t, { role: 'author', name: 'Ada Brunner' }),
    await makePerson(t, { role: 'author', name: 'Otto Other' }),
    await makePerson(t, { role: 'reviewer', name: 'Rita Reader' }),
    await makePerson(t, { role: 'admin', name: 'Clara Chair' }),
  ]
  const pdfs = { abstract: await makePdf({ pages: 1 }), paper: await makePdf({ pages: 3 }) }
  const ids: Record<string, { abstractId: string; paperId: string }> = {}
  for (const who of [author, other]) {
    const as = who.token
    const { abstractId } = (
      await t.upload(submitAbstract, { as, file: pdfs.abstract, fileName: '../../ä.pdf' })
    ).body
    await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
    await t.upload(submitPaper, { as, params: { abstractId }, file: pdfs.paper })
    const { paperId } = (await t.call(abstractOverview, { as, params: { abstractId } })).body.abstract
    ids[who.name] = { abstractId, paperId: paperId ?? '' }
    const params = { paperId: paperId ?? '' }
    await t.call(assignReviewer, { as: admin.token, params, body: { reviewerId: reviewer.id } })
  }
  return { author, other, reviewer, admin, pdfs, ids }
}

test('an author’s archive holds their account, submissions, history and files, and nobody else', async () => {
  const { author, other, reviewer, admin, pdfs, ids } = await season()
  const own = ids['Ada Brunner'] ?? { abstractId: '', paperId: '' }
  const params = { paperId: own.paperId }
  await t.call(approvePaper, { as: reviewer.token, params, body: { score: 88, comments: 'Very good.' } })
  const grace = { name: 'Grace', email: 'grace@west.example', organization: 'West', orcid: '' }
  const details = { title: 'Bridges', topics: [], coAuthors: [grace], revision: 0 }
  await t.call(saveDetails, { as: author.token, params: own, body: details })
  const named = { ...grace, name: 'A. Brunner', email: author.email.toUpperCase() }
  const ofOther = { ...details, title: 'Of somebody else', coAuthors: [named] }
  await t.call(saveDetails, { as: other.token, params: ids['Otto Other'] ?? own, body: ofOther })
  const line = { hash: 'h', occurrence: 1, date: '2026-03-02', amount: '100.00', currency: 'EUR' }
  const said = {
    payer: 'A. Brunner',
    text: `Fee ${own.paperId}`,
    paperIds: [own.paperId],
    as: 'note' as const,
  }
  await t.call(importPayments, { as: admin.token, body: { lines: [{ ...line, ...said }] } })
  await t.call(makeCalendarFeed, { as: author.token })
  const archive = await archiveOf(author)
  expect(filesIn(archive)).toEqual([
    'my-data.json',
    `files/${own.abstractId}/abstract-1.pdf`,
    `files/${own.abstractId}/paper-1.pdf`,
  ])
  expect(archive.get(`files/${own.abstractId}/paper-1.pdf`)?.equals(pdfs.paper)).toBe(true)
  const text = archive.get('my-data.json')?.toString('utf8') ?? ''
  const data = JSON.parse(text)
  // What the desk searches in is made of the rest, for the database.
  expect(data.account).not.toHaveProperty('searched')
  expect([data.account.email, data.account.name, data.account.role]).toEqual([
    author.email,
    'Ada Brunner',
    'author',
  ])
  expect(data.submissions).toHaveLength(1)
  expect([data.submissions[0].title, data.submissions[0].coAuthors]).toEqual([
    'Bridges',
    [{ position: 1, ...grace }],
  ])
  const [arrived] = data.submissions[0].arrivedByStatement
  expect([arrived.bookedOn, arrived.amount, arrived.payer, arrived.takenAs]).toEqual([
    ...['2026-03-02', '100.00', 'A. Brunner', 'note'],
  ])
  expect([data.calendarFeed.length, Object.keys(data.calendarFeed[0])]).toEqual([1, ['madeAt']])
  expect([data.namedAsCoAuthor, text.includes('Of somebody else')]).toEqual([[named], false])
  expect([data.submissions[0].paperStatus, data.submissions[0].versions[0].fileName]).toEqual([
    'awaiting_payment',
    'ä.pdf',
  ])
  expect(data.submissions[0].versions[1].sha256).toBe(createHash('sha256').update(pdfs.paper).digest('hex'))
  expect(data.mails.map((mail: { subject: string }) => mail.subject)).toContain(
    `${own.paperId}: accepted – pay the registration fee`,
  )
  for (const stranger of [other, reviewer, admin]) {
    for (const trace of [stranger.id, stranger.name, stranger.email]) expect(text).not.toContain(trace)
  }
  expect(text).not.toMatch(/passwordHash|token=|"score"|\$argon2/)
})

test('an organiser’s archive holds the messages they sent to groups', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const words = { subject: 'Rooms', body: 'We meet at noon.', audience: { who: 'organisers' as const } }
  const { count, stamp } = (await t.call(previewMessage, { as: admin.token, body: words })).body
  await t.call(sendMessage, { as: admin.token, body: { ...words, count, stamp } })
  const data = JSON.parse((await archiveOf(admin)).get('my-data.json')?.toString('utf8') ?? '')
  expect(data.messagesToGroups).toEqual([
    { to: words.audience, subject: 'Rooms', body: words.body, recipients: count, sentAt: expect.any(String) },
  ])
})

test('a reviewer’s archive holds their assignments, reviews and drafts, and no author', async () => {
  const { author, other, reviewer, ids } = await season()
  const [first, second] = Object.values(ids).map(({ paperId }) => ({ paperId }))
  if (first === undefined || second === undefined) throw new Error('two papers were made')
  const body = { score: 55, comments: 'Thorough.' }
  await t.call(approvePaper, { as: reviewer.token, params: first, body })
  await t.call(saveDraft, {
    as: reviewer.token,
    params: second,
    body: { score: '7', comments: 'So far', revision: 0 },
  })
  const archive = await archiveOf(reviewer)
  expect(filesIn(archive)).toEqual(['my-data.json'])
  const text = archive.get('my-data.json')?.toString('utf8') ?? ''
  const { reviewing } = JSON.parse(text)
  expect(reviewing.assignments.map((one: { paperId: string }) => one.paperId)).toEqual([
    first.paperId,
    second.paperId,
  ])
  expect([reviewing.reviews[0].comments, reviewing.drafts[0].comments]).toEqual(['Thorough.', 'So far'])
  for (const trace of [author.name, author.email, other.name, other.email]) expect(text).not.toContain(trace)
})

test('the link is for ten minutes, for this archive alone, and ends with the account', async () => {
  const ada = await makePerson(t, { role: 'author' })
  const link = (await linkOf(ada)).replace('/api/my-data/', '')
  const read = (given: string) => t.call(readMyData, { params: { link: given } })
  expect((await read(`${link.slice(0, -3)}AAA`)).refusal.error).toBe('invalid_token')
  // Neither kind of link opens the other's door.
  expect((await t.call(readFile, { params: { link } })).status).toBe(404)
  const abstractId = (await t.upload(submitAbstract, { as: ada.token, file: await makePdf() })).body
    .abstractId
  const own = await t.call(abstractOverview, { as: ada.token, params: { abstractId } })
  const fileLink = /\/api\/files\/([\w.-]+)/.exec(JSON.stringify(own.body))?.[1] ?? ''
  expect((await read(fileLink)).status).toBe(404)

  const admin = await makePerson(t, { role: 'admin' })
  const params = { userId: ada.id }
  await t.call(changeUser, { as: admin.token, params, body: { disabled: true } })
  expect((await t.call(me, { as: ada.token })).status).toBe(401)
  expect((await read(link)).status).toBe(404)
  // It was given to a session that ended then.
  await t.call(changeUser, { as: admin.token, params, body: { disabled: false } })
  expect((await read(link)).status).toBe(404)
  const again = { ...ada, token: await logIn(t, ada.email, ada.password) }
  const newLink = (await linkOf(again)).replace('/api/my-data/', '')
  expect((await read(newLink)).status).toBe(200)
  t.clock.advance(12 * 60_000 + 1)
  expect((await read(newLink)).refusal.error).toBe('invalid_token')
})
