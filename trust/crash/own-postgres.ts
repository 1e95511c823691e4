import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#tests/portal-process.ts'
import { descendantsOf, isRunning, killIfThere } from './processes.ts'

/** A PostgreSQL server of a trial's own, to be killed. */
export interface OwnPostgres {
  /** Its address, with the database that is always there. */
  url: string
  /** Ends all of it at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it on what is on the disk, and waits until it answers. */
  start: () => Promise<void>
  clear: () => Promise<void>
}

/** Where Debian and its kin put the server's programs; elsewhere they are on the path. */
const DEBIAN = '/usr/lib/postgresql'
const ANSWER_MS = 30_000

/** The folder of the newest server's programs; undefined where none is installed. */
export function findServerPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...pathFolders()]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

const pathFolders = () => (process.env['PATH'] ?? '').split(':')

/** Makes and starts one. PostgreSQL refuses to run as root: then it runs as its own account. */
export async function openOwnPostgres(programs: string): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-postgres-'))
  chmodSync(folder, 0o777)
  const data = join(folder, 'data')
  const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const run = (name: string, args: readonly string[]): [string, string[]] => {
    const [first = '', ...rest] = [...as, join(programs, name), ...args]
    return [first, rest]
  }
  execFileSync(...run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']), {
    stdio: 'ignore',
  })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  const kill = async () => {
    if (server === undefined) return
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    if (server.pid !== undefined) await killWhole(server.pid)
    await ended
    server = undefined
  }
  const start = async () => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
    const until = Date.now() + ANSWER_MS
    while (!(await answers(url))) {
      if (Date.now() > until) throw new Error('PostgreSQL does not come up')
      // Refuses to start while a process of before is still going.
      if (server === undefined || server.exitCode !== null)
        server = spawn(...run('postgres', args), { stdio: 'ignore', detached: true })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await start()
  return {
    url,
    kill,
    start,
    clear: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a server that leads a group, and the process of each of its connections, which is in a session of its own. */
async function killWhole(pid: number): Promise<void> {
  // Held first, so that it begins no other while they are counted.
  process.kill(-pid, 'SIGSTOP')
  const all = await descendantsOf(pid)
  process.kill(-pid, 'SIGKILL')
  for (const one of all) if (await isRunning(one)) killIfThere(one)
  const until = Date.now() + ANSWER_MS
  // A signal is delivered a little later: until then a connection would still be answered.
  for (const one of all)
    while (await isRunning(one)) {
      if (Date.now() > until) throw new Error('PostgreSQL does not end')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  // One that is killed while it connects tells so here too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
