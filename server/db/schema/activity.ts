import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { activityActions, activityKinds } from '#shared/activity/contract.ts'
import { moment, oneOf } from './columns.ts'

/**
 * Who did what when, before and after. Written by triggers in the change's own transaction, and never changed
 * (decisions.md §8), but for the words of a submission that is removed for good (migration 0055); no code of ours inserts here.
 */
export const activity = pgTable(
  'activity',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** Null: the portal itself. No reference: what was done stays when a row goes. */
    actorId: uuid(),
    kind: text({ enum: activityKinds }).notNull(),
    action: text({ enum: activityActions }).notNull(),
    /** The row's own id, where it has one. */
    entityId: text(),
    submissionId: text(),
    personId: uuid(),
    /** The fields that changed, by column; without the ones that are secret, and without the texts of personal ones. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('activity_submission').on(t.submissionId, t.id),
    index('activity_person').on(t.personId, t.id).where(sql`person_id is not null`),
    index('activity_actor').on(t.actorId, t.id),
    index('activity_at').on(t.at, t.id),
    index('activity_kind').on(t.kind, t.at, t.id),
    index('activity_entity').on(t.entityId, t.id),
    oneOf('activity_kind_known', t.kind, activityKinds),
    oneOf('activity_action_known', t.action, activityActions),
  ],
)
