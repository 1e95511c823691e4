import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import type { Memory } from './memory.ts'
import { seedPeople } from './people.ts'

/** What the portals' tokens are proved with, so that a route by hand can tell them too. */
export const SECRET = 'the bench’s own secret, of no use elsewhere'

export const kinds = ['PGlite', 'PostgreSQL'] as const

/** As the Dockerfile and the unit in docs/deployment.md start it. */
const asDeployed = { MALLOC_TRIM_THRESHOLD_: '131072' }

/** A portal's own process under test, with people in its database. */
export interface BenchPortal extends PortalProcess {
  kind: (typeof kinds)[number]
  /** The highest memory seen under load. */
  peak: Memory
}

/** Starts the built portal on PGlite, or on the given PostgreSQL database, after its people are written there. */
export async function startBenchPortal(
  smtpUrl: string,
  databaseUrl?: string,
  authors?: number,
  env: Record<string, string> = {},
): Promise<BenchPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  try {
    await seedPeople({ databaseUrl, dataDir }, authors)
    const portal = await startPortal({
      SMTP_URL: smtpUrl,
      JWT_SECRET: SECRET,
      DATA_DIR: dataDir,
      ...asDeployed,
      ...env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    })
    return {
      ...portal,
      kind: databaseUrl === undefined ? 'PGlite' : 'PostgreSQL',
      peak: { server: 0, reader: 0 },
      close: async () => {
        await portal.close()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** A PostgreSQL database of the bench's own. */
export interface BenchDatabase {
  url: string
  version: string
  /** Sees to its tables, as a server that keeps its defaults does by itself within a minute or so; this one's may have it off. */
  tidy: () => Promise<void>
  drop: () => Promise<void>
}

let made = 0

/** Makes a database on the PostgreSQL of TEST_DATABASE_URL, else a local one; undefined when none answers. */
export async function benchDatabase(): Promise<BenchDatabase | undefined> {
  const server = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'
  made += 1
  const name = `lectern_bench_${process.pid}_${made}`
  const run = async (statement: string, at = server) => {
    const client = new pg.Client({ connectionString: at, connectionTimeoutMillis: 3000 })
    await client.connect()
    try {
      return await client.query<{ server_version?: string }>(statement)
    } finally {
      await client.end()
    }
  }
  const answer = await run('show server_version').catch(() => undefined)
  if (answer === undefined) return undefined
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.toString(),
    version: answer.rows[0]?.server_version?.split(' ')[0] ?? '',
    tidy: async () => void (await run('vacuum analyze', url.toString())),
    drop: async () => void (await run(`drop database if exists ${name} with (force)`)),
  }
}
