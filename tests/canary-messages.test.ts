import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notices } from '#server/db/schema.ts'
import { sendDigests } from '#server/features/notices/send-digests.ts'
import { sendReminders } from '#server/features/reminders/send-reminders.ts'
import { messageKinds } from '#server/messages.ts'
import { applyAssignments, undoBatch } from '#shared/assigning/contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { saveProfile } from '#shared/people/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as desk from '#shared/reviewing/desk-contract.ts'
import { changeDue, remindReviewers } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { restoreAbstract } from '#shared/submissions/deleted-contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { logIn, type MadePerson, makePdf, makePerson } from './factories.ts'
import { openSmtpPeer, type ReceivedMail } from './smtp-peer.ts'
import { type CallOptions, openTestPortal, type TestPortal } from './test-portal.ts'

/**
 * Every kind of message that reviewers get about papers is brought about; none, as a notification or as a mail that
 * arrives, names an author or another reviewer, and no author's names a reviewer (portal.md §6, decisions.md §6, §10).
 */

/** What names a person: each a text found nowhere else. */
const namesOf = (who: string) => ['name', 'org', 'mail', 'phone', 'note'].map((what) => `qz${who}${what}zq`)
const authors = ['ann', 'coy']
const reviewers = ['rex', 'ron', 'rae']
const paperNames = ['title', 'file', 'text'].map((what) => `qz${what}zq`)

describe.each(['single', 'double'] as const)('in a %s-anonymous conference', (anonymity) => {
  let t: TestPortal
  let arrived: ReceivedMail[]
  const people = new Map<string, MadePerson>()
  beforeAll(async () => {
    const smtp = await openSmtpPeer()
    t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
    await bringAbout(t, people, anonymity)
    await t.drain()
    await smtp.close()
    arrived = smtp.received
  })
  afterAll(() => t.close())

  /** Notifications and mails to one of them, with headers and the names of attachments. */
  const toldTo = async (who: string) => {
    const { id = '', email = '' } = people.get(who) ?? {}
    const rows = await t.database.db.select().from(notices).where(eq(notices.userId, id))
    const mails = arrived.filter(({ recipient }) => recipient === email)
    return [...rows, ...mails].map((one) => JSON.stringify(one, withoutContent))
  }

  test.each(reviewers)('no message to %s names an author or another reviewer', async (who) => {
    const others = [...authors, ...reviewers.filter((one) => one !== who)]
    // Nowhere in a message, though a single-anonymous conference shows authors on the paper's page.
    const hidden = [...others.flatMap(namesOf), ...paperNames]
    const told = await toldTo(who)
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter((text) => hidden.some((name) => text.toLowerCase().includes(name)))).toEqual([])
  })

  test('no message to the author names a reviewer', async () => {
    const told = await toldTo('ann')
    expect(told.length).toBeGreaterThan(5)
    const hidden = [...reviewers.flatMap(namesOf).filter((name) => !name.endsWith('notezq'))]
    expect(told.filter((text) => hidden.some((name) => text.toLowerCase().includes(name)))).toEqual([])
  })

  test('each kind of message to reviewers has come', async () => {
    const toReviewers = messageKinds
      .filter(({ to, group, notice }) => /reviewer/.test(to) && group === 'review' && notice !== undefined)
      .map(({ key }) => key)
    const ids = reviewers.map((who) => people.get(who)?.id ?? '')
    const rows = await t.database.db.select().from(notices).where(inArray(notices.userId, ids))
    const come = new Set(rows.map(({ kind }) => kind))
    expect(toReviewers.filter((key) => !come.has(key))).toEqual([])
  })
})

const withoutContent = (key: string, value: unknown) => (key === 'content' ? undefined : value)

const due = '2026-03-20T12:00:00Z'
const season = {
  deadlines: { abstract: due, paper: due, resubmission: due, review: due },
  ...{ remindReviewersBefore: [7], remindReviewersAfter: [1, 6], graceMinutes: 5 * 24 * 60 },
}

/** Papers of Ann's live through all that their reviewers are told about. */
async function bringAbout(
  t: TestPortal,
  people: Map<string, MadePerson>,
  anonymity: Settings['anonymity'],
): Promise<void> {
  for (const who of ['ann', ...reviewers, 'cleo']) {
    const [name = '', organization = '', mail = '', phone = ''] = namesOf(who)
    const role = who === 'cleo' ? 'admin' : who === 'ann' ? 'author' : 'reviewer'
    const made = await makePerson(t, { role, name, organization, email: `${mail}@${who}.example` })
    people.set(who, made)
    const body = { firstName: name, lastName: name, organization, phone }
    expect((await t.call(saveProfile, { as: made.token, body })).status).toBe(200)
  }
  const idOf = (who: string) => people.get(who)?.id ?? ''
  const by = async <S extends EndpointSpec>(who: string, spec: S, given: Omit<CallOptions<S>, 'as'> = {}) => {
    const answer = await t.call(spec, { ...given, as: people.get(who)?.token })
    if (answer.status !== 200)
      throw new Error(`${spec.path}: ${answer.status} ${JSON.stringify(answer.refusal)}`)
    return answer.body
  }
  const upload = async <S extends EndpointSpec>(spec: S, params = {}) => {
    const file = await makePdf({ title: 'qztitlezq', text: 'qztextzq' })
    const given = { as: people.get('ann')?.token, params, file, fileName: 'qzfilezq.pdf' }
    const answer = await t.upload(spec, given)
    if (answer.status !== 200) throw new Error(`${spec.path}: ${answer.status} ${answer.refusal.message}`)
    return answer.body
  }
  const set = async (change: object) => {
    const { settings, revision } = await by('cleo', readSettings)
    await by('cleo', saveSettings, { body: { settings: { ...settings, ...change }, revision } })
  }
  await set({ anonymity, reviewsPerPaper: 2 })

  const paper = async () => {
    const { abstractId } = await upload(author.submitAbstract)
    const [name = '', organization = '', mail = ''] = namesOf('coy')
    const coAuthors = [{ name, email: `${mail}@else.example`, organization, orcid: '' }]
    const details = { title: 'qztitlezq', topics: [], coAuthors, revision: 0 }
    await by('ann', saveDetails, { params: { abstractId }, body: details })
    await by('cleo', abstracts.approveAbstract, { params: { abstractId }, body: {} })
    const { paperId } = await upload(author.submitPaper, { abstractId })
    return { abstractId, paperId }
  }
  const assign = (params: Record<string, string>, who: string) =>
    by('cleo', desk.assignReviewer, { params, body: { reviewerId: idOf(who) } })
  const both = async (params: Record<string, string>) => {
    for (const who of ['rex', 'ron']) await assign(params, who)
  }

  const moved = await paper()
  await both(moved)
  await upload(author.submitPaper, moved)
  const rex = { params: { ...moved, reviewerId: idOf('rex') } }
  await by('cleo', changeDue, { ...rex, body: { dueAt: '2026-03-25T12:00:00Z' } })
  await by('cleo', changeDue, { ...rex, body: { dueAt: null } })
  await by('cleo', desk.unassignReviewer, rex)
  await assign(moved, 'rex')
  await by('ann', author.deletePaper, { params: moved })
  // Without a deadline for all, a due date taken away leaves none.
  await set(season)

  const decided = await paper()
  await both(decided)
  const [, , , , note = ''] = namesOf('rex')
  const verdict = { score: 80, comments: note }
  await by('rex', reviewing.approvePaper, { params: decided, body: verdict })
  const change = { confirmText: 'REQUEST_CHANGE', reason: 'Shorter.' }
  await by('cleo', desk.requestPaperChangeAsChair, { params: decided, body: change })
  const ahead = [{ paperId: decided.paperId, reviewerId: idOf('rae') }]
  await by('cleo', applyAssignments, { body: { pairs: ahead, source: 'list' } })
  await upload(author.submitPaper, decided)
  await by('cleo', desk.approvePaperAsChair, { params: decided, body: {} })
  await by('cleo', desk.reopenPaper, { params: decided, body: { reason: 'A mistake.' } })

  const pairs = [await paper(), await paper()].map(({ paperId }) => ({ paperId, reviewerId: idOf('rae') }))
  const body = { pairs, source: 'list' }
  const { batchId } = Object(await by('cleo', applyAssignments, { body })) as { batchId: string }
  const later = pairs.map((pair) => ({ ...pair, dueAt: '2026-03-25T12:00:00Z' }))
  await by('cleo', applyAssignments, { body: { pairs: later, source: 'list', changesDue: true } })
  await by('cleo', undoBatch, { params: { batchId } })

  const gone = await paper()
  await both(gone)
  await by('ann', author.deleteAbstract, { params: gone })
  await by('cleo', restoreAbstract, { params: gone, body: { reason: 'A mistake.' } })
  await by('ann', author.withdrawAbstract, { params: gone, body: { reason: 'No time.' } })

  for (const morning of ['2026-03-13T06:30:00Z', '2026-03-21T06:30:00Z']) {
    await t.transact((ctx) => sendReminders.run({ ...ctx, now: new Date(morning) }))
    await t.transact((ctx) => sendDigests.run({ ...ctx, now: new Date(morning) }))
  }
  t.clock.now = new Date('2026-03-25T09:00:00Z')
  const { email, password } = people.get('cleo') ?? { email: '', password: '' }
  Object.assign(people.get('cleo') ?? {}, { token: await logIn(t, email, password) })
  await by('cleo', remindReviewers, { body: { reviewerIds: reviewers.map(idOf) } })
  const tooLate = new Date('2026-03-26T13:00:00Z')
  await t.transact((ctx) => sendReminders.run({ ...ctx, now: tooLate }))
}
