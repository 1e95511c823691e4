import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { paperId, uuid } from '#shared/core/ids.ts'
import { bidLevels } from './bids-contract.ts'
import { limits, PAIRS_BYTES, PAIRS_MAX } from './contract.ts'
import { inexperienced, shortage } from './shortage-contract.ts'

/** Automatic assignment: a proposal, which changes nothing until it is applied like any other list (decisions.md §8). */

export const objectives = ['total', 'fair'] as const
export const oddityKinds = [
  'hidden_in_paper',
  'hidden_in_own',
  'typed_text',
  'copied_text',
  'private_words',
  'same_text',
  'repeated_word',
  'word_list',
  'echo',
  'too_near',
  'all_near',
  'lone_text',
  'later_texts',
  'many_subjects',
  'cited',
  'mixed_letters',
] as const

export type OddityKind = (typeof oddityKinds)[number]
/** What is odd about a pair, by its codes; `oddities` says it in words. */
export const oddCodes = z.array(z.enum(oddityKinds))
const oddity = z.object({
  kind: z.enum(oddityKinds),
  /** Whether it holds for all pairs of the paper, for all of the reviewer, or for this pair alone. */
  about: z.enum(['paper', 'reviewer', 'pair']),
  message: z.string(),
})

const pair = z.object({ paperId, reviewerId: uuid })
const some = <Item extends z.ZodType>(item: Item) => z.array(item).max(PAIRS_MAX).default([])

const wishes = z.object({
  /** The largest sum of scores, or the worst-off paper first and then the sum. */
  objective: z.enum(objectives).default('total'),
  /** As the settings say where it is left out; who is on a paper already counts. */
  reviewsPerPaper: z.number().int().min(1).max(10).optional(),
  /** The most papers anybody has to review at a time; a person's own limit stands where it is lower. */
  mostPapers: z.number().int().min(0).max(1000).optional(),
  /** What certain people may have at a time, whatever their own limit and the most of all: the change that a shortage names. */
  limits: limits.default([]),
  /** What everybody should get of new papers, as far as it goes. */
  leastPapers: z.number().int().min(0).max(1000).default(0),
  /** Pairs that stay as they are when the rest is proposed anew. */
  must: some(pair),
  mustNot: some(pair),
  /** These besides those kept; of the same pair this one counts. */
  bids: some(z.object({ ...pair.shape, bid: z.enum(bidLevels) })),
  /** Every paper gets at least one reviewer who is marked as experienced, as far as it goes. */
  oneExperienced: z.boolean().default(false),
})
/** The pairs that a wish says both must and must not be. */
function contradictions({ must, mustNot }: Pick<z.output<typeof wishes>, 'must' | 'mustNot'>) {
  const barred = new Set(mustNot.map(({ paperId, reviewerId }) => `${paperId} ${reviewerId}`))
  return must.filter(({ paperId, reviewerId }) => barred.has(`${paperId} ${reviewerId}`))
}

export const wish = wishes
  .refine((one) => contradictions(one).length === 0, {
    path: ['must'],
    error: 'A pair cannot both be among those that must be and those that must not.',
  })
  .refine(({ leastPapers, mostPapers }) => mostPapers === undefined || leastPapers <= mostPapers, {
    path: ['mostPapers'],
    error: 'The most papers must not be less than the fewest.',
  })
export type Wish = z.output<typeof wish>

const proposed = z
  .object({
    paperId: z.string(),
    title: z.string(),
    reviewerId: z.string(),
    reviewer: z.string(),
    /** 0 to 1. */
    score: z.number(),
    /** Why this pair, in a sentence. */
    reason: z.string(),
    /** It was asked for as a pair that must be. */
    isLocked: z.boolean(),
    warning: z.string().nullable(),
    odd: oddCodes,
  })
  .meta({ id: 'ProposedAssignment' })

const figures = z
  .object({
    /** Papers that lack reviewers, and the seats they have to fill. */
    papers: z.number().int(),
    seats: z.number().int(),
    open: z.number().int(),
    /** Of the scores of all pairs, locked ones included. */
    total: z.number(),
    mean: z.number(),
    /** The sum of the worst-off paper, with those who are on it already. */
    worst: z.number(),
    leastLoad: z.number().int(),
    mostLoad: z.number().int(),
    /** Papers with a reviewer, new or on it already, who scores 0.4 or more, by a text that is not doubted (see `oddities`). */
    withExpert: z.number().int(),
  })
  .meta({ id: 'ProposalFigures' })

/** A proposal as it was made. */
export const proposal = z.object({
  pairs: z.array(proposed),
  figures,
  /** As asked for, or as the settings said when it was made. */
  reviewsPerPaper: z.number().int(),
  /** The search for the fair one ended by its time, so that worst-off papers might be raised further. */
  cutShort: z.boolean(),
  /** What the other objective would come to; null where that takes long to find. */
  other: z.object({ objective: z.enum(objectives), figures }).nullable(),
  /** Papers that get fewer than they lack, what binds, and for each kind of change the least that helps. */
  shortage: shortage.nullable(),
  /** Papers for which nobody experienced is left; why, and the least that helps. */
  withoutExperienced: z.array(z.string()),
  inexperienced: inexperienced.nullable(),
  /** What an organiser should look at before they trust a pair; nothing is said twice of a pair. */
  oddities: z.array(
    z.object({
      paperId: z.string(),
      title: z.string(),
      reviewerId: z.string(),
      reviewer: z.string(),
      ...oddity.shape,
    }),
  ),
  /** So many more pairs are not proposed for what their reviewers gave, and not named among the oddities. */
  unproposedMore: z.number().int(),
  /** Reviewers who gave neither texts nor topics nor bids: nothing tells which papers suit them. */
  unknown: z.array(z.object({ reviewerId: z.string(), reviewer: z.string() })),
  /** Of each paper how many reviewers it lacks, who is on it already, and what they score together. */
  seats: z.array(
    z.object({
      paperId: z.string(),
      title: z.string(),
      lacks: z.number().int(),
      had: z.number(),
      /** Somebody on it already scores 0.4 or more, by a text that is not doubted. */
      hadExpert: z.boolean(),
      on: z.array(z.object({ reviewerId: z.string(), reviewer: z.string() })),
    }),
  ),
  /** Papers of which the author typed another text than what was read from the PDF, with both; not all of very many. */
  typed: z.array(z.object({ paperId: z.string(), title: z.string(), typed: z.string(), read: z.string() })),
})
export type Proposal = z.output<typeof proposal>
export type Oddity = Proposal['oddities'][number]
export type ProposedPair = Proposal['pairs'][number]

export const explainPair = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/reasons/{paperId}/{reviewerId}',
  tag: 'Assignment',
  summary:
    'Why a reviewer suits a paper under review as well, or as little, as they do: of any pair, proposed or not.',
  access: ['admin'],
  params: z.object({ paperId, reviewerId: uuid }),
  answer: z.object({
    score: proposed.shape.score,
    reason: proposed.shape.reason,
    oddities: z.array(oddity),
  }),
  refusals: ['not_found', 'unavailable'],
})

export const proposeAssignments = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/propose',
  tag: 'Assignment',
  summary: 'Proposes reviewers for every paper that lacks them, each with a reason; changes nothing.',
  access: ['admin'],
  body: wish,
  bodyLimit: PAIRS_BYTES,
  answer: proposal,
  refusals: ['unavailable'],
})
