import { Socket } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'drizzle-orm/logger'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { failsWith } from '#server/core/causes-of.ts'
import type { Db } from './db.ts'
import { EmbeddedLine } from './embedded/embedded-line.ts'
import { engineOn } from './embedded/engine.ts'
import { unpackImage } from './embedded/image.ts'
import { type KeptEngine, keepRunning } from './embedded/keep-running.ts'
import { lockDirectory } from './lock-directory.ts'
import { mapSelections } from './map-rows.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { nameOften, OftenSaid } from './often-said.ts'
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
/** A page's statement runs for milliseconds; compiling it took four times as long as running it (bench/growth.ts). */
export const CONNECTION_OPTIONS = '-c jit=off'
/** Any fixed number: whoever migrates holds this advisory lock. */
const MIGRATION_LOCK = 4_711_026
const CONNECT_MS = 10_000
/** What a connection prepared no longer fits what a migration made of its tables (SQLSTATE 0A000), or is gone (26000): a new one prepares it anew. One that takes no changes (25006) may lead to a server that another has taken over from. */
const STALE = ['0A000', '26000', '25006']
const STATEMENT_LIMIT_MS = 30_000
/** What the embedded database takes to start again after a crash, on a busy machine. */
const START_MS = 60_000
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
    ? openFolder(
        join(where.dataDir, 'database'),
        migrations,
        where.isPatient ? undefined : STATEMENT_LIMIT_MS,
      )
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
  if (migrations !== null)
    await migrateOver({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }, migrations)
  const pool = poolOf({
    connectionString: withOurOptions(url),
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    options: CONNECTION_OPTIONS,
    ...(isPatient ? {} : { stream: impatientLine }),
  })
  // Not on the embedded one: it hears every five minutes alone (tidy.ts) that tables have grown, and would keep a plan made for empty ones.
  const often = new OftenSaid()
  pool.on('connect', (client) => nameOften(client, often))
  return { kind: 'postgres', ...databaseOver(pool, logger), close: () => pool.end() }
}

/**
 * An embedded database that is already running in this thread, brought up to date: what tests use, which are alone with
 * it. A logger is told every statement after that.
 */
export function openPglite(
  client: PGlite,
  logger?: Logger,
  migrations: Migrations = migrationsFolder(),
): Promise<Database> {
  const engine = engineOn(client)
  return openEmbedded(
    { running: async () => engine, close: () => engine.close() },
    migrations,
    undefined,
    logger,
  )
}

/**
 * The embedded database of a folder, in a thread of its own. Where that ends, by itself or because a statement takes longer
 * than the limit, whoever waits is refused and the next one starts it again.
 */
export async function openFolder(
  directory: string,
  migrations: Migrations,
  limitMs: number | undefined,
): Promise<Database> {
  const unlock = await lockDirectory(directory)
  try {
    const folder = join(directory, 'pglite')
    if (migrations !== null) await unpackImage(folder, migrations)
    const database = await openEmbedded(await keepRunning(folder), migrations, limitMs)
    return {
      ...database,
      close: async () => {
        try {
          await database.close()
        } finally {
          await unlock()
        }
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

async function openEmbedded(
  engine: KeptEngine,
  migrations: Migrations,
  limitMs: number | undefined,
  logger?: Logger,
): Promise<Database> {
  const session = { user: 'postgres', database: 'postgres', ssl: false }
  try {
    const stream = () => new EmbeddedLine(engine.running)
    if (migrations !== null) await migrateOver({ ...session, stream }, migrations)
  } catch (error) {
    await engine.close()
    throw error
  }
  const pool = poolOf({
    ...session,
    stream: () => new EmbeddedLine(engine.running, limitMs),
    max: 1,
    idleTimeoutMillis: 0,
    // One's turn may come after a statement that takes as long as any may, and a start after that.
    ...(limitMs === undefined ? {} : { connectionTimeoutMillis: limitMs + START_MS }),
  })
  return {
    kind: 'pglite',
    ...databaseOver(pool, logger),
    close: async () => {
      await pool.end()
      await engine.close()
    },
  }
}

/** A URL's own options would take the place of ours: it gets both, its own last, so that they are what counts. */
function withOurOptions(url: string): string {
  return url.replace(/[?&]options=/, (start) => `${start}${encodeURIComponent(`${CONNECTION_OPTIONS} `)}`)
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // And one that breaks between two statements of a transaction is told by the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function databaseOver(pool: pg.Pool, logger: Logger | undefined): Pick<Database, 'db' | 'executeSql'> {
  const drawn = logger === undefined ? options : { ...options, logger }
  const db = mapSelections(drizzle(pool, drawn))
  const over = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>()
  // The library's own keeps a connection for good where BEGIN fails: ten that broke just then, and nobody was answered again.
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let isStale = false
    try {
      const alone = over.get(client) ?? mapSelections(drizzle(client, drawn))
      over.set(client, alone)
      return await alone.transaction(work, config)
    } catch (error) {
      isStale = failsWith(error, STALE)
      throw error
    } finally {
      // One that is not idle was not rolled back.
      client.release(isStale || client.getTransactionStatus() !== 'I')
    }
  }
  return { db, executeSql: (text, values) => pool.query(text, values ?? []) }
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
async function migrateOver(config: pg.ClientConfig, migrationsFolder: string): Promise<void> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client, options), { migrationsFolder })
  } finally {
    // Ends the lock too.
    await client.end()
  }
}
