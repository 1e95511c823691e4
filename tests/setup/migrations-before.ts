import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsFolder } from '#server/db/migrations-folder.ts'

/** The migrations up to the one before a given one, in a folder of their own. */
export async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'))
  await cp(migrationsFolder(), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const until = journal.entries.findIndex((entry) => entry.tag === tag)
  if (until < 1) throw new Error(`there is no migration before ${tag}`)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, until) }))
  return folder
}
