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
    /** Whose upload it was, for what one person may store. No reference: people have a picture, which is a file. */
    uploadedBy: uuid(),
    createdAt: moment().notNull(),
  },
  (t) => [
    index('files_storage_key').on(t.storageKey),
    index('files_uploaded_by').on(t.uploadedBy).where(sql`uploaded_by is not null`),
    check('files_size_positive', sql`${t.size} > 0`),
    check('files_sha256_hex', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * Copies of stored PDFs that do not say who made them, by the original's key; without a key of its own where none could
 * be made. They go with their original.
 */
export const cleanCopies = pgTable(
  'clean_copies',
  {
    sourceKey: text().primaryKey(),
    storageKey: text(),
    sha256: text(),
    size: bigint({ mode: 'number' }),
    madeAt: moment().notNull(),
  },
  (t) => [
    index('clean_copies_storage_key').on(t.storageKey),
    check('clean_copies_whole', sql`num_nulls(${t.storageKey}, ${t.sha256}, ${t.size}) in (0, 3)`),
  ],
)

/**
 * Removals of blobs that are under way: what a store was told and did not answer may still come to pass, so that nobody
 * mentions them meanwhile (`lock-blob.ts`). Each is a row of its own; to be told of here is not to be mentioned, as it is
 * by a `storage_key`.
 */
export const blobRemovals = pgTable(
  'blob_removals',
  {
    id: uuid().primaryKey(),
    blobKey: text().notNull(),
    begunAt: moment().notNull(),
  },
  (t) => [index('blob_removals_blob').on(t.blobKey)],
)
