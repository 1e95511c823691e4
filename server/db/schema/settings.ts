import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** The portal's settings: one row (decisions.md §9). Written by the settings feature. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey(),
    document: jsonb().notNull(),
    revision: integer().notNull(),
    changedAt: moment().notNull(),
    changedBy: uuid(),
  },
  (t) => [check('settings_one_row', sql`${t.id} = 1`)],
)
