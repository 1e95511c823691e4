import { customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { proposalStates } from '#shared/assigning/proposals-contract.ts'
import type { OddityKind, Proposal, Wish } from '#shared/assigning/propose-contract.ts'
import { moment, oneOf } from './columns.ts'
import { users } from './people.ts'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Automatic assignment: proposals under way and made. They go when somebody in them goes. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey(),
    madeBy: uuid()
      .notNull()
      .references(() => users.id),
    madeAt: moment().notNull(),
    wish: jsonb().$type<Wish>().notNull(),
    state: text({ enum: proposalStates }).notNull().default('running'),
    done: integer(),
    of: integer(),
    /** When it was last heard of while it ran. */
    heardAt: moment().notNull(),
    problem: text(),
    answer: jsonb().$type<Proposal>(),
    /** Whom the scores are of, in their order; what is odd about pairs that are not proposed, by their places. */
    axes: jsonb().$type<{
      papers: { paperId: string; title: string }[]
      reviewers: string[]
      /** None in those made by an earlier version. */
      odd?: { paper: number; reviewer: number; odd: OddityKind[] }[]
    }>(),
    /** Paper by paper, as server/features/assigning/kept-scores.ts has them. Null where there are too many. */
    scores: bytes(),
  },
  (t) => [
    index('proposals_made').on(t.madeAt, t.id),
    index('proposals_maker').on(t.madeBy),
    oneOf('proposals_state_known', t.state, proposalStates),
  ],
)
