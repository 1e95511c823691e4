import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { hasCode } from '#server/core/system-error.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'

/** Every stored content that the database knows. */
const files = sql`select storage_key as key, sha256, size::text as size from files
  union select storage_key, sha256, size::text from clean_copies where storage_key is not null`

/**
 * Reads every stored file whole and holds it against its size and hash; gives what differs, in words. What was removed
 * meanwhile, row and bytes, is not told. `looked` hears how many were read. Throws AppError `unavailable` when the store does not answer:
 * that says nothing of its files.
 */
export async function brokenFiles(
  db: Db,
  store: Pick<BlobStore, 'open'>,
  looked: (files: number) => void = () => undefined,
): Promise<string[]> {
  const stored = await rowsOf<{ key: string; sha256: string; size: string }>(
    db,
    sql`select * from (${files}) f order by key`,
  )
  const broken: string[] = []
  for (const { key, sha256, size } of stored) {
    const is = await readWhole(store, key).catch(whyNot)
    if (is === 'not there') {
      if (await isMentioned(db, files, key)) broken.push(`the bytes of ${key} are not there`)
    } else if (is instanceof Error) broken.push(`the bytes of ${key} cannot be read: ${is.message}`)
    else if (is.sha256 !== sha256 || String(is.size) !== size)
      broken.push(`the bytes of ${key} are ${is.size} of sha256 ${is.sha256}, and must be ${size}`)
  }
  looked(stored.length)
  return broken
}

function whyNot(error: unknown): 'not there' | Error {
  if (hasCode(error, 'ENOENT')) return 'not there'
  if (!(error instanceof Error) || (error instanceof AppError && error.code === 'unavailable')) throw error
  return error
}

async function isMentioned(db: Db, all: SQL, key: string): Promise<boolean> {
  return (await rowsOf(db, sql`select 1 from (${all}) f where key = ${key}`)).length > 0
}

async function readWhole(store: Pick<BlobStore, 'open'>, key: string) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of await store.open(key)) {
    const piece = chunk as Buffer
    hash.update(piece)
    size += piece.length
  }
  return { sha256: hash.digest('hex'), size }
}
