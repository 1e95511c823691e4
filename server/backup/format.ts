import { join } from 'node:path'
import { z } from 'zod'

/** Raised when a backup of before can no longer be read as it is. */
const FORMAT = 1

const tableSchema = z.object({
  name: z.string(),
  /** Its columns and their types, in the order of each row; generated ones are left out. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number().int().min(0),
  /** Of the packed file, lower-case hex. */
  sha256: z.string().length(64),
})

/** What says of which format it is, whichever that is. */
export const formatSchema = z.looseObject({ format: z.number() })

/** What a backup says of itself, in `manifest.json`; it is written last, so that one without is not whole. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT, `This backup is not of format ${FORMAT}, which this version reads.`),
  /** When the database was read, ISO 8601. */
  at: z.string(),
  /** The last migration that the database had. */
  migration: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** How many blobs belong to it; their keys stand in `files.txt`. */
  files: z.object({ count: z.number().int().min(0), sha256: z.string().length(64) }),
  /** The generated secret's SHA-256; null where the portal had none. Backups from before it was noted do not say. */
  secret: z.string().length(64).nullable().optional(),
  /** Jobs that waited, and when each is to be done. */
  jobs: z.array(z.object({ kind: z.string(), data: z.unknown(), startAfter: z.coerce.date() })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableOf = Manifest['tables'][number]

/**
 * Where the parts of a backup lie. `<to>/files` is shared by all backups in a folder: bytes are kept under their hash, so
 * the next backup adds only what is new.
 */
export const partsOf = (backup: string) => ({
  manifest: join(backup, 'manifest.json'),
  keys: join(backup, 'files.txt'),
  secret: join(backup, 'secret'),
  table: (name: string) => join(backup, `${name}.ndjson.gz`),
  files: join(backup, '..', 'files'),
})

/** The format's number, for the manifest. */
export const format = FORMAT
