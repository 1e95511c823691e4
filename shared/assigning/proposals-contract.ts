import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { message } from '#shared/core/page.ts'
import { text } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { PAIRS_BYTES } from './contract.ts'
import { oddCodes, proposal, wish } from './propose-contract.ts'

/** Proposals that are made in the background and kept, to be looked at, edited, compared and applied. */

export const proposalStates = ['running', 'done', 'failed', 'cancelled'] as const
export type ProposalState = (typeof proposalStates)[number]

/** The last so many proposals are kept. */
export const PROPOSALS_KEPT = 20
/** Papers of one page of the matrix, and its most reviewers. */
export const MATRIX_PAPERS = 25
export const MATRIX_REVIEWERS = 30
/** Reviewers offered at once for one paper. */
export const CANDIDATES_MAX = 30

const tag = 'Assignment'
const access = ['admin'] as const
const params = z.object({ proposalId: uuid })

const entry = z
  .object({
    id: z.string(),
    madeAt: timestamp,
    madeBy: z.string(),
    state: z.enum(proposalStates),
    /** How far it is: steps done, of how many. Null before it has begun. */
    progress: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
    /** Why it failed. */
    problem: z.string().nullable(),
    wish,
    /** What came of it; null until it is done. */
    outcome: z
      .object({
        papers: z.number().int(),
        open: z.number().int(),
        total: z.number(),
        worst: z.number(),
        /** As asked for, or as the settings said then; null for those made by an earlier version without a number. */
        reviewsPerPaper: z.number().int().nullable(),
      })
      .nullable(),
    /** Of its pairs so many are assigned now, by whatever way, of so many. */
    standing: z.object({ assigned: z.number().int(), of: z.number().int() }).nullable(),
  })
  .meta({ id: 'AssignmentProposal' })
export type ProposalEntry = z.output<typeof entry>

export const startProposal = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/proposals',
  tag,
  summary: 'Begins a proposal in the background; ends what the same organiser has running. Changes nothing.',
  access,
  body: wish,
  bodyLimit: PAIRS_BYTES,
  answer: z.object({ proposalId: z.string() }),
})

export const readEvenLoad = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/even-load',
  tag,
  summary:
    'How many papers each reviewer would have if all had as many, and a limit for a proposal that leaves some room; open ones count.',
  access,
  query: z.object({ reviewsPerPaper: z.coerce.number().int().min(1).max(10).optional() }),
  answer: z.object({
    reviewsPerPaper: z.number().int(),
    /** Seats that are to be filled. */
    lacking: z.number().int(),
    even: z.number().int(),
    suggested: z.number().int(),
  }),
})

export const listProposals = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/proposals',
  tag,
  summary: `The last ${PROPOSALS_KEPT} proposals, the newest first.`,
  access,
  answer: z.object({ items: z.array(entry) }),
})

const namedPair = z
  .object({
    paperId: z.string(),
    title: z.string(),
    reviewerId: z.string(),
    reviewer: z.string(),
  })
  .meta({ id: 'NamedPair' })
export type NamedPair = z.output<typeof namedPair>

export const readProposal = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/proposals/{proposalId}',
  tag,
  summary: 'A proposal: how far it is, and what it proposes once it is done.',
  access,
  params,
  answer: z.object({
    ...entry.shape,
    proposal: proposal.nullable(),
    /** The pairs that it must not propose, with their names. */
    mustNot: z.array(namedPair),
    /** Assignments made or ended since it was made: it no longer fits what is there. */
    changedSince: z.number().int(),
  }),
  refusals: ['not_found'],
})

export const cancelProposal = endpoint({
  method: 'DELETE',
  path: '/api/admin/assignments/proposals/{proposalId}',
  tag,
  summary: 'Ends a proposal that is still being made.',
  access,
  params,
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})

const matrix = z.object({
  /** All papers of the proposal, of which these are a page. */
  count: z.number().int(),
  /** The place of the first of them; of the last page where one beyond the end was asked for. */
  from: z.number().int(),
  /** False where there are so many pairs that their scores were not kept: all are null. */
  areScoresKept: z.boolean(),
  papers: z.array(z.object({ paperId: z.string(), title: z.string() })),
  /** Those proposed for these papers first, then who would suit them best. */
  reviewers: z.array(z.object({ reviewerId: z.string(), reviewer: z.string() })),
  /** All reviewers there are. */
  reviewerCount: z.number().int(),
  /** A row a paper, a figure a reviewer: the score, 0 to 1; null where the pair cannot be. */
  scores: z.array(z.array(z.number().nullable())),
  /** Why a pair cannot be, as things are known now; where it has a score, what is to be known of it. */
  conflicts: z.array(z.object({ paperId: z.string(), reviewerId: z.string(), reason: z.string() })),
  /** Pairs with something odd about them, as far as the proposal looked: those proposed, and the best of the others. */
  odd: z.array(z.object({ paperId: z.string(), reviewerId: z.string(), odd: oddCodes })),
})

export const readProposalMatrix = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/proposals/{proposalId}/matrix',
  tag,
  summary: `How well everybody would suit the papers: ${MATRIX_PAPERS} papers from a place, ${MATRIX_REVIEWERS} reviewers.`,
  access,
  params,
  query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
  answer: matrix,
  refusals: ['not_found', 'wrong_state'],
})

const candidate = z.object({
  reviewerId: z.string(),
  reviewer: z.string(),
  /** As the proposal scored it; null where it did not. */
  score: z.number().nullable(),
  topics: z.array(z.string()),
  /** Open reviews now. */
  open: z.number().int(),
  limit: z.number().int().nullable(),
  /** What speaks against it; null: nothing. */
  conflict: z.string().nullable(),
  isForbidden: z.boolean(),
  /** As far as the proposal looked: of those proposed, and of the best of the others. */
  odd: oddCodes,
})
export type ProposalCandidate = z.output<typeof candidate>

export const listProposalCandidates = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/proposals/{proposalId}/candidates',
  tag,
  summary: 'Who else could review a paper of the proposal, the best first, with load and conflict.',
  access,
  params,
  query: z.object({ paperId, q: text(200).optional() }),
  answer: z.object({ items: z.array(candidate), count: z.number().int() }),
  refusals: ['not_found', 'wrong_state'],
})
