import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publications } from '#server/db/schema.ts'
import { readBids, saveBids } from '#shared/assigning/bids-contract.ts'
import {
  cancelProposal,
  listProposalCandidates,
  listProposals,
  readEvenLoad,
  readProposal,
  readProposalMatrix,
  startProposal,
} from '#shared/assigning/proposals-contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { exportBibliography, exportPayments, exportTable } from '#shared/exporting/contract.ts'
import { listMessages, previewMessage, sendMessage } from '#shared/mail/desk-contract.ts'
import { readPayment } from '#shared/payments/receipt-contract.ts'
import { listSessions } from '#shared/people/account-contract.ts'
import { me } from '#shared/people/contract.ts'
import { readUser } from '#shared/people/desk-contract.ts'
import { readTopics } from '#shared/people/topics-contract.ts'
import { listDraftTexts, previewPaper } from '#shared/reviewing/contract.ts'
import { paperDeskOverview, paperDeskPreview, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import {
  addPublications,
  listPublications,
  readReviewerTexts,
} from '#shared/reviewing/publications-contract.ts'
import { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { statistics } from '#shared/statistics/contract.ts'
import { abstractOverview, deleteAbstract, paperOverview } from '#shared/submissions/contract.ts'
import { listDeleted } from '#shared/submissions/deleted-contract.ts'
import { previewAbstract } from '#shared/submissions/desk-contract.ts'
import { readSubmissionText } from '#shared/submissions/text-contract.ts'
import { logIn, makePerson } from './factories.ts'
import { nextRound, submissionAt } from './submission-at.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

/**
 * Screens that show one thing and all that hangs on it, and exports: as many statements with three rounds, papers and
 * sessions as with one. The lists are in `desk-lists.test.ts`.
 */

const said: string[] = []
let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal({ logger: { logQuery: (statement) => void said.push(statement) } })
})
afterAll(() => t.close())

/** A call, who makes it, its parameters, how many statements it takes, and what else it asks. */
type Counted = readonly [EndpointSpec, string, Record<string, string>, number, Record<string, string>?]

/** Says so many statements with one more of each thing, and as many with three more. */
async function holds(screens: readonly Counted[], more: () => Promise<unknown>): Promise<void> {
  const nameOf = (spec: EndpointSpec, params: Record<string, string>) =>
    spec.path.replace(/\{(table|format)\}/g, (_, name: string) => params[name] ?? '')
  const counted = async () => {
    const counts: Record<string, number> = {}
    for (const [spec, as, params, , query] of screens) {
      said.length = 0
      const { status } = await t.call(spec, { as, params, ...(query && { query }) })
      expect([spec.path, status]).toEqual([spec.path, 200])
      counts[nameOf(spec, params)] = said.length
    }
    return counts
  }
  const literal = Object.fromEntries(screens.map(([spec, , params, count]) => [nameOf(spec, params), count]))
  await more()
  expect(await counted(), 'with one more of each').toEqual(literal)
  await more()
  await more()
  expect(await counted(), 'with three more of each').toEqual(literal)
}

test('as many statements for three of each as for one', async () => {
  const [author, reviewer, admin] = [
    await makePerson(t, { role: 'author' }),
    await makePerson(t, { role: 'reviewer' }),
    await makePerson(t, { role: 'admin' }),
  ]
  const cast = { author, reviewer, admin }
  const paper = await submissionAt(t, 'paper_submitted', cast)
  const paid = await submissionAt(t, 'complete', cast)
  // An export tells by a statement of its own that it reads one moment.
  const screens: readonly Counted[] = [
    [me, author.token, {}, 1],
    [listSessions, author.token, {}, 2],
    [abstractOverview, author.token, paper, 10],
    [paperOverview, author.token, paper, 6],
    [readPayment, author.token, paid, 5],
    [previewPaper, reviewer.token, paper, 19],
    [listDraftTexts, reviewer.token, paper, 5],
    [readTopics, reviewer.token, {}, 2],
    [listPublications, reviewer.token, {}, 2],
    [previewAbstract, admin.token, paper, 7],
    [paperDeskOverview, admin.token, paper, 30],
    [paperDeskPreview, admin.token, paper, 6],
    [readReviewer, admin.token, { reviewerId: reviewer.id }, 19],
    [readUser, admin.token, { userId: author.id }, 8],
    [listDeleted, admin.token, {}, 9],
    [statistics, admin.token, {}, 11],
    [exportTable, admin.token, { table: 'papers', format: 'json' }, 16],
    [exportTable, admin.token, { table: 'people', format: 'csv' }, 7],
    [exportTable, admin.token, { table: 'abstracts', format: 'csv' }, 7],
    [exportTable, admin.token, { table: 'reviews', format: 'csv' }, 17],
    [exportTable, admin.token, { table: 'assignments', format: 'csv' }, 17],
    [exportTable, admin.token, { table: 'reviewers', format: 'csv' }, 6],
    [exportTable, admin.token, { table: 'activity', format: 'csv' }, 6],
    [exportTable, admin.token, { table: 'statistics-stages', format: 'csv' }, 10],
    [exportPayments, admin.token, { format: 'json' }, 7],
    [exportBibliography, admin.token, {}, 18],
  ]
  const more = async () => {
    await nextRound(t, paper, cast)
    for (const stage of ['abstract_submitted', 'paper_submitted', 'awaiting_payment', 'complete'] as const) {
      await submissionAt(t, stage, cast)
    }
    const unwanted = await submissionAt(t, 'abstract_submitted', cast)
    await t.call(deleteAbstract, { as: author.token, params: unwanted })
    await logIn(t, author.email, author.password)
    await t.transact(({ tx, now }) =>
      tx.insert(publications).values({
        ...{ id: randomUUID(), userId: reviewer.id, title: `Bridges ${now.getTime()}` },
        ...{ source: 'typed', createdAt: now },
      }),
    )
  }
  await holds(screens, more)
  expect((await t.call(listDeleted, { as: admin.token })).body.count).toBe(3)
})

test('as many for what was bid, proposed, sent and written', async () => {
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  const { author, reviewer, admin } = cast
  const as = admin.token
  const paper = await submissionAt(t, 'paper_submitted', cast)
  const paid = await submissionAt(t, 'complete', cast)
  const bids: string[] = []
  const more = async () => {
    const { paperId } = await submissionAt(t, 'paper_submitted', cast)
    bids.push(`${reviewer.email};${paperId};eager`)
    await t.call(saveBids, { as, body: { list: bids.join('\n') } })
    const begun = (await t.call(startProposal, { as, body: {} })).body
    await t.call(cancelProposal, { as, params: begun })
    const message = {
      subject: `Room ${bids.length}`,
      body: 'In the main building.',
      audience: { who: 'organisers' } as const,
    }
    const { count, stamp } = (await t.call(previewMessage, { as, body: message })).body
    await t.call(sendMessage, { as, body: { ...message, count, stamp } })
    await t.call(addPublications, { as: reviewer.token, body: { list: `Scour at pier ${bids.length}` } })
  }
  const screens: readonly Counted[] = [
    [readBids, as, {}, 2],
    [readEvenLoad, as, {}, 4],
    [listProposals, as, {}, 2],
    [listMessages, as, {}, 3],
    [readReviewerTexts, as, { reviewerId: reviewer.id }, 4],
    [readSubmissionText, author.token, paper, 5],
    [abstractOverview, author.token, paid, 13],
  ]
  await holds(screens, more)
  expect((await t.call(readBids, { as })).body.papers).toBe(3)
  expect((await t.call(listMessages, { as })).body.items).toHaveLength(3)
  expect((await t.call(listProposals, { as })).body.items).toHaveLength(3)
})

test('as many for a proposal with two more papers and reviewers', async () => {
  const admin = await makePerson(t, { role: 'admin' })
  const as = admin.token
  const params = { proposalId: '' }
  const query = { paperId: '' }
  const more = async () => {
    const cast = {
      author: await makePerson(t, { role: 'author' }),
      reviewer: await makePerson(t, { role: 'reviewer' }),
      admin,
    }
    const paper = await submissionAt(t, 'paper_submitted', cast)
    await t.call(unassignReviewer, { as, params: { ...paper, reviewerId: cast.reviewer.id } })
    query.paperId = paper.paperId
    params.proposalId = (await t.call(startProposal, { as, body: {} })).body.proposalId
    await t.drain()
  }
  const size = async () => {
    const { papers, reviewers } = (await t.call(readProposalMatrix, { as, params })).body
    return [papers.length, reviewers.length]
  }
  await more()
  const before = await size()
  await holds(
    [
      [readProposal, as, params, 3],
      [readProposalMatrix, as, params, 15],
      [listProposalCandidates, as, params, 15, query],
    ],
    more,
  )
  expect(await size()).toEqual(before.map((count) => count + 3))
})
