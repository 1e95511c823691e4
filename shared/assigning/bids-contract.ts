import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { message } from '#shared/core/page.ts'
import { requiredText } from '#shared/core/text.ts'

/** What reviewers would like to review, as a list of the organisers says; every proposal counts with it. */

export const bidLevels = ['eager', 'willing', 'reluctant'] as const
export type BidLevel = (typeof bidLevels)[number]

/** The most rows of a list, and its most characters. */
export const BIDS_MAX = 50_000
export const BIDS_LIST_MAX = 4_000_000
/** Rows that were not understood are named up to this number. */
export const UNREAD_TOLD = 50

const tag = 'Assignment'
const access = ['admin'] as const
const path = '/api/admin/assignments/bids'

const counts = z
  .object({
    eager: z.number().int(),
    willing: z.number().int(),
    reluctant: z.number().int(),
    papers: z.number().int(),
    reviewers: z.number().int(),
  })
  .meta({ id: 'BidCounts' })
export type BidCounts = z.output<typeof counts>

export const readBids = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'How many bids are kept, of how many reviewers, for how many papers.',
  access,
  answer: counts,
})

export const saveBids = endpoint({
  method: 'PUT',
  path,
  tag,
  summary:
    'Takes a CSV or pasted list of papers, reviewers and bids (eager, willing, reluctant) in place of all bids kept.',
  access,
  bodyLimit: BIDS_LIST_MAX * 2,
  body: z.object({ list: requiredText(BIDS_LIST_MAX, 'The list is empty.') }),
  answer: message.extend({
    kept: z.number().int(),
    /** Rows left out, and how many they are. */
    unread: z.array(z.object({ line: z.number().int(), text: z.string(), problem: z.string() })),
    unreadCount: z.number().int(),
  }),
})

export const removeBids = endpoint({
  method: 'DELETE',
  path,
  tag,
  summary: 'Forgets all bids.',
  access,
  answer: message,
})
