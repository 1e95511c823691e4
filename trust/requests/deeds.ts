import { desc, eq } from 'drizzle-orm'
import { emails, proposals as proposalRows, users } from '#server/db/schema.ts'
import { removeBids, saveBids } from '#shared/assigning/bids-contract.ts'
import * as assigning from '#shared/assigning/contract.ts'
import * as proposals from '#shared/assigning/proposals-contract.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import type { BodyInputOf, EndpointSpec } from '#shared/core/endpoint.ts'
import * as mail from '#shared/mail/contract.ts'
import * as mailDesk from '#shared/mail/desk-contract.ts'
import { savePreferences } from '#shared/mail/preferences.ts'
import type { EmailState } from '#shared/mail/states.ts'
import * as notices from '#shared/notices/contract.ts'
import * as payments from '#shared/payments/contract.ts'
import * as statement from '#shared/payments/import-contract.ts'
import { savePayer } from '#shared/payments/receipt-contract.ts'
import * as own from '#shared/people/account-contract.ts'
import * as account from '#shared/people/contract.ts'
import * as people from '#shared/people/desk-contract.ts'
import * as peopleImport from '#shared/people/import-contract.ts'
import { saveTopics } from '#shared/people/topics-contract.ts'
import { endCalendarFeed, makeCalendarFeed } from '#shared/reminders/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as publications from '#shared/reviewing/publications-contract.ts'
import * as reviewers from '#shared/reviewing/reviewer-desk-contract.ts'
import * as settings from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as deleted from '#shared/submissions/deleted-contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import type { Stage } from '#shared/submissions/states.ts'
import * as texts from '#shared/submissions/text-contract.ts'
import { type MadePerson, makePdf, makePerson, sessionOf } from '#tests/factories.ts'
import { letBeDue, type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import type { TestPortal } from '#tests/test-portal.ts'
import type { Conference } from '../conference.ts'
import { png } from '../files/hostile-pictures.ts'

/** A request that succeeds, once: what it asks for is there, and nobody did it before. */
export interface Ready {
  as: MadePerson
  params?: Record<string, string>
  body?: Record<string, unknown>
  file?: Buffer
}

/** A call that changes something, or looks as if it did, and what makes it possible each time anew. */
export interface Deed {
  spec: EndpointSpec
  /** A preview, told in a body because it does not fit into an address. */
  changesNothing: boolean
  prepare: (conference: Conference) => Promise<Ready>
}

interface ReadyFor<S extends EndpointSpec> extends Omit<Ready, 'body'> {
  body?: BodyInputOf<S>
}
type Prepare<S extends EndpointSpec> = (conference: Conference) => Promise<ReadyFor<S>>

const deed = <S extends EndpointSpec>(spec: S, prepare: Prepare<S>, changesNothing = false): Deed => ({
  spec,
  changesNothing,
  prepare: async (conference) => {
    const { body, ...rest } = await prepare(conference)
    return { ...rest, ...(body !== undefined && { body: body as Record<string, unknown> }) }
  },
})
const preview = <S extends EndpointSpec>(spec: S, prepare: Prepare<S>) => deed(spec, prepare, true)

/** One that is about a submission in a stage. */
const about = <S extends EndpointSpec>(
  spec: S,
  who: 'author' | 'assigned' | 'admin' | 'staff',
  stage: Stage,
  body?: BodyInputOf<S>,
) =>
  deed(spec, async (c) => ({
    as: c.people[who],
    params: await at(c, stage),
    ...(body !== undefined && { body }),
    ...(spec.file !== undefined && { file: await makePdf({ text: String(Math.random()) }) }),
  }))

const at = (c: Conference, stage: Stage, reviewer = c.people.assigned): Promise<MadeSubmission> =>
  submissionAt(c.t, stage, { author: c.people.author, admin: c.people.admin, reviewer })

const byAdmin = <S extends EndpointSpec>(spec: S, body: BodyInputOf<S>, params?: Record<string, string>) =>
  deed(spec, async ({ people: { admin } }) => ({ as: admin, body, ...(params && { params }) }))

const reason = 'for a reason'
const change = { confirmText: 'REQUEST_CHANGE', reason } as const
const decline = { confirmText: 'DECLINE', reason } as const
const words = { subject: 'Rooms', body: 'We meet in the main building.' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const organisers = { ...words, audience: { who: 'organisers' } } as const

const newReviewer = (c: Conference) => makePerson(c.t, { role: 'reviewer' })

/** A mail of before, brought into a state. */
async function mailIn({ t }: Conference, state: EmailState): Promise<string> {
  const { db } = t.database
  const [newest] = await db.select({ id: emails.id }).from(emails).orderBy(desc(emails.id)).limit(1)
  const id = newest?.id ?? ''
  await db.update(emails).set({ state, revision: 0 }).where(eq(emails.id, id))
  return id
}

/** A reviewer who is late with a paper. */
async function lateReviewer(c: Conference): Promise<{ reviewerIds: string[] }> {
  const reviewer = await newReviewer(c)
  await letBeDue(c.t, reviewer, await at(c, 'paper_submitted', reviewer), new Date('2026-01-03T12:00:00Z'))
  return { reviewerIds: [reviewer.id] }
}

async function pairsOf(c: Conference) {
  const { paperId } = await at(c, 'paper_submitted')
  return { pairs: [{ paperId, reviewerId: (await newReviewer(c)).id }] }
}

async function waitingAbstract(c: Conference) {
  const { abstractId } = await at(c, 'abstract_submitted')
  const { body } = await c.t.call(abstracts.previewAbstract, {
    as: c.people.admin.token,
    params: { abstractId },
  })
  return [{ abstractId, updatedAt: body.abstract.updatedAt }]
}

/** A line of a statement as the desk sends it back. */
async function linesOf({ t, people: { staff } }: Conference, paperId: string, as: 'payment' | 'note') {
  const file = base64(`Date,Amount,Text\n2026-03-02,250.00,${as} ${paperId}\n`)
  const read = await t.call(statement.previewImport, { as: staff.token, body: { file } })
  return read.body.lines.map(({ hash, occurrence, date, amount, currency, payer, text }) => ({
    ...{ hash, occurrence, date, amount: amount ?? '', currency, payer, text },
    paperIds: [paperId],
    as,
  }))
}

async function template(c: Conference) {
  const params = { key: 'abstract_approve' }
  const { body } = await c.t.call(mailDesk.readEmailTemplate, { as: c.people.admin.token, params })
  return { params, text: body.text, revision: body.revision }
}

const added = async ({ t, people: { assigned } }: Conference) =>
  (
    await t.upload(publications.addPublicationPdf, {
      as: assigned.token,
      file: await makePdf({ text: String(Math.random()) }),
    })
  ).body.publicationId

const nameOf = () => `Person ${Math.random()}`
/** Somebody who was just invited. */
async function invited({ t, people: { admin } }: Conference) {
  const { body } = await t.call(people.inviteReviewers, { as: admin.token, body: { email: newAddress() } })
  return { as: admin, params: { invitationId: body.items[0]?.id ?? '' } }
}
const newAddress = () => `person${Math.random()}@elsewhere.example`

/** Every call of the contract that takes an Idempotency-Key; the trial says which has no row. */
export const deeds: readonly Deed[] = [
  deed(account.saveProfile, async (c) => ({
    as: c.people.otherAuthor,
    body: { firstName: 'Ada', lastName: nameOf(), organization: 'North', phone: '', orcid: '' },
  })),
  deed(saveTopics, async (c) => {
    const as = await newReviewer(c)
    await c.t.database.db
      .update(users)
      .set({ topics: ['Bridges', 'Fire'] })
      .where(eq(users.id, as.id))
    return { as, body: { topics: ['Bridges'] } }
  }),
  // Somebody's first: another one takes the place of the one before, which is something else.
  deed(account.uploadAvatar, async (c) => ({
    as: await makePerson(c.t, { role: 'author' }),
    file: png(1, 1),
  })),
  deed(account.logoutByPost, async (c) => ({ as: await makePerson(c.t, { role: 'author' }) })),
  deed(account.becomeAuthor, async (c) => ({ as: await newReviewer(c) })),
  deed(own.endSession, async (c) => {
    const as = await makePerson(c.t, { role: 'author' })
    await sessionOf(c.t, as.email, as.password)
    const { items } = (await c.t.call(own.listSessions, { as: as.token })).body
    return { as, params: { sessionId: items.find(({ current }) => !current)?.id ?? '' } }
  }),
  deed(notices.markAllRead, async (c) => {
    await at(c, 'complete')
    return { as: c.people.author }
  }),
  deed(notices.markRead, async (c) => {
    await at(c, 'complete')
    const { body } = await c.t.call(notices.listNotices, { as: c.people.author.token })
    return { as: c.people.author, body: { id: body.items[0]?.id ?? '' } }
  }),
  deed(savePreferences, async (c) => ({
    as: await makePerson(c.t, { role: 'author' }),
    body: { notice: 'digest' as const },
  })),
  deed(makeCalendarFeed, async (c) => {
    await c.t.call(endCalendarFeed, { as: c.people.author.token })
    return { as: c.people.author }
  }),
  deed(endCalendarFeed, async (c) => {
    await c.t.call(makeCalendarFeed, { as: c.people.author.token })
    return { as: c.people.author }
  }),

  deed(author.submitAbstract, async (c) => ({
    as: c.people.author,
    file: await makePdf({ text: String(Math.random()) }),
  })),
  about(author.resubmitAbstract, 'author', 'abstract_awaiting_resubmission'),
  about(author.submitPaper, 'author', 'awaiting_paper'),
  about(author.deleteAbstract, 'author', 'abstract_submitted'),
  about(author.deletePaper, 'author', 'paper_submitted'),
  about(author.withdrawAbstract, 'author', 'paper_submitted', { reason }),
  about(saveDetails, 'author', 'abstract_submitted', {
    ...{ title: 'Bridges', topics: [], revision: 0 },
    coAuthors: [{ name: 'Grace', email: 'grace@west.example', organization: 'West', orcid: '' }],
  }),
  deed(texts.saveSubmissionText, async (c) => {
    const params = await at(c, 'paper_submitted')
    const read = await c.t.call(texts.readSubmissionText, { as: c.people.author.token, params })
    return { as: c.people.author, params, body: { text: 'Cracks.', over: read.body.text } }
  }),
  about(payments.reportPayment, 'author', 'awaiting_payment', { note: 'by bank' }),
  about(savePayer, 'author', 'complete', { name: 'Bridges Ltd', address: 'Quay 1', taxNumber: 'GB 12' }),

  about(reviewing.approvePaper, 'assigned', 'paper_submitted', { score: 80, comments: 'good' }),
  about(reviewing.declinePaper, 'assigned', 'paper_submitted', { score: null, reason }),
  about(reviewing.requestPaperChange, 'assigned', 'paper_submitted', { score: 50, reason }),
  about(reviewing.saveDraft, 'assigned', 'paper_submitted', { score: '5', comments: 'so far', revision: 0 }),
  about(reviewing.withdrawFromPaper, 'assigned', 'paper_submitted', { reason, conflict: true }),
  deed(publications.addPublications, async (c) => ({
    as: await newReviewer(c),
    body: { list: `@article{a, title={Cracks of ${nameOf()}}}` },
  })),
  deed(publications.addPublicationPdf, async (c) => ({
    as: c.people.unassigned,
    file: await makePdf({ text: String(Math.random()) }),
  })),
  deed(publications.changePublication, async (c) => ({
    as: c.people.assigned,
    params: { publicationId: await added(c) },
    body: { title: 'Welds', abstract: '' },
  })),
  deed(publications.removePublication, async (c) => ({
    as: c.people.assigned,
    params: { publicationId: await added(c) },
  })),

  deed(settings.saveSettings, async (c) => {
    const { settings: inForce, revision } = (
      await c.t.call(settings.readSettings, { as: c.people.admin.token })
    ).body
    return {
      as: c.people.admin,
      body: { settings: { ...inForce, conferenceName: `Conference of ${nameOf()}` }, revision },
    }
  }),
  about(abstracts.approveAbstract, 'admin', 'abstract_submitted', { comments: 'good' }),
  about(abstracts.declineAbstract, 'admin', 'abstract_submitted', decline),
  about(abstracts.requestAbstractChange, 'admin', 'abstract_submitted', change),
  about(abstracts.reopenAbstract, 'admin', 'abstract_declined', { reason }),
  preview(abstracts.previewAbstractDecisions, async (c) => ({
    as: c.people.admin,
    body: { verdict: 'decline' as const, abstracts: await waitingAbstract(c) },
  })),
  deed(abstracts.decideAbstracts, async (c) => ({
    as: c.people.admin,
    body: { decision: { verdict: 'decline' as const, ...decline }, abstracts: await waitingAbstract(c) },
  })),
  deed(deleted.restoreAbstract, async (c) => {
    const params = await at(c, 'abstract_submitted')
    await c.t.call(author.deleteAbstract, { as: c.people.author.token, params })
    return { as: c.people.admin, params, body: { reason } }
  }),
  about(papers.approvePaperAsChair, 'admin', 'reviewer_declined', { comments: 'good' }),
  about(papers.declinePaperAsChair, 'admin', 'reviewer_declined', decline),
  about(papers.requestPaperChangeAsChair, 'admin', 'reviewer_declined', change),
  about(papers.reopenPaper, 'admin', 'paper_declined', { reason }),

  deed(papers.assignReviewer, async (c) => ({
    as: c.people.admin,
    params: await at(c, 'paper_submitted'),
    body: { reviewerId: (await newReviewer(c)).id },
  })),
  deed(papers.unassignReviewer, async (c) => ({
    as: c.people.admin,
    params: { ...(await at(c, 'paper_submitted')), reviewerId: c.people.assigned.id },
  })),
  deed(reviewers.changeDue, async (c) => ({
    as: c.people.admin,
    params: { ...(await at(c, 'paper_submitted')), reviewerId: c.people.assigned.id },
    body: { dueAt: '2026-05-03T23:59:00+02:00' },
  })),
  preview(reviewers.checkInvitees, async (c) => ({
    as: c.people.admin,
    body: { invitations: [{ email: newAddress() }] },
  })),
  preview(reviewers.previewReminders, async (c) => ({ as: c.people.admin, body: await lateReviewer(c) })),
  deed(reviewers.remindReviewers, async (c) => ({ as: c.people.admin, body: await lateReviewer(c) })),
  deed(people.markExperienced, async (c) => ({
    as: c.people.admin,
    body: { reviewerIds: [(await newReviewer(c)).id], experienced: true },
  })),
  preview(assigning.previewAssignments, async (c) => ({ as: c.people.admin, body: await pairsOf(c) })),
  deed(assigning.applyAssignments, async (c) => ({ as: c.people.admin, body: await pairsOf(c) })),
  deed(assigning.undoBatch, async (c) => {
    const given = { as: c.people.admin.token, body: await pairsOf(c) }
    const { batchId } = (await c.t.call(assigning.applyAssignments, given)).body
    return { as: c.people.admin, params: { batchId: batchId ?? '' } }
  }),
  preview(assigning.readAssignmentList, async (c) => {
    const { paperId } = await at(c, 'paper_submitted')
    return { as: c.people.admin, body: { list: `${c.people.unassigned.email};${paperId}` } }
  }),
  preview(proposeAssignments, async (c) => ({ as: c.people.admin, body: {} })),
  deed(saveBids, async (c) => {
    const { paperId } = await at(c, 'paper_submitted')
    await c.t.call(removeBids, { as: c.people.admin.token })
    return { as: c.people.admin, body: { list: `${c.people.unassigned.email};${paperId};eager` } }
  }),
  deed(removeBids, async (c) => {
    const { paperId } = await at(c, 'paper_submitted')
    const list = `${c.people.unassigned.email};${paperId};eager`
    await c.t.call(saveBids, { as: c.people.admin.token, body: { list } })
    return { as: c.people.admin }
  }),
  deed(proposals.startProposal, async (c) => {
    // Only so many are kept: one more would take the oldest's place.
    await c.t.database.db.delete(proposalRows)
    return { as: c.people.admin, body: {} }
  }),
  deed(proposals.cancelProposal, async (c) => {
    const { body } = await c.t.call(proposals.startProposal, { as: c.people.admin.token, body: {} })
    return { as: c.people.admin, params: { proposalId: body.proposalId } }
  }),

  about(payments.verifyPayment, 'staff', 'awaiting_payment', { amount: '250', reference: 'X1' }),
  about(payments.reopenPayment, 'staff', 'complete', { reason }),
  deed(payments.settleReport, async (c) => {
    const params = await at(c, 'awaiting_payment')
    const as = c.people.author.token
    await c.t.call(payments.reportPayment, { as, params, body: {} })
    await c.t.call(author.withdrawAbstract, { as, params, body: { reason } })
    return { as: c.people.staff, params, body: { amount: '250' } }
  }),
  preview(statement.previewImport, async (c) => ({
    as: c.people.staff,
    body: { file: base64('Date,Amount,Text\n2026-03-02,250.00,for P26-0001-X\n') },
  })),
  deed(statement.importPayments, async (c) => {
    const { paperId } = await at(c, 'awaiting_payment')
    return { as: c.people.staff, body: { lines: await linesOf(c, paperId, 'payment') } }
  }),
  deed(payments.releaseLine, async (c) => {
    const { paperId } = await at(c, 'complete')
    const as = c.people.staff
    await c.t.call(statement.importPayments, {
      as: as.token,
      body: { lines: await linesOf(c, paperId, 'note') },
    })
    const { items } = (await c.t.call(payments.listPayments, { as: as.token, query: { q: paperId } })).body
    return { as, params: { lineId: items[0]?.lines.at(-1)?.id ?? '' } }
  }),

  deed(mail.retryEmail, async (c) => ({
    as: c.people.admin,
    params: { emailId: await mailIn(c, 'failed') },
  })),
  deed(mail.retryEmails, async (c) => ({ as: c.people.admin, body: { ids: [await mailIn(c, 'failed')] } })),
  deed(mail.editEmail, async (c) => ({
    as: c.people.admin,
    params: { emailId: await mailIn(c, 'held') },
    body: { ...words, revision: 0 },
  })),
  deed(mail.releaseEmails, async (c) => ({ as: c.people.admin, body: { ids: [await mailIn(c, 'held')] } })),
  deed(mail.discardEmails, async (c) => ({ as: c.people.admin, body: { ids: [await mailIn(c, 'held')] } })),
  preview(mailDesk.previewEmailTemplate, async (c) => {
    const { params, text } = await template(c)
    return { as: c.people.admin, params, body: text }
  }),
  preview(mailDesk.previewAbstractMail, async (c) => ({
    as: c.people.admin,
    params: await at(c, 'abstract_submitted'),
    body: { verdict: 'approve' as const, comments: 'good' },
  })),
  preview(mailDesk.previewPaperMail, async (c) => ({
    as: c.people.admin,
    params: await at(c, 'reviewer_declined'),
    body: { verdict: 'decline' as const, comments: reason },
  })),
  deed(mailDesk.testEmailTemplate, async (c) => {
    const { params, text } = await template(c)
    return { as: c.people.admin, params, body: text }
  }),
  deed(mailDesk.saveEmailTemplate, async (c) => {
    const as = c.people.admin
    const { params, revision: before } = await template(c)
    await c.t.call(mailDesk.resetEmailTemplate, { as: as.token, params, body: { revision: before } })
    const { text, revision } = await template(c)
    return { as, params, body: { ...text, subject: `Subject ${Math.random()}`, revision } }
  }),
  deed(mailDesk.resetEmailTemplate, async (c) => {
    const { params, text, revision } = await template(c)
    const as = c.people.admin
    const body = { ...text, subject: `Subject ${Math.random()}`, revision }
    const saved = await c.t.call(mailDesk.saveEmailTemplate, { as: as.token, params, body })
    return { as, params, body: { revision: saved.body.revision } }
  }),
  preview(mailDesk.previewMessage, async (c) => ({ as: c.people.admin, body: organisers })),
  byAdmin(mailDesk.testMessage, words),
  deed(mailDesk.sendMessage, async (c) => {
    const { admin } = c.people
    // The same message again has to be asked for.
    const message = { ...organisers, subject: `Subject ${Math.random()}` }
    const { count, stamp } = (await c.t.call(mailDesk.previewMessage, { as: admin.token, body: message }))
      .body
    return { as: admin, body: { ...message, count, stamp } }
  }),

  deed(people.changeUser, async (c) => ({
    as: c.people.admin,
    params: { userId: (await newReviewer(c)).id },
    body: { staff: true },
  })),
  deed(people.inviteReviewers, async (c) => ({ as: c.people.admin, body: { email: newAddress() } })),
  deed(people.resendInvitation, invited),
  deed(people.revokeInvitation, invited),
  preview(peopleImport.previewPeople, async (c) => ({
    as: c.people.admin,
    body: { file: base64(`E-mail,Name\n${newAddress()},Nora New\n`) },
  })),
  deed(peopleImport.importPeople, async (c) => ({ as: c.people.admin, body: { people: await listed(c) } })),
]

async function listed({ t, people: { admin } }: Conference) {
  const file = base64(`E-mail,Name\n${newAddress()},Nora New\n`)
  const { rows } = (await t.call(peopleImport.previewPeople, { as: admin.token, body: { file } })).body
  return rows.flatMap(({ person }) => person ?? [])
}

/** Sends one as its person, or as somebody else, under a key. */
export async function send(
  t: TestPortal,
  spec: EndpointSpec,
  { as, params, body, file }: Ready,
  key: string,
): Promise<{ status: number; text: string }> {
  const given = {
    as: as.token,
    headers: { 'idempotency-key': key },
    ...(params && { params }),
    ...(body && { body }),
  }
  const isPicture = spec.file === 'avatar'
  const answer =
    file === undefined
      ? await t.call(spec, given)
      : await t.upload(spec, {
          ...given,
          file,
          ...(isPicture && { fileName: 'me.png', type: 'image/png' }),
        })
  return { status: answer.status, text: JSON.stringify(answer.body) }
}
