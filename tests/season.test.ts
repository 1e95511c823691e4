import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#server/db/schema.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import * as messages from '#shared/mail/desk-contract.ts'
import { savePreferences } from '#shared/mail/preferences.ts'
import * as payments from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { savePayer } from '#shared/payments/receipt-contract.ts'
import * as account from '#shared/people/contract.ts'
import * as people from '#shared/people/desk-contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { logIn, makePdf, makePerson } from './factories.ts'
import { type Answered, type CallOptions, openTestPortal, type TestPortal } from './test-portal.ts'

/**
 * A whole small conference, lived by the clock from the first invitation to the last receipt (decisions.md §10). Every
 * mail that the portal wrote is compared with the list below, which was written by hand from §10: one too many, one too
 * few, a wrong day, a wrong person or a wrong subject fails.
 */

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const PASSWORD = 'correct horse battery'
const address = (name: string) => `${name}@${name}.example`
const ids = new Map<string, string>()
const idOf = (name: string) => ids.get(name) ?? 'nobody'
const as = (name: string) => logIn(t, address(name), PASSWORD)

/** A call that must go well, by somebody with a session of their own. */
async function by<S extends EndpointSpec>(
  name: string,
  spec: S,
  given: CallOptions<S>,
): Promise<Answered<S>> {
  const answer = await t.call(spec, { ...given, as: await as(name) })
  expect([spec.path, answer.status, answer.refusal.message]).toEqual([spec.path, 200, answer.refusal.message])
  return answer
}

async function uploads(name: string, spec: EndpointSpec, abstractId?: string) {
  const file = await makePdf()
  const params = abstractId === undefined ? {} : { abstractId }
  const answer = await t.upload(spec, { as: await as(name), params, file })
  expect([name, spec.path, answer.status]).toEqual([name, spec.path, 200])
}

const submits = (name: string) => () => uploads(name, author.submitAbstract)
const resubmits = (name: string, abstractId: string) => () =>
  uploads(name, author.resubmitAbstract, abstractId)
const sendsPaper = (name: string, abstractId: string) => () => uploads(name, author.submitPaper, abstractId)

const reason = 'because'
const accepts = (abstractId: string) => () =>
  by('clara', abstracts.approveAbstract, { params: { abstractId }, body: {} })
const assigns = (paperId: string, name: string, dueAt?: string) => () =>
  by('clara', papers.assignReviewer, { params: { paperId }, body: { reviewerId: idOf(name), dueAt } })
const approves = (name: string, paperId: string) => () =>
  by(name, reviewing.approvePaper, { params: { paperId }, body: { score: 80 } })
const reports = (name: string, paperId: string) => () =>
  by(name, payments.reportPayment, { params: { paperId }, body: {} })
const verifies = (paperId: string) => () =>
  by('stan', payments.verifyPayment, { params: { paperId }, body: { amount: '250', reference: 'bank' } })
const arrives = (hash: string, paperId: string, amount: string, kind: 'payment' | 'note') => () => {
  const line = { hash, occurrence: 1, date: null, amount, currency: 'EUR', payer: 'Lou', text: paperId }
  return by('stan', importPayments, { body: { lines: [{ ...line, paperIds: [paperId], as: kind }] } })
}

/** What somebody was mailed last. */
async function lastMailTo(name: string): Promise<string> {
  return (await t.mails()).findLast(({ toAddress }) => toAddress === address(name))?.text ?? ''
}
const tokenMailedTo = async (name: string) =>
  decodeURIComponent(/token=([\w%-]+)/.exec(await lastMailTo(name))?.[1] ?? 'none')

const form = (name: string) => ({ name: `${name} ${name}`, email: address(name), password: PASSWORD })
const registers = (name: string) => async () => {
  expect((await t.call(account.register, { body: form(name) })).status).toBe(200)
}
const confirms = (name: string) => async () => {
  const token = await tokenMailedTo(name)
  expect((await t.call(account.verifyEmail, { body: { token } })).status).toBe(200)
  const body = { firstName: name, lastName: name, organization: `University of ${name}` }
  await by(name, account.saveProfile, { body })
  ids.set(name, (await t.call(account.me, { as: await as(name) })).body.id)
}

async function opens() {
  for (const name of ['clara', 'dora'])
    ids.set(name, (await makePerson(t, { role: 'admin', name, email: address(name) })).id)
  for (const name of ['otto', 'nora', 'gus', 'xav'])
    ids.set(name, (await makePerson(t, { role: 'reviewer', name, email: address(name) })).id)
  for (const name of ['ben', 'pia', 'wim', 'rex', 'dan', 'lou', 'ida', 'ivy', 'iris'])
    ids.set(name, (await makePerson(t, { role: 'author', name, email: address(name) })).id)
  const stan = { role: 'author', isStaff: true, name: 'stan', email: address('stan') } as const
  ids.set('stan', (await makePerson(t, stan)).id)

  const { settings, revision } = (await by('clara', readSettings, {})).body
  const set = {
    timeZone: 'Europe/Zurich',
    graceMinutes: 2 * 24 * 60,
    feeAmount: '250.00',
    holidays: ['2026-05-01'],
    deadlines: {
      abstract: '2026-03-20T23:59:00+01:00',
      paper: '2026-04-10T23:59:00+02:00',
      resubmission: '2026-04-24T23:59:00+02:00',
      review: '2026-05-10T23:59:00+02:00',
    },
  }
  await by('clara', saveSettings, { body: { settings: { ...settings, ...set }, revision } })

  const choices = { submission: 'digest', review: 'digest', notice: 'digest' } as const
  const none = { submission: 'portal', review: 'portal', notice: 'portal' } as const
  for (const name of ['dora', 'otto', 'ivy']) await by(name, savePreferences, { body: choices })
  for (const name of ['pia', 'nora', 'iris']) await by(name, savePreferences, { body: none })
  await by('ben', savePreferences, { body: { submission: 'digest' } })
}

/** Who does what when: UTC, each by a call of its own. */
const story: Record<string, () => Promise<unknown>> = {
  '2026-03-02 08:00': opens,
  '2026-03-02 09:00': () => by('clara', people.inviteReviewers, { body: { email: address('rita') } }),
  '2026-03-02 09:10': async () => {
    const pin = /Your PIN: (\S+)/.exec(await lastMailTo('rita'))?.[1] ?? ''
    expect((await t.call(account.registerReviewer, { body: { ...form('rita'), pin } })).status).toBe(200)
  },
  '2026-03-02 09:20': confirms('rita'),
  '2026-03-02 10:00': registers('ann'),
  '2026-03-02 10:05': confirms('ann'),
  '2026-03-02 10:10': registers('ann'),
  '2026-03-02 10:20': async () => {
    expect((await t.call(account.forgotPassword, { body: { email: address('ann') } })).status).toBe(200)
  },
  '2026-03-02 10:25': async () => {
    const body = { token: await tokenMailedTo('ann'), password: PASSWORD }
    expect((await t.call(account.resetPassword, { body })).status).toBe(200)
  },
  '2026-03-02 10:30': registers('una'),
  '2026-03-04 09:00': submits('ann'),
  '2026-03-04 10:00': submits('ben'),
  '2026-03-04 11:00': submits('pia'),
  '2026-03-04 12:00': submits('wim'),
  '2026-03-05 09:00': submits('rex'),
  '2026-03-05 10:00': submits('dan'),
  '2026-03-06 09:00': submits('lou'),
  '2026-03-16 09:00': accepts('A26-0001'),
  '2026-03-16 09:10': accepts('A26-0002'),
  '2026-03-16 09:20': () =>
    by('clara', abstracts.requestAbstractChange, {
      params: { abstractId: 'A26-0003' },
      body: { confirmText: 'REQUEST_CHANGE', reason },
    }),
  '2026-03-16 09:30': () =>
    by('clara', abstracts.declineAbstract, {
      params: { abstractId: 'A26-0005' },
      body: { confirmText: 'DECLINE', reason },
    }),
  '2026-03-16 09:40': accepts('A26-0004'),
  '2026-03-16 09:50': accepts('A26-0006'),
  '2026-03-16 10:00': accepts('A26-0007'),
  '2026-03-18 09:00': () =>
    by('wim', author.withdrawAbstract, { params: { abstractId: 'A26-0004' }, body: { reason } }),
  '2026-03-20 09:00': () =>
    by('clara', people.changeUser, { params: { userId: idOf('dan') }, body: { disabled: true } }),
  '2026-03-23 09:00': resubmits('pia', 'A26-0003'),
  '2026-03-24 09:00': accepts('A26-0003'),
  '2026-03-25 09:00': async () => {
    const audience = { who: 'authors', stage: 'awaiting_paper' } as const
    const words = { subject: 'Where to stay', body: 'Rooms are kept for you until May.', audience }
    const { count, stamp } = (await by('clara', messages.previewMessage, { body: words })).body
    await by('clara', messages.sendMessage, { body: { ...words, count, stamp } })
  },
  '2026-03-30 09:00': sendsPaper('ann', 'A26-0001'),
  '2026-03-31 09:00': assigns('P26-0001-U', 'rita'),
  '2026-03-31 10:00': assigns('P26-0001-U', 'xav'),
  '2026-04-01 09:00': () =>
    by('clara', people.changeUser, { params: { userId: idOf('xav') }, body: { role: 'author' } }),
  '2026-04-07 10:00': sendsPaper('ben', 'A26-0002'),
  '2026-04-08 09:00': assigns('P26-0002-S', 'otto'),
  '2026-04-09 09:00': () =>
    by('clara', people.changeUser, {
      params: { userId: idOf('lou') },
      body: { extensions: { paper: '2026-04-20T23:59:00+02:00' } },
    }),
  '2026-04-11 09:00': sendsPaper('pia', 'A26-0003'),
  '2026-04-13 09:10': assigns('P26-0003-Q', 'gus'),
  '2026-04-13 09:20': assigns('P26-0003-Q', 'rita'),
  '2026-04-13 09:30': () =>
    by('clara', papers.unassignReviewer, {
      params: { paperId: 'P26-0003-Q', reviewerId: idOf('rita') },
    }),
  '2026-04-14 09:00': () =>
    by('rita', reviewing.requestPaperChange, {
      params: { paperId: 'P26-0001-U' },
      body: { score: 50, reason },
    }),
  '2026-04-14 09:30': () =>
    by('gus', reviewing.withdrawFromPaper, { params: { paperId: 'P26-0003-Q' }, body: { reason } }),
  '2026-04-14 10:00': assigns('P26-0003-Q', 'nora'),
  '2026-04-21 09:00': sendsPaper('lou', 'A26-0007'),
  '2026-04-21 10:00': assigns('P26-0007-I', 'rita', '2026-04-28T12:00:00+02:00'),
  '2026-04-22 09:00': sendsPaper('ann', 'A26-0001'),
  '2026-04-27 09:00': approves('rita', 'P26-0001-U'),
  '2026-04-28 09:00': reports('ann', 'P26-0001-U'),
  '2026-05-04 09:00': () =>
    by('otto', reviewing.declinePaper, { params: { paperId: 'P26-0002-S' }, body: { reason } }),
  '2026-05-05 10:00': () =>
    by('clara', papers.declinePaperAsChair, {
      params: { paperId: 'P26-0002-S' },
      body: { confirmText: 'DECLINE', reason },
    }),
  '2026-05-06 09:00': approves('rita', 'P26-0007-I'),
  '2026-05-06 10:00': verifies('P26-0001-U'),
  '2026-05-07 09:00': () =>
    by('ann', savePayer, {
      params: { paperId: 'P26-0001-U' },
      body: { name: 'University of Ann', address: '', taxNumber: '' },
    }),
  '2026-05-07 10:00': arrives('a', 'P26-0007-I', '100', 'note'),
  '2026-05-08 09:00': () =>
    by('stan', payments.reopenPayment, { params: { paperId: 'P26-0001-U' }, body: { reason } }),
  '2026-05-08 10:00': verifies('P26-0001-U'),
  '2026-05-11 10:00': arrives('b', 'P26-0007-I', '150', 'payment'),
  '2026-05-12 09:00': approves('nora', 'P26-0003-Q'),
  '2026-05-13 09:00': reports('pia', 'P26-0003-Q'),
  '2026-05-20 09:00': verifies('P26-0003-Q'),
}

/** When the portal looks for its chores: before the morning, which begins at seven in Zurich, in it, and once more. */
const ROUNDS = ['03:30', '06:30', '18:30']

async function live(from: string, to: string) {
  const moments = new Map(Object.entries(story))
  for (let day = new Date(from); day <= new Date(to); day = new Date(day.getTime() + 86_400_000)) {
    const name = day.toISOString().slice(0, 10)
    for (const round of ROUNDS) moments.set(`${name} ${round}`, () => t.app.doChores())
  }
  for (const [moment, happens] of [...moments].sort(([a], [b]) => a.localeCompare(b))) {
    t.clock.now = new Date(`${moment.replace(' ', 'T')}:00Z`)
    await happens()
    if (moment in story) await t.drain()
  }
}

/** When, which kind, to whom, the subject, and what goes with it; mails of one moment by kind and address. */
async function mailed(): Promise<string[]> {
  const mails = await t.mails()
  return mails
    .map(({ createdAt, kind, toAddress, subject, attached }) => {
      const moment = createdAt.toISOString().slice(5, 16).replace('T', ' ')
      const file = attached === null ? '' : ` + ${attached.fileName}`
      return `${moment} ${kind} ${toAddress.split('@')[0]}: ${subject}${file}`
    })
    .sort((a, b) => a.localeCompare(b))
}

async function toldInPortal(name: string): Promise<string[]> {
  const rows = await t.database.db
    .select({ at: notices.createdAt, title: notices.title })
    .from(notices)
    .where(eq(notices.userId, idOf(name)))
    .orderBy(asc(notices.createdAt))
  return rows.map(({ at, title }) => `${at.toISOString().slice(5, 10)} ${title}`)
}

test('a season: every mail that is written, and none beside', async () => {
  await live('2026-03-02', '2026-05-27')
  expect(await mailed()).toEqual([
    // Accounts. Una never confirms her address and is never written to again.
    '03-02 09:00 invitation rita: Engineering Conference 2026: you are invited to review',
    '03-02 09:10 verify_email rita: Confirm your e-mail address',
    '03-02 10:00 verify_email ann: Confirm your e-mail address',
    '03-02 10:10 already_registered ann: You already have an account',
    '03-02 10:20 reset_password ann: Set a new password',
    '03-02 10:25 password_changed ann: Your password was changed',
    '03-02 10:30 verify_email una: Confirm your e-mail address',

    // Abstracts. Ben wants one mail a day; Pia none that she can turn off.
    '03-04 09:00 abstract_received ann: A26-0001: we have received your abstract',
    '03-04 12:00 abstract_received wim: A26-0004: we have received your abstract',
    '03-05 06:30 daily_digest ben: Abstract A26-0002 received',
    '03-05 09:00 abstract_received rex: A26-0005: we have received your abstract',
    '03-05 10:00 abstract_received dan: A26-0006: we have received your abstract',
    '03-06 09:00 abstract_received lou: A26-0007: we have received your abstract',

    // Ida, Ivy (one mail a day) and Iris (portal only) have submitted nothing; staff and reviewers need not.
    '03-13 06:30 daily_digest ivy: Deadline in 7 days: upload your abstract',
    '03-13 06:30 upload_due ida: Upload your abstract by 20 March – in 7 days',

    // Decisions come at once, whatever was chosen.
    '03-16 09:00 abstract_approve ann: A26-0001: accepted – upload your full paper by 10 April',
    '03-16 09:10 abstract_approve ben: A26-0002: accepted – upload your full paper by 10 April',
    '03-16 09:20 abstract_request_change pia: A26-0003: provisionally accepted – upload a revised abstract by 24 April',
    '03-16 09:30 abstract_decline rex: A26-0005: your abstract was not accepted',
    '03-16 09:40 abstract_approve wim: A26-0004: accepted – upload your full paper by 10 April',
    '03-16 09:50 abstract_approve dan: A26-0006: accepted – upload your full paper by 10 April',
    '03-16 10:00 abstract_approve lou: A26-0007: accepted – upload your full paper by 10 April',

    // Wim withdraws and hears nothing more. Dora, an organiser, wants one mail a day.
    '03-18 09:00 submission_withdrawn clara: A26-0004: the submission was withdrawn',
    '03-18 09:00 submission_withdrawn wim: A26-0004: the submission was withdrawn',
    '03-19 06:30 daily_digest dora: Submission A26-0004 withdrawn',
    '03-19 06:30 daily_digest ivy: Deadline tomorrow: upload your abstract',
    '03-19 06:30 upload_due ida: Upload your abstract by 20 March – tomorrow',
    '03-21 06:30 daily_digest ivy: Still possible: upload your abstract',
    '03-21 06:30 upload_late ida: Upload your abstract – still possible for a short time',
    '03-23 09:00 abstract_resubmitted clara: A26-0003: a revised abstract awaits your decision',
    '03-24 06:30 daily_digest dora: Abstract A26-0003 resubmitted',
    '03-24 09:00 abstract_approve pia: A26-0003: accepted – upload your full paper by 10 April',

    // To authors who owe a paper: Dan is disabled since the 20th.
    '03-25 09:00 organisers_message ann: Where to stay',
    '03-25 09:00 organisers_message ben: Where to stay',
    '03-25 09:00 organisers_message lou: Where to stay',

    // Papers and reviews. Xav is no reviewer any more, and hears nothing of the paper after that.
    '03-30 09:00 paper_received ann: P26-0001-U: we have received your paper',
    '03-31 09:00 assigned rita: P26-0001-U: please review this paper',
    '03-31 10:00 assigned xav: P26-0001-U: please review this paper',
    '04-01 09:00 role_changed xav: Your role in the portal was changed',
    '04-03 06:30 daily_digest ben: Deadline in 7 days: upload your paper',
    '04-03 06:30 upload_due lou: A26-0007: upload your paper by 10 April – in 7 days',
    '04-08 06:30 daily_digest ben: Paper P26-0002-S received',
    '04-09 06:30 daily_digest otto: Paper P26-0002-S assigned to you',
    '04-09 06:30 upload_due lou: A26-0007: upload your paper by 10 April – tomorrow',
    // Lou has more time, and is reminded by that.
    '04-09 09:00 deadline_extended lou: More time for papers: 20 April 2026',
    '04-13 06:30 upload_due lou: A26-0007: upload your paper by 20 April – in 7 days',
    '04-13 09:10 assigned gus: P26-0003-Q: please review this paper',
    '04-13 09:20 assigned rita: P26-0003-Q: please review this paper',
    '04-13 09:30 unassigned rita: P26-0003-Q: no review needed',
    '04-14 09:00 paper_request_change ann: P26-0001-U: upload your revised paper by 24 April',
    '04-14 09:30 reviewer_withdrew clara: P26-0003-Q: find another reviewer',
    '04-15 06:30 daily_digest dora: Paper P26-0003-Q: a reviewer withdrew',
    '04-17 06:30 upload_due ann: P26-0001-U: upload your revised file by 24 April – in 7 days',
    '04-19 06:30 upload_due lou: A26-0007: upload your paper by 20 April – tomorrow',
    '04-21 06:30 upload_late lou: A26-0007: upload your paper – still possible for a short time',
    '04-21 09:00 paper_received lou: P26-0007-I: we have received your paper',
    '04-21 10:00 assigned rita: P26-0007-I: please review this paper',
    '04-22 09:00 paper_resubmitted rita: P26-0001-U: please review the revised paper',
    '04-22 09:00 paper_revised_received ann: P26-0001-U: we have received your revised paper',
    // Assigned on the seventh day before it is due, so that the first reminder is the second.
    '04-26 06:30 review_due rita: P26-0007-I: your review is due in 2 days',
    '04-27 09:00 paper_approve ann: P26-0001-U: accepted – pay the registration fee',

    // Payments come at once to all of the desk, Dora too; that one is late, comes in her daily mail.
    '04-28 09:00 payment_reported clara: P26-0001-U: verify the payment',
    '04-28 09:00 payment_reported dora: P26-0001-U: verify the payment',
    '04-28 09:00 payment_reported stan: P26-0001-U: verify the payment',
    '05-01 06:30 review_late rita: P26-0007-I: your review is overdue',
    '05-03 06:30 daily_digest otto: Your review of 1 paper is due in 7 days',
    '05-04 09:00 rejection_to_confirm clara: P26-0002-S: confirm or overrule the rejection',
    '05-05 06:30 daily_digest dora: Paper P26-0002-S: confirm the rejection',
    '05-05 06:30 payments_late clara: P26-0001-U: payment reported over three business days ago',
    '05-05 06:30 payments_late dora: P26-0001-U: payment reported over three business days ago',
    '05-05 06:30 payments_late stan: P26-0001-U: payment reported over three business days ago',
    '05-05 06:30 review_late rita: P26-0007-I: your review is overdue',
    '05-05 10:00 paper_decline ben: P26-0002-S: your paper was not accepted',
    '05-06 09:00 paper_approve lou: P26-0007-I: accepted – pay the registration fee',
    '05-06 10:00 payment_verified ann: P26-0001-U: payment confirmed, your submission is complete + R26-0001.pdf',
    '05-07 09:00 receipt_renewed ann: P26-0001-U: your new receipt R26-0002 + R26-0002.pdf',
    '05-07 10:00 payment_part lou: P26-0007-I: 150.00 EUR of the registration fee are still due',
    '05-08 06:30 daily_digest dora: 1 review missing, due in 2 days',
    '05-08 06:30 reviews_missing clara: 1 review missing, due in 2 days',
    '05-08 09:00 payment_reopened ann: P26-0001-U: the confirmation of your payment was taken back',
    '05-08 10:00 payment_verified ann: P26-0001-U: payment confirmed, your submission is complete + R26-0003.pdf',
    '05-11 06:30 daily_digest dora: 1 review overdue',
    '05-11 06:30 reviews_late clara: 1 review overdue: give the reviewers more time or assign others',
    '05-11 10:00 payment_verified lou: P26-0007-I: payment confirmed, your submission is complete + R26-0004.pdf',
    '05-12 09:00 paper_approve pia: P26-0003-Q: accepted – pay the registration fee',
    '05-13 09:00 payment_reported clara: P26-0003-Q: verify the payment',
    '05-13 09:00 payment_reported dora: P26-0003-Q: verify the payment',
    '05-13 09:00 payment_reported stan: P26-0003-Q: verify the payment',
    '05-19 06:30 payments_late clara: P26-0003-Q: payment reported over three business days ago',
    '05-19 06:30 payments_late dora: P26-0003-Q: payment reported over three business days ago',
    '05-19 06:30 payments_late stan: P26-0003-Q: payment reported over three business days ago',
    '05-20 09:00 payment_verified pia: P26-0003-Q: payment confirmed, your submission is complete + R26-0005.pdf',
  ])

  // Who wants no mails is told everything in the portal.
  expect(await toldInPortal('pia')).toEqual([
    '03-04 Abstract A26-0003 received',
    '03-16 Abstract A26-0003 provisionally accepted',
    '03-24 Abstract A26-0003 accepted',
    '03-25 Where to stay',
    '04-03 Deadline in 7 days: upload your paper',
    '04-09 Deadline tomorrow: upload your paper',
    '04-11 Still possible: upload your paper',
    '04-11 Paper P26-0003-Q received',
    '05-12 Paper P26-0003-Q accepted',
    '05-20 Payment for P26-0003-Q confirmed',
  ])
  expect(await toldInPortal('nora')).toEqual([
    '04-14 Paper P26-0003-Q assigned to you',
    '05-03 Your review of 1 paper is due in 7 days',
    '05-08 Your review of 1 paper is due in 2 days',
  ])
  expect(await toldInPortal('iris')).toEqual([
    '03-13 Deadline in 7 days: upload your abstract',
    '03-19 Deadline tomorrow: upload your abstract',
    '03-21 Still possible: upload your abstract',
  ])
})
