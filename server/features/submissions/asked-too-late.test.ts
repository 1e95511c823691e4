import { afterAll, beforeAll, expect, test } from 'vitest'
import { editEmail, readEmail, releaseEmails } from '#shared/mail/contract.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { requestPaperChange } from '#shared/reviewing/contract.ts'
import { requestPaperChangeAsChair } from '#shared/reviewing/desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import { submitPaper } from '#shared/submissions/contract.ts'
import {
  approveAbstract,
  decideAbstracts,
  previewAbstract,
  previewAbstractDecisions,
  requestAbstractChange,
} from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/** Decisions that ask for a file whose deadline has passed. */

const PASSED = '2026-03-31T12:00:00.000Z'
const [PAPERS, REVISED] = ['papers', 'revised files'].map(
  (what) =>
    `The deadline for ${what} has passed: the author can upload only once you give them more time, under People.`,
)
const change = { confirmText: 'REQUEST_CHANGE', reason: 'Shorten it.' } as const

let t: TestPortal
let admin: MadePerson
let reviewer: MadePerson
let author: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  t.clock.now = new Date('2026-04-01T08:00:00Z')
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer' })
  author = await makePerson(t, { role: 'author' })
})
afterAll(() => t.close())

const as = () => ({ as: admin.token })
async function set(changed: Partial<Settings>) {
  const { settings, revision } = (await t.call(readSettings, as())).body
  const body = { revision, settings: { ...settings, timeZone: 'UTC', ...changed } }
  expect((await t.call(saveSettings, { ...as(), body })).status).toBe(200)
}
const deadlines = (at: string | null) => ({ abstract: null, paper: at, resubmission: at, review: null })

/** A submission that is led to a stage while everything is open, before the deadlines are as told. */
async function madeUnder(changed: Partial<Settings>, stage: Stage, of = author) {
  await set({ deadlines: deadlines(null), holdDecisionMails: false, supportEmail: 'help@north.example' })
  const made = await submissionAt(t, stage, { author: of, reviewer, admin })
  await set({ deadlines: deadlines(PASSED), graceMinutes: 0, ...changed })
  t.clock.advance(1000)
  return made
}
const lastMail = async (kind: string, to = author) =>
  (await t.mails()).findLast((mail) => mail.kind === kind && mail.toAddress === to.email)
const lastNotice = async (title: string) =>
  (await t.call(listNotices, { as: author.token })).body.items.find((one) => one.title === title)?.body

test('an abstract that is accepted too late for a paper: its author is told to ask for time, the organiser to give it', async () => {
  const { abstractId } = await madeUnder({}, 'abstract_submitted')
  const accepted = await t.call(approveAbstract, { ...as(), params: { abstractId }, body: {} })
  expect(accepted.body.message).toBe(`Abstract accepted. ${PAPERS}`)
  const mail = await lastMail('abstract_approve_late')
  expect(mail?.subject).toBe(`${abstractId}: accepted – ask for more time to upload your full paper`)
  expect(mail?.text).toContain(
    'The deadline for papers was 31 March 2026 at 12:00 (UTC), and nothing is taken',
  )
  expect(mail?.text).toContain(
    'What to do now: write to help@north.example and ask for more time. Once you have it, upload your full paper.',
  )
  expect(mail?.text).not.toContain('as a PDF')
  expect(await lastNotice(`Abstract ${abstractId} accepted`)).toContain(
    'What to do now: ask the organisers for more time.',
  )
  const sent = { as: author.token, params: { abstractId }, file: await makePdf() }
  expect((await t.upload(submitPaper, sent)).refusal.error).toBe('deadline_passed')
})

test('changes that are asked for too late, of an abstract and of a paper, say so too', async () => {
  const params = await madeUnder({}, 'abstract_submitted')
  const asked = await t.call(requestAbstractChange, { ...as(), params, body: change })
  expect(asked.body.message).toBe(`Changes requested. ${REVISED}`)
  expect((await lastMail('abstract_request_change_late'))?.subject).toBe(
    `${params.abstractId}: provisionally accepted – ask for more time to upload a revised abstract`,
  )
  const paper = await madeUnder({}, 'paper_submitted')
  const revise = await t.call(requestPaperChangeAsChair, { ...as(), params: paper, body: change })
  expect(revise.body.message).toBe(`Changes requested. ${REVISED}`)
  expect((await lastMail('paper_request_change_late'))?.subject).toBe(
    `${paper.paperId}: ask for more time to upload your revised paper`,
  )
  expect(await lastMail('changes_after_deadline', admin)).toBeUndefined()
})

test('where a reviewer’s decision asks for them, the organisers are told to give the author more time', async () => {
  const paper = await madeUnder({}, 'paper_submitted')
  const given = { as: reviewer.token, params: paper, body: { score: 50, reason: 'Shorten it.' } }
  expect((await t.call(requestPaperChange, given)).status).toBe(200)
  expect((await lastMail('paper_request_change_late'))?.subject).toContain(paper.paperId)
  const told = await lastMail('changes_after_deadline', admin)
  expect(told?.subject).toBe(`${paper.paperId}: give its author more time`)
  expect(told?.text).toContain('The deadline for revised files was 31 March 2026 at 12:00 (UTC)')
  expect(told?.text).toContain(
    'give them more time, under People: they are told of it. Or set a later deadline in the settings, which nobody is told of.',
  )
})

test('within the grace, and for who was given more time, a file is asked for as ever', async () => {
  const inGrace = await madeUnder({ graceMinutes: 24 * 60 }, 'abstract_submitted')
  const accept = async (params: { abstractId: string }) =>
    (await t.call(approveAbstract, { ...as(), params, body: {} })).body.message
  expect(await accept(inGrace)).toBe('Abstract accepted.')
  expect((await lastMail('abstract_approve'))?.text).toContain('upload your full paper as a PDF')
  const other = await makePerson(t, { role: 'author' })
  const given = await madeUnder({}, 'abstract_submitted', other)
  const body = { extensions: { paper: '2026-06-01T12:00:00Z' } }
  await t.call(changeUser, { ...as(), params: { userId: other.id }, body })
  expect(await accept(given)).toBe('Abstract accepted.')
  expect((await lastMail('abstract_approve', other))?.subject).toContain('upload your full paper by 1 June')
})

test('who decides on many reads of each beforehand that its author needs more time', async () => {
  const other = await makePerson(t, { role: 'author' })
  const mine = await madeUnder({}, 'abstract_submitted')
  const theirs = await madeUnder({}, 'abstract_submitted', other)
  const body = { extensions: { paper: '2026-06-01T12:00:00Z' } }
  await t.call(changeUser, { ...as(), params: { userId: other.id }, body })
  const abstracts = await Promise.all(
    [mine, theirs].map(async (params) => {
      const { abstract } = (await t.call(previewAbstract, { ...as(), params })).body
      return { abstractId: abstract.abstractId, updatedAt: abstract.updatedAt }
    }),
  )
  const factsFor = async (verdict: string) =>
    (await t.call(previewAbstractDecisions, { ...as(), body: { verdict, abstracts } })).body.rows.map(
      ({ facts }) => facts,
    )
  expect(await factsFor('approve')).toEqual([[PAPERS], []])
  expect(await factsFor('request_change')).toEqual([[REVISED], [REVISED]])
  expect(await factsFor('decline')).toEqual([[], []])
  const decided = await t.call(decideAbstracts, {
    ...as(),
    body: { decision: { verdict: 'approve' }, abstracts },
  })
  expect(decided.body.rows.map(({ facts, problem }) => [facts, problem])).toEqual([
    [[PAPERS], null],
    [[], null],
  ])
})

test('a held mail that is let go too late asks for no upload; once there is more time it does again', async () => {
  const other = await makePerson(t, { role: 'author' })
  const held = { deadlines: deadlines('2026-05-01T12:00:00.000Z'), holdDecisionMails: true }
  const letGo = async (id: string | undefined) => {
    await t.call(releaseEmails, { ...as(), body: { ids: [id ?? ''] } })
    return (await t.mails()).find((mail) => mail.id === id)
  }
  const [late, again] = [
    await madeUnder(held, 'abstract_submitted', other),
    await madeUnder(held, 'abstract_submitted', other),
  ]
  const heldOf = async ({ abstractId }: { abstractId: string }) => {
    await t.call(approveAbstract, { ...as(), params: { abstractId }, body: {} })
    return (await t.mails()).find((mail) => mail.decides === abstractId && mail.state === 'held')?.id
  }
  const first = await heldOf(late)
  await set({ deadlines: deadlines(PASSED) })
  const second = await heldOf(again)
  const released = await letGo(first)
  expect([released?.kind, released?.subject]).toEqual([
    'abstract_approve_late',
    `${late.abstractId}: accepted – ask for more time to upload your full paper`,
  ])
  await set({ deadlines: deadlines('2026-05-20T12:00:00.000Z') })
  expect((await letGo(second))?.subject).toBe(
    `${again.abstractId}: accepted – upload your full paper by 20 May`,
  )
})

test('an edited one that asks to ask for more time stays once there is more, and says why; so the other way', async () => {
  const other = await makePerson(t, { role: 'author' })
  const { abstractId } = await madeUnder({ holdDecisionMails: true }, 'abstract_submitted', other)
  await t.call(approveAbstract, { ...as(), params: { abstractId }, body: {} })
  const mail = (await t.mails()).find(({ decides, state }) => decides === abstractId && state === 'held')
  const params = { emailId: mail?.id ?? '' }
  const read = async () => (await t.call(readEmail, { ...as(), params })).body
  const edit = async (text: string) => {
    const { subject, revision } = await read()
    const body = { subject, body: text, revision }
    expect((await t.call(editEmail, { ...as(), params, body })).status).toBe(200)
  }
  await edit('The deadline was 31 March 2026 at 12:00 (UTC): ask us for more time.')
  expect((await read()).holdsNoLonger).toEqual([])
  await set({ deadlines: deadlines('2026-05-20T12:00:00.000Z') })
  const why =
    'It says “31 March 2026 at 12:00 (UTC)”: that is the deadline that has passed no longer. There is none now.'
  expect((await read()).holdsNoLonger).toEqual([why])
  const released = await t.call(releaseEmails, { ...as(), body: { ids: [params.emailId] } })
  expect(released.body.leftOut.map(({ reason }) => reason)).toEqual([
    `${why} Change it, or send it as it is from its page.`,
  ])
  await edit('Upload your paper by 20 May.')
  await set({ deadlines: deadlines(PASSED) })
  expect((await read()).holdsNoLonger).toEqual([
    'It says “20 May”: that is the due date no longer. The deadline was 31 March 2026 at 12:00 (UTC).',
  ])
})
