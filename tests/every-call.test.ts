import { crc32, deflateSync } from 'node:zlib'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import * as activity from '#shared/activity/contract.ts'
import { api } from '#shared/api.ts'
import * as bids from '#shared/assigning/bids-contract.ts'
import * as assigning from '#shared/assigning/contract.ts'
import * as proposals from '#shared/assigning/proposals-contract.ts'
import { explainPair, proposeAssignments } from '#shared/assigning/propose-contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import * as exporting from '#shared/exporting/contract.ts'
import * as files from '#shared/files/contract.ts'
import * as mail from '#shared/mail/contract.ts'
import * as mailDesk from '#shared/mail/desk-contract.ts'
import * as preferences from '#shared/mail/preferences.ts'
import { emailStates } from '#shared/mail/states.ts'
import * as notices from '#shared/notices/contract.ts'
import * as operations from '#shared/operations/contract.ts'
import * as payments from '#shared/payments/contract.ts'
import * as statement from '#shared/payments/import-contract.ts'
import * as receipts from '#shared/payments/receipt-contract.ts'
import * as own from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import * as people from '#shared/people/desk-contract.ts'
import * as peopleImport from '#shared/people/import-contract.ts'
import * as passkey from '#shared/people/passkey-contract.ts'
import * as factor from '#shared/people/second-factor-contract.ts'
import * as ownTopics from '#shared/people/topics-contract.ts'
import * as reminders from '#shared/reminders/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as publications from '#shared/reviewing/publications-contract.ts'
import * as reviewers from '#shared/reviewing/reviewer-desk-contract.ts'
import * as settings from '#shared/settings/contract.ts'
import * as statistics from '#shared/statistics/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as deleted from '#shared/submissions/deleted-contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { abstractStatuses, paperStatuses } from '#shared/submissions/states.ts'
import * as texts from '#shared/submissions/text-contract.ts'
import { makePdf, makePerson } from './factories.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'
import { letBeDue, submissionAt } from './submission-at.ts'
import { type CallOptions, openTestPortal, type TestPortal, type UploadOptions } from './test-portal.ts'
import { type Said, wholeTables } from './whole-tables.ts'

/**
 * Makes every call that the contract describes, successfully; a new one without its place here fails. That each answer
 * is just what the contract promises is checked for every call of every test (test-portal.ts).
 */
let t: TestPortal
const made = new Set<string>()
/** Every statement that was sent meanwhile, as it was first sent, and for which call. */
const said = new Map<string, Said>()
let calling = ''
const webhookSecret = 'a long enough webhook secret'
beforeAll(async () => {
  const logQuery = (statement: string, params: unknown[]) => {
    if (!said.has(statement)) said.set(statement, { statement, params, by: calling })
  }
  t = await openTestPortal({ env: { MAIL_WEBHOOK_SECRET: webhookSecret }, logger: { logQuery } })
})
afterAll(() => t.close())

async function call<S extends EndpointSpec>(spec: S, given: CallOptions<S> = {}) {
  calling = `${spec.method} ${spec.path}`
  return passed(spec, await t.call(spec, given))
}
async function upload<S extends EndpointSpec>(spec: S, given: UploadOptions<S>) {
  calling = `${spec.method} ${spec.path}`
  return passed(spec, await t.upload(spec, given))
}
function passed<S extends EndpointSpec, A extends { status: number; refusal: unknown }>(
  spec: S,
  answer: A,
): A {
  expect([spec.path, answer.status, answer.status === 200 ? '' : answer.refusal]).toEqual([
    spec.path,
    200,
    '',
  ])
  made.add(`${spec.method} ${spec.path}`)
  return answer
}

const password = 'twelve grey elephants'
async function mailed(kind: string, pattern: RegExp): Promise<string> {
  const mail = (await t.mails()).filter((one) => one.kind === kind).at(-1)
  return decodeURIComponent(pattern.exec(mail?.text ?? '')?.[1] ?? 'none')
}

/** The words that `sort` takes. */
const wordsOf = (sort: z.ZodType) => (z.toJSONSchema(sort, { io: 'input' }).enum ?? []).map(String)

/** What each list can be filtered by. */
const filters: Record<string, readonly string[]> = {
  '/api/admin/abstracts': abstractStatuses,
  '/api/admin/abstracts/approved': abstractStatuses,
  '/api/admin/papers': [...paperStatuses, 'decision_needed', 'unassigned', 'late_conflict', 'withheld'],
  '/api/admin/reviewers': ['overdue', 'idle', 'full', 'experienced'],
  '/api/admin/payments': [
    'awaiting',
    'reported',
    'late',
    'part',
    'over',
    'foreign',
    'held',
    'sought',
    'verified',
  ],
  '/api/admin/users': ['author', 'reviewer', 'admin', 'staff', 'disabled', 'unverified'],
  '/api/admin/emails': emailStates,
  '/api/admin/activity': activity.activityKinds,
  '/api/admin/invitations': ['sent', 'accepted', 'expired', 'revoked', 'failed', 'bounced'],
}

/** A one-pixel PNG, made here. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const pixels = deflateSync(Buffer.from([0, 0]))
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test('accounts', async () => {
  await call(operations.live)
  await call(operations.ready)
  await call(settings.config)
  const setUpToken = await t.transact(async (ctx) => {
    const { makeToken } = await import('#server/features/people/one-time-token.ts')
    return makeToken(ctx, 'set_up', null)
  })
  const chair = { name: 'Clara Chair', email: 'clara@conference.example', password }
  await call(account.setUp, { body: { token: setUpToken, ...chair } })
  await call(account.register, { body: { name: 'Ada Author', email: 'ada@north.example', password } })
  await call(account.verifyEmail, { body: { token: await mailed('verify_email', /token=(\S+)/) } })
  const inside = await call(account.login, { body: { email: 'ada@north.example', password } })
  const { token } = (await call(account.refreshToken, { body: { refreshToken: inside.body.refreshToken } }))
    .body
  const profile = {
    firstName: 'Ada',
    lastName: 'Author',
    organization: 'North',
    phone: '+41 1',
    orcid: '0000-0001-5109-3700',
  }
  await call(account.saveProfile, { as: token, body: profile })
  const { photoUrl } = (
    await upload(account.uploadAvatar, { as: token, file: png(), fileName: 'me.png', type: 'image/png' })
  ).body
  expect((await call(account.me, { as: token })).body.profile).toEqual({ ...profile, photoUrl })
  await call(operations.readTogether, { as: token, query: { of: '/api/me' } })
  await call(files.readFile, { params: { link: photoUrl.replace('/api/files/', '') } })
  await call(own.changePassword, { as: token, body: { password, newPassword: 'quite another secret' } })
  const second = (
    await call(account.login, { body: { email: 'ada@north.example', password: 'quite another secret' } })
  ).body.token
  const sessions = (await call(own.listSessions, { as: token })).body.items
  await call(own.endSession, {
    as: token,
    params: { sessionId: sessions.find((one) => !one.current)?.id ?? '' },
  })
  expect((await t.call(account.me, { as: second })).status).toBe(401)
  await call(account.logout, { as: token })
  await call(account.forgotPassword, { body: { email: 'ada@north.example' } })
  await t.drain()
  await call(account.resetPassword, {
    body: { token: await mailed('reset_password', /token=(\S+)/), password },
  })
  const last = (await call(account.login, { body: { email: 'ada@north.example', password } })).body.token
  await call(own.changeEmail, { as: last, body: { email: 'ada@south.example', password } })
  await call(account.verifyEmail, { body: { token: await mailed('confirm_new_email', /token=(\S+)/) } })
  const { downloadUrl } = (await call(own.myData, { as: last })).body
  await call(own.readMyData, { params: { link: downloadUrl.replace('/api/my-data/', '') } })
  await call(reminders.makeCalendarFeed, { as: last })
  const { url } = (await call(reminders.calendarFeed, { as: last })).body
  const link = /calendar\/(.+)\.ics$/.exec(url ?? '')?.[1] ?? ''
  await call(reminders.readCalendar, { params: { link } })
  await call(reminders.endCalendarFeed, { as: last })
  await call(preferences.savePreferences, { as: last, body: { notice: 'digest' } })
  expect((await call(preferences.readPreferences, { as: last })).body.notice).toBe('digest')
  const fewer = await t.transact(async (ctx) => {
    const { unsubscribeKey } = await import('#server/features/mail/mail-links.ts')
    const { personByEmail } = await import('#server/features/people/find-person.ts')
    const ada = await personByEmail(ctx, 'ada@south.example')
    return { link: unsubscribeKey(ctx.secrets, 'notice', ada?.id ?? '') }
  })
  const page = await t.call(preferences.openUnsubscribe, { params: fewer })
  expect(page.status).toBe(303)
  made.add(`GET ${preferences.openUnsubscribe.path}`)
  await call(preferences.readUnsubscribe, { params: fewer })
  await call(preferences.unsubscribe, { params: fewer, body: {} })
  const key = (await call(factor.startSecondFactor, { as: last, body: { password } })).body.key
  const code = new TOTP({ secret: key }).generate({ timestamp: t.clock.now.getTime() })
  await call(factor.confirmSecondFactor, { as: last, body: { code } })
  await call(factor.renewRecoveryCodes, { as: last, body: { password } })
  expect((await call(factor.readSecondFactor, { as: last })).body.recoveryCodesLeft).toBe(10)
  await call(factor.endSecondFactor, { as: last, body: { password } })
  const options = (await call(passkey.startPasskey, { as: last, body: { password } })).body
  const laptop = new SoftwareAuthenticator('https://portal.example').make(options)
  await call(passkey.addPasskey, { as: last, body: { name: 'Laptop', passkey: laptop } })
  const passkeyId = (await call(factor.readSecondFactor, { as: last })).body.passkeys[0]?.id ?? ''
  await call(passkey.removePasskey, { as: last, params: { passkeyId }, body: { password } })
  await call(account.logoutByPost, { as: last })
  const leaving = (await call(account.login, { body: { email: 'ada@south.example', password } })).body.token
  expect((await call(own.readDeletion, { as: leaving })).body.withdrawn).toEqual([])
  await call(own.deleteAccount, { as: leaving, body: { password } })
})

test('the organisers’ desk', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const as = admin.token
  const read = (await call(settings.readSettings, { as })).body
  await call(settings.saveSettings, {
    as,
    body: { ...read, settings: { ...read.settings, topics: ['Bridges'] } },
  })
  await call(reviewers.checkInvitees, { as, body: { invitations: [{ email: 'rita@south.example' }] } })
  const invited = await call(people.inviteReviewers, { as, body: { email: 'rita@south.example' } })
  const params = { invitationId: invited.body.items[0]?.id ?? '' }
  await call(people.resendInvitation, { as, params })
  const pin = await mailed('invitation', /PIN: (\S+)/)
  await call(account.readInvitation, { body: { invitation: 'not a link' } })
  await call(account.registerReviewer, { body: { name: 'Rita', email: 'rita@south.example', password, pin } })
  const other = await call(people.inviteReviewers, { as, body: { email: 'else@south.example' } })
  await call(people.revokeInvitation, { as, params: { invitationId: other.body.items[0]?.id ?? '' } })
  await call(people.listInvitations, { as })
  await call(activity.listActivity, { as })
  await call(statistics.statistics, { as })
  for (const table of exporting.exportedTables) {
    if (table === 'payments') await call(exporting.exportPayments, { as, params: { format: 'json' } })
    else await call(exporting.exportTable, { as, params: { table, format: 'json' } })
  }
  await call(exporting.exportBibliography, { as })
  await call(exporting.exportPdfs, { as })
  const link = (await call(exporting.exportLink, { as, query: { table: 'people', format: 'csv' } })).body
  await call(exporting.readExport, { params: { link: link.downloadUrl.replace('/api/exports/', '') } })
  const file = Buffer.from('E-mail,Name\nnew@south.example,Nora New\n').toString('base64')
  const { rows: listed } = (await call(peopleImport.previewPeople, { as, body: { file } })).body
  await call(peopleImport.importPeople, {
    as,
    body: { people: listed.flatMap(({ person }) => person ?? []) },
  })
  const found = (await call(people.listUsers, { as, query: { q: 'rita@' } })).body.items[0]
  await call(people.readUser, { as, params: { userId: found?.id ?? '' } })
  const until = '2026-05-03T23:59:00+02:00'
  const changed = await call(people.changeUser, {
    as,
    params: { userId: found?.id ?? '' },
    body: { staff: true, extensions: { review: until } },
  })
  expect([changed.body.user.roles, changed.body.user.extensions.review?._seconds]).toEqual([
    ['reviewer', 'staff'],
    Date.parse(until) / 1000,
  ])
})

test('submissions, reviews and payments', async () => {
  const ada = (await makePerson(t, { role: 'author' })).token
  const admin = (await makePerson(t, { role: 'admin' })).token
  const rita = await makePerson(t, { role: 'reviewer' })
  const file = await makePdf({ title: 'Bridges of the North' })
  const submit = async () => (await upload(author.submitAbstract, { as: ada, file })).body.abstractId
  const reason = 'for a reason'

  const unwanted = { abstractId: await submit() }
  await call(author.deleteAbstract, { as: ada, params: unwanted })
  await call(deleted.listDeleted, { as: admin })
  await call(deleted.restoreAbstract, { as: admin, params: unwanted, body: { reason } })
  await call(author.deleteAbstract, { as: ada, params: unwanted })
  await call(author.withdrawAbstract, { as: ada, params: { abstractId: await submit() }, body: { reason } })
  const rejected = { abstractId: await submit() }
  await call(abstracts.declineAbstract, {
    as: admin,
    params: rejected,
    body: { confirmText: 'DECLINE', reason },
  })
  await submit()
  const waiting = (await call(abstracts.listPendingAbstracts, { as: admin })).body.items
  const chosen = waiting.map(({ abstractId, updatedAt }) => ({ abstractId, updatedAt }))
  const verdict = 'decline' as const
  const decision = { verdict, confirmText: 'DECLINE' as const, reason }
  await call(abstracts.previewAbstractDecisions, { as: admin, body: { verdict, abstracts: chosen } })
  await call(abstracts.decideAbstracts, { as: admin, body: { decision, abstracts: chosen } })

  const a = { abstractId: await submit() }
  const grace = {
    name: 'Grace',
    email: 'grace@west.example',
    organization: 'West',
    orcid: '0000-0002-1825-0097',
  }
  const body = { title: 'Bridges', topics: [], coAuthors: [grace], revision: 0 }
  await call(saveDetails, { as: ada, params: a, body })
  const change = { confirmText: 'REQUEST_CHANGE', reason } as const
  await call(abstracts.requestAbstractChange, { as: admin, params: a, body: change })
  await upload(author.resubmitAbstract, { as: ada, params: a, file })
  const preview = await call(abstracts.previewAbstract, { as: admin, params: a })
  const link = (preview.body.previewUrl ?? '').replace('/api/files/', '')
  const bytes = await t.app.http.inject({ url: `/api/files/${link}` })
  expect([bytes.statusCode, bytes.headers['content-type'], bytes.rawPayload.equals(file)]).toEqual([
    200,
    'application/pdf',
    true,
  ])
  const accepted = { verdict: 'approve', comments: 'Good.' } as const
  await call(mailDesk.previewAbstractMail, { as: admin, params: a, body: accepted })
  await call(abstracts.approveAbstract, { as: admin, params: a, body: { comments: 'Good.' } })
  await call(abstracts.reopenAbstract, { as: admin, params: a, body: { reason } })
  await call(abstracts.approveAbstract, { as: admin, params: a, body: { comments: 'Good.' } })
  for (const list of [
    abstracts.listAbstracts,
    abstracts.listPendingAbstracts,
    abstracts.listReviewedAbstracts,
  ]) {
    await call(list, { as: admin })
  }

  const p = { paperId: (await upload(author.submitPaper, { as: ada, params: a, file })).body.paperId }
  await call(author.deletePaper, { as: ada, params: p })
  await upload(author.submitPaper, { as: ada, params: a, file })
  await call(papers.listReviewers, { as: admin, query: { paperId: p.paperId } })
  const assign = () => call(papers.assignReviewer, { as: admin, params: p, body: { reviewerId: rita.id } })
  await assign()
  const pair = { ...p, reviewerId: rita.id }
  await call(reviewers.changeDue, { as: admin, params: pair, body: { dueAt: '2026-05-03T23:59:00+02:00' } })
  await letBeDue(t, rita, p, new Date('2026-01-03T23:59:00+02:00'))
  await call(reviewers.previewReminders, { as: admin, body: { reviewerIds: [rita.id] } })
  await call(reviewers.remindReviewers, { as: admin, body: { reviewerIds: [rita.id] } })
  await call(papers.unassignReviewer, { as: admin, params: pair })
  const pairs = [{ paperId: p.paperId, reviewerId: rita.id }]
  await call(assigning.readAssignmentList, { as: admin, body: { list: `${rita.email};${p.paperId}` } })
  await call(assigning.previewAssignments, { as: admin, body: { pairs } })
  await call(bids.saveBids, { as: admin, body: { list: `${rita.email};${p.paperId};eager` } })
  await call(bids.readBids, { as: admin })
  await call(bids.removeBids, { as: admin })
  await call(people.markExperienced, { as: admin, body: { reviewerIds: [rita.id], experienced: true } })
  await call(proposeAssignments, { as: admin, body: {} })
  await call(explainPair, { as: admin, params: pair })
  const read = (await call(texts.readSubmissionText, { as: ada, params: a })).body
  expect(read.state).toBe('reading')
  await call(texts.saveSubmissionText, { as: ada, params: a, body: { text: 'Cracks.', over: read.text } })
  const own = { as: rita.token }
  await call(ownTopics.saveTopics, { ...own, body: { topics: [] } })
  await call(ownTopics.readTopics, own)
  await call(publications.addPublications, { ...own, body: { list: '@article{a, title={Cracks}}' } })
  const added = (await upload(publications.addPublicationPdf, { ...own, file })).body
  const one = { publicationId: added.publicationId }
  await call(publications.changePublication, { ...own, params: one, body: { title: 'Welds', abstract: '' } })
  await call(publications.listPublications, own)
  await call(publications.removePublication, { ...own, params: one })
  await call(publications.readReviewerTexts, { as: admin, params: { reviewerId: rita.id } })
  const first = (await call(proposals.startProposal, { as: admin, body: {} })).body
  await call(proposals.cancelProposal, { as: admin, params: first })
  const proposal = (await call(proposals.startProposal, { as: admin, body: {} })).body
  await t.drain()
  expect((await call(proposals.readProposal, { as: admin, params: proposal })).body.state).toBe('done')
  await call(proposals.listProposals, { as: admin })
  await call(proposals.readEvenLoad, { as: admin, query: {} })
  await call(proposals.readProposalMatrix, { as: admin, params: proposal })
  await call(proposals.listProposalCandidates, { as: admin, params: proposal, query: p })
  const { batchId } = (await call(assigning.applyAssignments, { as: admin, body: { pairs } })).body
  await call(assigning.listBatches, { as: admin })
  await call(assigning.undoBatch, { as: admin, params: { batchId: batchId ?? '' } })
  await assign()
  await call(reviewing.withdrawFromPaper, { as: rita.token, params: p, body: { reason } })
  await assign()
  await call(reviewing.listAssigned, { as: rita.token })
  await call(reviewing.saveDraft, {
    as: rita.token,
    params: p,
    body: { score: '5', comments: 'so far', revision: 0 },
  })
  await call(reviewing.listDraftTexts, { as: rita.token, params: p })
  expect((await call(reviewing.previewPaper, { as: rita.token, params: p })).body.draft?.comments).toBe(
    'so far',
  )
  await call(reviewing.requestPaperChange, { as: rita.token, params: p, body: { score: 50, reason } })
  await upload(author.submitPaper, { as: ada, params: a, file })
  await call(reviewing.declinePaper, { as: rita.token, params: p, body: { score: null, reason } })
  await call(papers.declinePaperAsChair, { as: admin, params: p, body: { confirmText: 'DECLINE', reason } })
  await call(papers.reopenPaper, { as: admin, params: p, body: { reason } })
  await call(papers.requestPaperChangeAsChair, { as: admin, params: p, body: change })
  await upload(author.submitPaper, { as: ada, params: a, file })
  await call(reviewing.approvePaper, { as: rita.token, params: p, body: { score: 90 } })
  await call(reviewing.listReviewed, { as: rita.token })
  await call(papers.reopenPaper, { as: admin, params: p, body: { reason } })
  await call(mailDesk.previewPaperMail, { as: admin, params: p, body: { ...accepted } })
  await call(papers.approvePaperAsChair, { as: admin, params: p, body: {} })
  await call(papers.listPapers, { as: admin })
  await call(papers.countDecisionsNeeded, { as: admin, query: { reviewsPerPaper: 1 } })
  const overview = (await call(papers.paperDeskOverview, { as: admin, params: p })).body
  expect(overview.reviews.map((one) => [one.round, one.verdict])).toEqual([
    [4, 'approved'],
    [2, 'declined'],
    [1, 'request_change'],
  ])
  await call(papers.paperDeskPreview, { as: admin, params: p })
  const known = (await call(reviewers.readReviewer, { as: admin, params: { reviewerId: rita.id } })).body
  expect(known.reviews.map(({ round }) => round)).toEqual([4, 2, 1])

  await call(payments.reportPayment, { as: ada, params: p, body: { paidAt: '2026-03-01', note: 'by bank' } })
  await call(payments.verifyPayment, { as: admin, params: p, body: { amount: '250', reference: 'X1' } })
  const madeOutTo = { name: 'Bridges Ltd', address: 'Quay 1', taxNumber: 'GB 12' }
  await call(receipts.savePayer, { as: ada, params: p, body: madeOutTo })
  const given = (await call(receipts.readPayment, { as: ada, params: p })).body
  expect([given.payer, given.receipts.map(({ number }) => number)]).toEqual([
    madeOutTo,
    ['R26-0002', 'R26-0001'],
  ])
  const pdf = given.receipts[0]?.downloadUrl.replace('/api/receipts/', '') ?? ''
  await call(receipts.readReceipt, { params: { link: pdf } })
  await call(payments.reopenPayment, { as: admin, params: p, body: { reason } })
  for (const as of ['payment', 'note'] as const) {
    const csv = Buffer.from(`Date,Amount,Text\n2026-03-02,250.00,${as} ${p.paperId}\n`).toString('base64')
    const read = (await call(statement.previewImport, { as: admin, body: { file: csv } })).body.lines
    const lines = read.map(({ hash, occurrence, date, amount, currency, payer, text }) => ({
      ...{ hash, occurrence, date, amount: amount ?? '', currency, payer, text },
      paperIds: [p.paperId],
      as,
    }))
    await call(statement.importPayments, { as: admin, body: { lines } })
  }
  const noted = (await call(payments.listPayments, { as: admin })).body.items[0]?.lines.find(
    ({ use }) => use === 'double',
  )
  await call(payments.releaseLine, { as: admin, params: { lineId: noted?.id ?? '' } })
  const list = (await call(payments.listPayments, { as: admin, query: { status: 'verified' } })).body.items
  expect(list.map((one) => [one.paperId, one.state])).toEqual([[p.paperId, 'verified']])
  expect((await call(author.listOngoing, { as: ada })).body.count).toBe(0)
  expect((await call(author.listCompleted, { as: ada })).body.count).toBe(4)
  await call(author.abstractOverview, { as: ada, params: a })
  expect((await call(author.paperOverview, { as: ada, params: a })).body.files.request_change?.size).toBe(
    file.length,
  )

  const unread = (await call(notices.listNotices, { as: ada })).body
  await call(notices.markRead, { as: ada, body: { id: unread.items[0]?.id ?? '' } })
  expect((await call(notices.listNotices, { as: ada })).body.unread).toBe(unread.unread - 1)
  await call(notices.markAllRead, { as: ada })
  expect((await call(notices.listNotices, { as: ada })).body.unread).toBe(0)
  await call(account.becomeAuthor, { as: rita.token })
})

test('a payment that is looked for once its paper was withdrawn', async () => {
  const [ada, rita, clara] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'admin' }),
  ]
  const params = await submissionAt(t, 'awaiting_payment', { author: ada, reviewer: rita, admin: clara })
  await call(payments.reportPayment, { as: ada.token, params, body: {} })
  await call(author.withdrawAbstract, { as: ada.token, params, body: { reason: 'No time.' } })
  await call(payments.settleReport, { as: clara.token, params, body: { amount: '250', note: 'by bank' } })
})

test('the mail desk', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  await t.drain()
  const { items } = (await call(mail.listEmails, { as, query: { status: 'kept', limit: 1 } })).body
  const params = { emailId: items[0]?.id ?? '' }
  await call(mail.readEmail, { as, params })
  await call(mail.retryEmail, { as, params })
  await call(mail.retryEmails, { as, body: { ids: [params.emailId] } })
  const read = (await call(settings.readSettings, { as })).body
  const saved = await call(settings.saveSettings, {
    as,
    body: { ...read, settings: { ...read.settings, holdDecisionMails: true } },
  })
  const ada = (await makePerson(t, { role: 'author' })).token
  const decided = async () => {
    const { abstractId } = (await upload(author.submitAbstract, { as: ada, file: await makePdf() })).body
    await call(abstracts.approveAbstract, { as, params: { abstractId }, body: {} })
    const held = (await call(mail.listEmails, { as, query: { status: 'held' } })).body.items[0]
    return { emailId: held?.id ?? '' }
  }
  const held = await decided()
  const words = { subject: 'Accepted', body: 'Dear Ada,\n\nwell done.', revision: 0 }
  await call(mail.editEmail, { as, params: held, body: words })
  await call(mail.releaseEmails, { as, body: { ids: [held.emailId] } })
  await call(mail.discardEmails, { as, body: { ids: [(await decided()).emailId] } })
  const { settings: inForce, revision } = saved.body
  await call(settings.saveSettings, {
    as,
    body: { settings: { ...inForce, holdDecisionMails: false }, revision },
  })
  await call(mail.reportBounces, { as: webhookSecret, body: { events: [] } })

  await call(mailDesk.listEmailTemplates, { as })
  const key = { key: 'abstract_approve' }
  const { text } = (await call(mailDesk.readEmailTemplate, { as, params: key })).body
  await call(mailDesk.previewEmailTemplate, { as, params: key, body: text })
  await call(mailDesk.testEmailTemplate, { as, params: key, body: text })
  await call(mailDesk.saveEmailTemplate, { as, params: key, body: { ...text, revision: 0 } })
  await call(mailDesk.resetEmailTemplate, { as, params: key, body: { revision: 1 } })
  const message = { subject: 'Rooms', body: 'We meet in the main building.' }
  const audience = { who: 'organisers' } as const
  const { count, stamp } = (await call(mailDesk.previewMessage, { as, body: { ...message, audience } })).body
  await call(mailDesk.testMessage, { as, body: message })
  await call(mailDesk.sendMessage, { as, body: { ...message, audience, count, stamp } })
  await call(mailDesk.listMessages, { as })
})

test('the portal’s own chores and jobs', async () => {
  calling = 'chores'
  await t.app.doChores()
  calling = 'jobs'
  await t.drain()
  await t.app.resume()
})

test('the lists, searched, filtered and in every order', async () => {
  const as = (await makePerson(t, { role: 'admin' })).token
  for (const spec of Object.values(api)) {
    const { q, sort, cursor: pages } = spec.query?.shape ?? {}
    if (q === undefined || sort === undefined || pages === undefined) continue
    for (const q of [undefined, 'watanabe 77'])
      for (const status of [undefined, ...(filters[spec.path] ?? [])])
        for (const sort of [undefined, ...wordsOf(spec.query?.shape.sort)]) {
          const asked = { limit: 1, ...(q && { q }), ...(status && { status }), ...(sort && { sort }) }
          const { nextCursor: cursor } = (await call(spec, { as, query: asked })).body as {
            nextCursor?: string
          }
          if (cursor !== undefined) await call(spec, { as, query: { ...asked, cursor } })
        }
  }
})

test('the further pages of the lists that are only paged through', async () => {
  const [ada, rita, rolf] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'reviewer' }),
  ]
  const admin = await makePerson(t, { role: 'admin' })
  const [cast, as] = [{ author: ada, reviewer: rita, admin }, admin.token]
  for (const subject of ['Rooms', 'Trains']) {
    await submissionAt(t, 'complete', cast)
    const { paperId } = await submissionAt(t, 'paper_submitted', cast)
    await call(assigning.applyAssignments, { as, body: { pairs: [{ paperId, reviewerId: rolf.id }] } })
    const { abstractId } = await submissionAt(t, 'abstract_submitted', cast)
    await call(author.deleteAbstract, { as: ada.token, params: { abstractId } })
    const message = { subject, body: 'We meet.', audience: { who: 'organisers' } } as const
    const { count, stamp } = (await call(mailDesk.previewMessage, { as, body: message })).body
    await call(mailDesk.sendMessage, { as, body: { ...message, count, stamp } })
  }
  const pagedAlone = Object.values(api).filter(({ query }) => {
    const { q, sort, cursor } = query?.shape ?? {}
    return cursor !== undefined && (q === undefined || sort === undefined)
  })
  const turned = new Set<string>()
  for (const spec of pagedAlone)
    for (const { token } of [ada, rita, admin]) {
      const first = await t.call(spec, { as: token, query: { limit: 1 } })
      const { nextCursor: cursor } = (first.status === 200 ? first.body : {}) as { nextCursor?: string }
      if (cursor === undefined) continue
      await call(spec, { as: token, query: { limit: 1, cursor } })
      turned.add(spec.path)
    }
  expect([...turned].sort()).toEqual(pagedAlone.map(({ path }) => path).sort())
})

test('no statement reads a large table from beginning to end', async () => {
  const seen = {
    by: 'nobody',
    statement: 'select id from users where phone = $1',
    params: ['+41 1'],
  }
  const { whole, unused } = await wholeTables([...said.values(), seen])
  // The last one is there to be seen, with its value and with any.
  const told = `users for nobody: ${seen.statement} ["+41 1"]`
  expect(whole).toEqual([told, `${told}, any`])
  expect(unused, 'exceptions that nothing needs').toEqual([])
})

test('nothing that is documented was left out', () => {
  const documented = Object.values(api).map((spec) => `${spec.method} ${spec.path}`)
  expect([...made].sort()).toEqual(documented.sort())
})

test('the OpenAPI document describes every call, and the reference shows it', async () => {
  const document = (await t.app.http.inject('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual([...made].sort())
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(references.filter((name) => !(name !== undefined && name in document.components.schemas))).toEqual(
    [],
  )
  expect((await t.app.http.inject('/api/docs/')).statusCode).toBe(200)
})
