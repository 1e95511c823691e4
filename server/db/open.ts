import { Socket } from 'node:net'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Logger } from 'drizzle-orm/logger'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Db } from './db.ts'
import { lockDirectory } from './lock-directory.ts'
import { migrationsFolder } from './migrations-folder.ts'
import * as schema from './schema.ts'

/** The open database. Only `app.ts`, the tests' harness and benches hold it; actions get a transaction. */
export interface Database {
  kind: 'postgres' | 'pglite'
  db: Db
  /** Plain SQL with `$1` parameters, several statements when there are none: what the job queue asks for. */
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

const options = { schema, casing: 'snake_case' } as const
/** Any fixed number: whoever migrates holds this advisory lock. */
const MIGRATION_LOCK = 4_711_026
const CONNECT_MS = 10_000
const STATEMENT_LIMIT_MS = 30_000
/** A server that lives says within the limit of a statement that it is over. */
const SILENCE_MS = STATEMENT_LIMIT_MS + 5000

/** A folder of migrations; `null` leaves the schema as it is. */
type Migrations = string | null

/**
 * Opens PostgreSQL where there is a URL, else the embedded database in its folder, and brings the schema up to date. Other
 * migrations make an older schema, which only a restore asks for; a backup asks for none.
 */
export async function openDatabase(
  where: { databaseUrl: string | undefined; dataDir: string; isPatient?: boolean },
  migrations: Migrations = migrationsFolder(),
): Promise<Database> {
  return where.databaseUrl === undefined
    ? openFolder(join(where.dataDir, 'database'), migrations)
    : openPostgres(where.databaseUrl, undefined, undefined, migrations, where.isPatient)
}

/**
 * PostgreSQL 15 and newer, through a pool of at most `connections`; a patient one takes no silence for a dead line, for
 * statements that lift their limit.
 */
export async function openPostgres(
  url: string,
  connections = 10,
  logger?: Logger,
  migrations: Migrations = migrationsFolder(),
  isPatient = false,
): Promise<Database> {
  if (migrations !== null) await migratePostgres(url, migrations)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    ...(isPatient ? {} : { stream: impatientLine }),
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // And one that breaks between two statements of a transaction is told by the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    kind: 'postgres',
    db: drizzlePg(pool, logger === undefined ? options : { ...options, logger }),
    executeSql: (text, values) => pool.query(text, values ?? []),
    close: () => pool.end(),
  }
}

/**
 * A connection's line, which is given up when nothing came or went over it for longer than any answer may take: what a
 * dead machine or a forgetful firewall leaves behind tells nobody, and would be waited for without end.
 */
function impatientLine(): Socket {
  const line = new Socket()
  line.setTimeout(SILENCE_MS, () => line.destroy(new Error('Connection terminated: the database is silent')))
  return line
}

/** On a connection of its own: what it waits for may take longer than any statement of the pool's. */
async function migratePostgres(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migratePg(drizzlePg(client, options), { migrationsFolder })
  } finally {
    // Ends the lock too.
    await client.end()
  }
}

async function openFolder(directory: string, migrations: Migrations): Promise<Database> {
  const unlock = await lockDirectory(directory)
  try {
    const database = await openPglite(
      await startPglite({ dataDir: join(directory, 'pglite') }),
      undefined,
      migrations,
    )
    return {
      ...database,
      close: async () => {
        await database.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Starts an embedded database with what the migrations ask of it: in memory where no folder is given. */
export function startPglite(given: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'> = {}): Promise<PGlite> {
  return PGlite.create({ ...given, extensions: { pg_trgm } })
}

/** An embedded database that is already running, brought up to date; a logger is told every statement after that. */
export async function openPglite(
  client: PGlite,
  logger?: Logger,
  migrations: Migrations = migrationsFolder(),
): Promise<Database> {
  const db = drizzlePglite(client, options)
  if (migrations !== null) await migratePglite(db, { migrationsFolder: migrations })
  return {
    kind: 'pglite',
    db: logger === undefined ? db : drizzlePglite(client, { ...options, logger }),
    executeSql: async (text, values) => {
      if (values !== undefined && values.length > 0) return client.query(text, values)
      return (await client.exec(text)).at(-1) ?? { rows: [] }
    },
    close: () => client.close(),
  }
}
