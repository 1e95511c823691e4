import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

/** The built portal in a process of its own, as a person would start it. */
export interface PortalProcess {
  url: string
  pid: number
  admin: { email: string; password: string }
  /** Where it keeps everything; another process can go on from there once this one has ended. */
  dataDir: string
  /** All that it wrote to standard output and error so far. */
  output: () => string
  /** Ends it as a crash would, at once; its folder stays. */
  kill: () => Promise<void>
  /** Asks it to end, as a machine that shuts down does, and gives its exit code. */
  stop: () => Promise<number | null>
  close: () => Promise<void>
}

/** What `npm start` runs: node with its options and the built server. */
const [, ...started] = manifest.scripts.start.split(' ')

/** A port is free when it is chosen; seconds later, when the portal takes it, another process may have it. */
const PORTS_MAX = 3

/** Starts `dist/server/main.js` as `npm start` does, on a port the system chooses, with a folder of its own or an earlier process's; another command than node may come first. */
export async function startPortal(
  env: Record<string, string> = {},
  earlier?: { dataDir: string },
  command: readonly [string, ...string[]] = [process.execPath],
): Promise<PortalProcess> {
  const dataDir = earlier?.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-journey-')))
  for (let time = 1; ; time += 1) {
    try {
      return await startIn(dataDir, env, command)
    } catch (error) {
      const isPortTaken = error instanceof Error && error.message.includes('EADDRINUSE')
      if (!isPortTaken || 'PORT' in env || time === PORTS_MAX) throw error
    }
  }
}

async function startIn(
  dataDir: string,
  env: Record<string, string>,
  [program, ...before]: readonly [string, ...string[]],
): Promise<PortalProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const admin = { email: 'chair@conference.example', password: 'a long enough secret' }
  const child = spawn(program, [...before, ...started], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  await ready(child)
  return {
    url,
    pid: child.pid ?? 0,
    admin,
    dataDir,
    output: () => said,
    kill: () => end(child, 'SIGKILL'),
    stop: async () => {
      await end(child, 'SIGTERM')
      return child.exitCode
    },
    close: async () => {
      await end(child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('ready at')) resolve()
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    // Once all that it wrote is there.
    child.once('close', (code) => reject(new Error(`the portal ended with ${code}:\n${said}`)))
  })
}

/** A port that nobody has, chosen by the system. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}
