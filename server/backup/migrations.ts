import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, rowsOf } from '#server/db/db.ts'
import { migrationsFolder } from '#server/db/migrations-folder.ts'

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
})

async function readJournal() {
  const text = await readFile(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')
  return journalSchema.parse(JSON.parse(text))
}

/** The last migration that a database had, by the name of its file. Throws when this version does not know it. */
export async function migrationOf(db: Db): Promise<string> {
  const [last] = await rowsOf<{ at: string }>(
    db,
    sql`select created_at::text as at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  const { entries } = await readJournal()
  const found = entries.find(({ when }) => String(when) === last?.at)
  if (found === undefined) throw new Error('The database is of a version that this one does not know.')
  return found.tag
}

/**
 * Calls with a folder of the migrations up to one of them, to make a database of that version; the folder is gone
 * afterwards. Throws when there is no such migration: then a newer version made it.
 */
export async function withMigrationsUpTo<T>(tag: string, work: (folder: string) => Promise<T>): Promise<T> {
  const journal = await readJournal()
  const last = journal.entries.findIndex((entry) => entry.tag === tag)
  if (last === -1) throw new Error(`The backup was made by a newer version of Lectern (${tag}).`)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'))
  try {
    await cp(migrationsFolder(), folder, { recursive: true })
    const upTo = { ...journal, entries: journal.entries.slice(0, last + 1) }
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(upTo))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
