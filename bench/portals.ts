import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import pg from 'pg'

/** A portal's own process under test. */
export interface BenchPortal {
  kind: string
  url: string
  pid: number
  dataDir: string
  close(): Promise<void>
}

export const admin = { email: 'chair@bench.example', password: 'a long enough secret' }

/** Starts the built portal on a port of the system's choice, on PGlite or on the given PostgreSQL database. */
export async function startPortal(
  dataDir: string,
  smtpUrl: string,
  databaseUrl?: string,
): Promise<BenchPortal> {
  const port = await freePort()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      SMTP_URL: smtpUrl,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  await ready(child)
  return {
    kind: databaseUrl === undefined ? 'PGlite' : 'PostgreSQL',
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('ready at')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}`)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
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
