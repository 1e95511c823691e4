import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { FILE_MODE } from '#server/core/own-folder.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import { type WaitingJob, waitingJobs } from '#server/jobs/waiting-jobs.ts'
import { type StoredTable, sequencesOf, tablesOf } from './catalogue.ts'
import type { TableOf } from './format.ts'

/** Rows fetched at once: the text of a paper may be a row. */
const BATCH = 200

/** What of the database a backup holds: its tables, its sequences, the keys of the bytes that its rows mention, and what waits to be done. */
interface Dump {
  tables: TableOf[]
  sequences: { name: string; value: string | null }[]
  keys: string[]
  jobs: WaitingJob[]
}

/**
 * Writes every table as of one moment, each row a line: a JSON array of the columns' own text, which the database reads
 * back without loss whatever their types. Memory is that of a batch.
 */
export function dumpTables(db: Db, pathOf: (table: string) => string): Promise<Dump> {
  return db.transaction(
    async (tx) => {
      await sayTextPlainly(tx)
      const tables: TableOf[] = []
      for (const table of await tablesOf(tx)) tables.push(await dumpTable(tx, table, pathOf(table.name)))
      const sequences = await sequencesOf(tx)
      return { tables, sequences, keys: await mentionedKeys(tx), jobs: await waitingJobs(tx) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Text of moments, spans and bytes that every server reads alike, whatever its own settings are. */
export async function sayTextPlainly(tx: Db): Promise<void> {
  await tx.execute(sql`set local datestyle = 'ISO, YMD'`)
  await tx.execute(sql`set local timezone = 'UTC'`)
  await tx.execute(sql`set local intervalstyle = 'iso_8601'`)
  await tx.execute(sql`set local bytea_output = 'hex'`)
}

/** The keys of the bytes that rows mention now, in whatever table; asked of the catalogue, so right for any version. */
export async function mentionedKeys(db: Db): Promise<string[]> {
  const tables = await tablesOf(db)
  const holders = tables.filter(({ columns }) => columns.some(({ name }) => name === 'storage_key'))
  const keys = holders.map(
    ({ name }) => sql`select storage_key as key from ${sql.identifier(name)} where storage_key is not null`,
  )
  const rows = await rowsOf<{ key: string }>(db, sql`${sql.join(keys, sql` union `)} order by 1`)
  return rows.map(({ key }) => key)
}

async function dumpTable(tx: Db, table: StoredTable, path: string): Promise<TableOf> {
  const texts = table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`)
  await tx.execute(
    sql`declare dump no scroll cursor for
      select json_build_array(${sql.join(texts, sql`, `)})::text as line from ${sql.identifier(table.name)}`,
  )
  let rows = 0
  async function* lines() {
    for (;;) {
      const batch = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${BATCH} from dump`))
      if (batch.length === 0) return
      rows += batch.length
      yield `${batch.map(({ line }) => line).join('\n')}\n`
    }
  }
  const sha256 = await writePacked(Readable.from(lines()), path)
  await tx.execute(sql`close dump`)
  return { name: table.name, columns: table.columns, rows, sha256 }
}

async function writePacked(lines: Readable, path: string): Promise<string> {
  const hash = createHash('sha256')
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  // flush: the bytes are on the disk before the backup calls itself whole.
  await pipeline(lines, createGzip(), measure, createWriteStream(path, { mode: FILE_MODE, flush: true }))
  return hash.digest('hex')
}
