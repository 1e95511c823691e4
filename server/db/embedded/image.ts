import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The first of an image's name; what follows is what it was made of. */
export const IMAGE = 'database-'

/**
 * Where the folder of an embedded database lies, up to date and empty, that was made with just these migrations and this
 * PGlite, if there is one: a build packs it beside the bundle (`pack-database.ts`).
 */
export async function imageOf(migrations: string): Promise<string> {
  const engine = join(
    dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')),
    '../package.json',
  )
  const { version } = JSON.parse(await readFile(engine, 'utf8')) as { version: string }
  const hash = createHash('sha256').update(version)
  const statements = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of ['meta/_journal.json', ...statements])
    hash.update(name).update(await readFile(join(migrations, name)))
  return join(migrations, '../..', IMAGE + hash.digest('hex').slice(0, 16))
}

/**
 * Gives a database's folder that is not there yet what an image holds, whole or not at all; without an image PGlite makes
 * it from nothing, which takes longer.
 */
export async function unpackImage(folder: string, migrations: string): Promise<void> {
  if (existsSync(folder)) return
  const image = await imageOf(migrations)
  if (!existsSync(image)) return
  const half = `${folder}.new`
  await rm(half, { recursive: true, force: true })
  await cp(image, half, { recursive: true })
  // The image may be read by anybody, what is written into its copy may not.
  await chmod(half, 0o700)
  await rename(half, folder)
}
