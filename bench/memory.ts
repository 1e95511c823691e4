import { readFile } from 'node:fs/promises'
import type { BenchPortal } from './portals.ts'

const EVERY_MS = 100
const KIB_IN_MB = 1024 / 1e6

/** Resident memory in MB (10^6 bytes): of the server process, and of all that it started, which is mostly what reads PDFs. */
export interface Memory {
  server: number
  reader: number
}

/** The processes that a portal started (Linux; elsewhere none). */
export async function childrenOf({ pid }: Pick<BenchPortal, 'pid'>): Promise<number[]> {
  const children = await read(`/proc/${pid}/task/${pid}/children`)
  return children.split(' ').filter(Boolean).map(Number)
}

/** Reads a portal's memory (Linux; elsewhere all is 0). */
export async function memoryOf(portal: Pick<BenchPortal, 'pid'>): Promise<Memory> {
  const { pid } = portal
  const readers = await Promise.all((await childrenOf(portal)).map(residentMb))
  return { server: await residentMb(pid), reader: readers.reduce((sum, one) => sum + one, 0) }
}

/** Keeps the portal's highest memory in `portal.peak` until told to stop. */
export function watchMemory(portal: BenchPortal): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  const look = async () => {
    const now = await memoryOf(portal)
    portal.peak.server = Math.max(portal.peak.server, now.server)
    portal.peak.reader = Math.max(portal.peak.reader, now.reader)
  }
  const timer = setInterval(() => {
    last = look()
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await last
    await look()
  }
}

async function residentMb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) * KIB_IN_MB
}

/** A process may have ended meanwhile; then it has no memory. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
