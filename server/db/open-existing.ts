import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { rowsOf } from './db.ts'
import { type Database, openDatabase } from './open.ts'

/**
 * Opens the database of a portal that is there, with its schema as it is. Throws, naming the folder, where there is none, and
 * makes nothing there.
 */
export async function openExisting(where: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const { databaseUrl, dataDir } = where
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database'))) throw missing(where)
  const database = await openDatabase(where, null)
  try {
    const [found] = await rowsOf<{ table: string | null }>(
      database.db,
      sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`,
    )
    if (typeof found?.table !== 'string') throw missing(where)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function missing({ databaseUrl, dataDir }: Parameters<typeof openDatabase>[0]): Error {
  return new Error(
    databaseUrl === undefined
      ? `There is no portal in ${resolve(dataDir)}: set DATA_DIR to the folder of one, or DATABASE_URL to its database.`
      : 'There is no portal in the database of DATABASE_URL.',
  )
}
