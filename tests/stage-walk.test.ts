import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import * as payments from '#shared/payments/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as abstracts from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type Stage, stages } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from './factories.ts'
import { type Cast, type MadeSubmission, submissionAt } from './submission-at.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

/**
 * Every call about a submission, in every stage, by everybody: what portal.md §4 and §6 allow, written out by hand,
 * and nothing else. A refusal leaves everything as it was.
 */

const beforePaper: Stage[] = [
  'abstract_submitted',
  'abstract_awaiting_resubmission',
  'abstract_declined',
  'awaiting_paper',
  'withdrawn',
]
const withPaper = stages.filter((stage) => !beforePaper.includes(stage))

interface Rule {
  spec: EndpointSpec
  /** Whose call it is: the owner's, the assigned reviewer's, an organiser's, the payment desk's. */
  of: 'owner' | 'assigned' | 'admin' | 'desk'
  /** Stages in which it succeeds. */
  in: readonly Stage[]
  /** Named by its paper, which is unknown before there is one. */
  byPaper?: true
  body?: Record<string, unknown> | (() => Record<string, unknown>)
  upload?: true
}

const reason = 'for a reason'
const change = { confirmText: 'REQUEST_CHANGE', reason }
const decline = { confirmText: 'DECLINE', reason }
const open: Stage[] = stages.filter(
  (s) => !['abstract_declined', 'paper_declined', 'complete', 'withdrawn'].includes(s),
)
const decidable: Stage[] = ['paper_submitted', 'reviewer_declined']

const rules: Record<string, Rule> = {
  abstractOverview: { spec: author.abstractOverview, of: 'owner', in: stages },
  paperOverview: { spec: author.paperOverview, of: 'owner', in: stages },
  resubmitAbstract: {
    spec: author.resubmitAbstract,
    of: 'owner',
    upload: true,
    in: [
      'abstract_submitted',
      'abstract_awaiting_resubmission',
      'paper_submitted',
      'paper_awaiting_resubmission',
    ],
  },
  deleteAbstract: {
    spec: author.deleteAbstract,
    of: 'owner',
    in: ['abstract_submitted', 'paper_submitted', 'paper_awaiting_resubmission'],
  },
  saveDetails: {
    spec: saveDetails,
    of: 'owner',
    body: { title: 'Bridges', topics: [], coAuthors: [], revision: 0 },
    in: open,
  },
  withdrawAbstract: { spec: author.withdrawAbstract, of: 'owner', body: { reason }, in: open },
  submitPaper: {
    spec: author.submitPaper,
    of: 'owner',
    upload: true,
    in: ['awaiting_paper', 'paper_submitted', 'paper_awaiting_resubmission'],
  },
  deletePaper: { spec: author.deletePaper, of: 'owner', byPaper: true, in: ['paper_submitted'] },
  reportPayment: {
    spec: payments.reportPayment,
    of: 'owner',
    byPaper: true,
    body: {},
    in: ['awaiting_payment'],
  },

  previewPaper: { spec: reviewing.previewPaper, of: 'assigned', byPaper: true, in: withPaper },
  approvePaper: {
    spec: reviewing.approvePaper,
    of: 'assigned',
    byPaper: true,
    body: { score: 80 },
    in: ['paper_submitted'],
  },
  requestPaperChange: {
    spec: reviewing.requestPaperChange,
    of: 'assigned',
    byPaper: true,
    body: { score: 80, reason },
    in: ['paper_submitted'],
  },
  declinePaper: {
    spec: reviewing.declinePaper,
    of: 'assigned',
    byPaper: true,
    body: { score: null, reason },
    in: ['paper_submitted'],
  },
  saveDraft: {
    spec: reviewing.saveDraft,
    of: 'assigned',
    byPaper: true,
    body: { score: '8', comments: '', revision: 0 },
    in: ['paper_submitted'],
  },
  withdrawFromPaper: {
    spec: reviewing.withdrawFromPaper,
    of: 'assigned',
    byPaper: true,
    body: { reason },
    in: ['paper_submitted'],
  },

  previewAbstract: { spec: abstracts.previewAbstract, of: 'admin', in: stages },
  approveAbstract: { spec: abstracts.approveAbstract, of: 'admin', body: {}, in: ['abstract_submitted'] },
  requestAbstractChange: {
    spec: abstracts.requestAbstractChange,
    of: 'admin',
    body: change,
    in: ['abstract_submitted'],
  },
  declineAbstract: {
    spec: abstracts.declineAbstract,
    of: 'admin',
    body: decline,
    in: ['abstract_submitted'],
  },

  paperDeskOverview: { spec: papers.paperDeskOverview, of: 'admin', byPaper: true, in: withPaper },
  paperDeskPreview: { spec: papers.paperDeskPreview, of: 'admin', byPaper: true, in: withPaper },
  approvePaperAsChair: {
    spec: papers.approvePaperAsChair,
    of: 'admin',
    byPaper: true,
    body: {},
    in: decidable,
  },
  requestPaperChangeAsChair: {
    spec: papers.requestPaperChangeAsChair,
    of: 'admin',
    byPaper: true,
    body: change,
    in: decidable,
  },
  declinePaperAsChair: {
    spec: papers.declinePaperAsChair,
    of: 'admin',
    byPaper: true,
    body: decline,
    in: decidable,
  },
  reopenAbstract: {
    spec: abstracts.reopenAbstract,
    of: 'admin',
    body: { reason },
    in: ['abstract_awaiting_resubmission', 'abstract_declined', 'awaiting_paper'],
  },
  reopenPaper: {
    spec: papers.reopenPaper,
    of: 'admin',
    byPaper: true,
    body: { reason },
    in: ['reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined', 'awaiting_payment'],
  },
  assignReviewer: {
    spec: papers.assignReviewer,
    of: 'admin',
    byPaper: true,
    body: () => ({ reviewerId: people.otherReviewer?.id }),
    in: ['paper_submitted', 'paper_awaiting_resubmission'],
  },
  unassignReviewer: {
    spec: papers.unassignReviewer,
    of: 'admin',
    byPaper: true,
    in: [
      'paper_submitted',
      'reviewer_declined',
      'paper_awaiting_resubmission',
      'paper_declined',
      'awaiting_payment',
    ],
  },

  verifyPayment: {
    spec: payments.verifyPayment,
    of: 'desk',
    byPaper: true,
    body: {},
    in: ['awaiting_payment'],
  },
  reopenPayment: {
    spec: payments.reopenPayment,
    of: 'desk',
    byPaper: true,
    body: { reason },
    in: ['complete'],
  },
}

type Who = 'nobody' | 'owner' | 'otherAuthor' | 'assigned' | 'otherReviewer' | 'both' | 'admin' | 'staff'
const everybody: Who[] = [
  'nobody',
  'owner',
  'otherAuthor',
  'assigned',
  'otherReviewer',
  'both',
  'admin',
  'staff',
]

/** portal.md §6, decisions.md §5: may this person make this call at all, and is this submission theirs to know of? */
const standing: Record<Rule['of'], Record<Who, 200 | 401 | 403 | 404>> = {
  owner: {
    nobody: 401,
    owner: 200,
    otherAuthor: 404,
    assigned: 403,
    otherReviewer: 403,
    both: 404,
    admin: 403,
    staff: 404,
  },
  assigned: {
    nobody: 401,
    owner: 403,
    otherAuthor: 403,
    assigned: 200,
    otherReviewer: 404,
    both: 404,
    admin: 403,
    staff: 403,
  },
  admin: {
    nobody: 401,
    owner: 403,
    otherAuthor: 403,
    assigned: 403,
    otherReviewer: 403,
    both: 403,
    admin: 200,
    staff: 403,
  },
  desk: {
    nobody: 401,
    owner: 403,
    otherAuthor: 403,
    assigned: 403,
    otherReviewer: 403,
    both: 403,
    admin: 200,
    staff: 200,
  },
}

function expected(rule: Rule, stage: Stage, who: Who): number {
  const may = standing[rule.of][who]
  if (may !== 200) return may
  if (rule.in.includes(stage)) return 200
  // The payments desk knows of accepted papers alone.
  if (who === 'staff') return stage === 'awaiting_payment' || stage === 'complete' ? 409 : 404
  return rule.byPaper && beforePaper.includes(stage) ? 404 : 409
}

let t: TestPortal
let cast: Cast
let people: Record<Who, MadePerson | undefined>
let file: Buffer

beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  people = {
    nobody: undefined,
    owner: cast.author,
    otherAuthor: await makePerson(t, { role: 'author' }),
    assigned: cast.reviewer,
    otherReviewer: await makePerson(t, { role: 'reviewer' }),
    both: await makePerson(t, { role: 'both' }),
    admin: cast.admin,
    staff: await makePerson(t, { role: 'author', isStaff: true }),
  }
  file = await makePdf()
})
afterAll(() => t.close())

async function request(rule: Rule, made: MadeSubmission, who: Who): Promise<number> {
  const body = typeof rule.body === 'function' ? rule.body() : rule.body
  const given = {
    as: people[who]?.token,
    params: { ...made, paperId: made.paperId || 'P26-9999-X', reviewerId: cast.reviewer.id },
    ...(body === undefined ? {} : { body }),
  }
  const answer = rule.upload ? await t.upload(rule.spec, { ...given, file }) : await t.call(rule.spec, given)
  return answer.status
}

/** Everything that a call could have touched. */
async function snapshot(made: MadeSubmission): Promise<string> {
  const rows = await rowsOf<{ all: unknown }>(
    t.database.db,
    sql`select json_build_object(
      's', (select row_to_json(s) from submissions s where s.id = ${made.abstractId}),
      'v', (select json_agg(v order by v.id) from versions v where v.submission_id = ${made.abstractId}),
      'e', (select count(*) from submission_events), 'a', (select json_agg(a order by a.id) from assignments a where a.submission_id = ${made.abstractId}),
      'r', (select count(*) from reviews), 'd', (select count(*) from review_drafts), 'p', (select json_agg(p order by p.id) from payments p),
      'n', (select count(*) from notices), 'm', (select count(*) from emails), 'f', (select count(*) from files)) as all`,
  )
  return JSON.stringify(rows)
}

describe.each(stages)('in stage %s', (stage) => {
  test('every call answers everybody as the specification says, and a refusal changes nothing', async () => {
    const made = await submissionAt(t, stage, cast)
    const before = await snapshot(made)
    const answers: Record<string, number> = {}
    const wanted: Record<string, number> = {}
    for (const [name, rule] of Object.entries(rules)) {
      for (const who of everybody) {
        const status = expected(rule, stage, who)
        if (status === 200) continue
        wanted[`${name} by ${who}`] = status
        answers[`${name} by ${who}`] = await request(rule, made, who)
      }
    }
    expect(answers).toEqual(wanted)
    expect(await snapshot(made)).toBe(before)

    for (const [name, rule] of Object.entries(rules)) {
      for (const who of everybody) {
        if (expected(rule, stage, who) !== 200) continue
        const fresh = rule.spec.method === 'GET' ? made : await submissionAt(t, stage, cast)
        expect([name, who, await request(rule, fresh, who)]).toEqual([name, who, 200])
      }
    }
  })
})
