import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { foreignKeysOf, identifiers } from './catalogue.ts'
import { sayTextPlainly } from './dump-tables.ts'
import type { Manifest, TableOf } from './format.ts'

/** Rows written at once, and no more once they have so many characters. */
const BATCH = 500
const BATCH_LENGTH = 4_000_000

/**
 * Fills an empty database that has the backup's schema, in one transaction: all of it or nothing. Foreign keys are made
 * anew at the end, so that each is checked against what came; triggers rest, as what they write came too. Throws when a
 * table holds another number of rows than the backup says.
 */
export function loadTables(
  db: Db,
  manifest: Manifest,
  pathOf: (table: string) => string,
  done: (table: TableOf) => void,
): Promise<void> {
  return db.transaction(async (tx) => {
    await sayTextPlainly(tx)
    await tx.execute(sql`set local statement_timeout = 0`)
    const keys = await foreignKeysOf(tx)
    for (const { table, name } of keys)
      await tx.execute(sql`alter table ${sql.identifier(table)} drop constraint ${sql.identifier(name)}`)
    for (const table of manifest.tables) {
      await loadTable(tx, table, pathOf(table.name))
      done(table)
    }
    for (const { table, name, definition } of keys)
      await tx.execute(
        sql`alter table ${sql.identifier(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
      )
    for (const { name, value } of manifest.sequences)
      if (value !== null) await tx.execute(sql`select setval(${name}::regclass, ${value}::bigint)`)
  })
}

async function loadTable(tx: Db, table: TableOf, path: string): Promise<void> {
  const name = sql.identifier(table.name)
  await tx.execute(sql`alter table ${name} disable trigger user`)
  // What a migration writes into a new database came with the backup too.
  await tx.execute(sql`delete from ${name}`)
  let rows = 0
  let batch: string[] = []
  let length = 0
  const write = async () => {
    if (batch.length > 0) await insert(tx, table, batch)
    rows += batch.length
    batch = []
    length = 0
  }
  for await (const line of linesOf(path)) {
    batch.push(line)
    length += line.length
    if (batch.length === BATCH || length > BATCH_LENGTH) await write()
  }
  await write()
  if (rows !== table.rows)
    throw new Error(`The table ${table.name} has ${rows} rows, but the backup says ${table.rows}.`)
  await tx.execute(sql`alter table ${name} enable trigger user`)
}

/** They end at a line feed alone: `node:readline` has them end at U+2028 and U+2029 too, which are part of a row's text. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let line = ''
  for await (const piece of createReadStream(path).pipe(createGunzip()).setEncoding('utf8')) {
    const [first = '', ...more] = String(piece).split('\n')
    line += first
    const last = more.pop()
    if (last === undefined) continue
    yield line
    yield* more
    line = last
  }
  if (line !== '') yield line
}

async function insert(tx: Db, { name, columns }: TableOf, lines: readonly string[]): Promise<void> {
  const values = columns.map(({ type }, at) => sql.raw(`(row ->> ${at})::${type}`))
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${identifiers(columns.map((column) => column.name))})
      overriding system value select ${sql.join(values, sql`, `)}
      from json_array_elements(${`[${lines.join(',')}]`}::json) as row`,
  )
}
