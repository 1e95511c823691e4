import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Stored bytes: one row an upload; the key is derived from the content, so rows may share a blob. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    storageKey: text().notNull(),
    sha256: text().notNull(),
    md5: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    mime: text().notNull(),
    pages: integer(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index('files_storage_key').on(t.storageKey),
    check('files_size_positive', sql`${t.size} > 0`),
    check('files_sha256_hex', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)
