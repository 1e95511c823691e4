import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'

/** A portal's own process under test. */
export interface BenchPortal extends PortalProcess {
  kind: 'PGlite' | 'PostgreSQL'
}

/** Starts the built portal on PGlite, or on the given PostgreSQL database. */
export async function startBenchPortal(smtpUrl: string, databaseUrl?: string): Promise<BenchPortal> {
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const portal = await startPortal({ SMTP_URL: smtpUrl, ...where })
  return { ...portal, kind: databaseUrl === undefined ? 'PGlite' : 'PostgreSQL' }
}

/** Resident memory in MB (Linux). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** A database of the bench's own on the PostgreSQL that answers, with how to drop it; undefined when none does. */
export async function benchDatabase(): Promise<
  { url: string; version: string; drop(): Promise<void> } | undefined
> {
  const server = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres'
  const name = `lectern_bench_${process.pid}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000 })
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  try {
    await run(`create database ${name}`)
  } catch {
    return undefined
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  const version = String((await run('show server_version')).rows[0]?.server_version).split(' ')[0] ?? ''
  return {
    url: url.toString(),
    version,
    drop: async () => void (await run(`drop database ${name} with (force)`)),
  }
}

/** Names of the machine's parts, for the table's head. */
export function machine(): string {
  const cores = execFileSync('nproc').toString().trim()
  return `${cores} cores, Node ${process.versions.node}`
}
