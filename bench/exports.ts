import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { openPostgres } from '#server/db/open.ts'
import { keyOf } from '#server/features/files/blob-store.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { memoryOf } from './memory.ts'
import { benchDatabase } from './portals.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:exports`: the memory of the built portal on PostgreSQL while it exports 15,000 papers, the zip of 2 GB of
 * PDFs among them, each by a process of its own; and what a slow reader and one that goes away do to it.
 */
const ROWS = 10_000
/** Of each paper, so that all of them are more than 2 GB. */
const PDF_BYTES = 145_000
const FILES = ['papers.csv', 'papers.xlsx', 'papers.json', 'papers.bib', 'papers.zip'] as const
const SLOW_SECONDS = 20
const MB = 1_000_000

const database = await benchDatabase()
if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
const env = { DATABASE_URL: database.url }
let portal = await startPortal(env)
try {
  const filled = await openPostgres(database.url, 2, undefined, undefined, true)
  say(`Filling the desk with ${ROWS} rows…`)
  await fillDesk(filled.db, ROWS)
  await givePdfs(filled.db)
  await filled.close()
  const load = loadavg()[0] ?? 0
  const lines: string[] = []
  for (const file of FILES) {
    const part = await exported(`${file}?status=complete`)
    const whole = await exported(file)
    lines.push(
      `| ${file} | ${(whole.bytes / MB).toFixed(1)} | ${whole.seconds.toFixed(1)} | ${whole.idle} | ${part.peak} | **${whole.peak}** |`,
    )
    say(lines.at(-1) ?? '')
  }
  const slow = await exported('papers.zip', { bytesPerSecond: MB })
  const gone = await goneAway()
  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${database.version}; the machine’s load was ${load.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
    '',
    '| file | MB | seconds | memory before, MB | highest: a third of the papers | highest: all 15,000 |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    `A reader of the zip that takes 1 MB a second: ${slow.peak} MB at most in ${SLOW_SECONDS} seconds (${slow.idle} before). One that goes away in the middle: ${gone}.`,
  ].join('\n')
  say(made)
  await writeBetween('exports', made)
} finally {
  await portal.close()
  await database.drop()
}

/** Puts a real PDF into the store and gives every paper that one. */
async function givePdfs(db: Db): Promise<void> {
  const pdf = Buffer.concat((await stampedPdf(PDF_BYTES)).next())
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const path = join(portal.dataDir, 'files', 'blobs', keyOf(sha256))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, pdf)
  await db.execute(sql`update files set storage_key = ${keyOf(sha256)}, sha256 = ${sha256}, size = ${pdf.length}
    where id in (select file_id from versions where part = 'paper')`)
}

/** An export by a new process: its bytes, how long it took, and the process's memory before and at its highest, in MB. */
async function exported(file: string, slow?: { bytesPerSecond: number }) {
  const { token, pid } = await startAnew()
  const idle = await rssOf(portal)
  let peak = idle
  const timer = setInterval(() => {
    void rssOf(portal).then((now) => {
      peak = Math.max(peak, now)
    })
  }, 100)
  const began = performance.now()
  const answer = await asked(file, token)
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (slow === undefined) continue
    const late = performance.now() - began
    if (late > SLOW_SECONDS * 1000) break
    await wait(Math.max(0, (bytes / slow.bytesPerSecond) * 1000 - late))
  }
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  const promised = Number(answer.headers.get('content-length'))
  if (slow === undefined && bytes !== promised)
    throw new Error(`${file}: ${bytes} of ${promised} bytes (${pid})`)
  return { bytes, seconds, idle: Math.round(idle), peak: Math.round(peak) }
}

/** Leaves after 50 MB; says when the process had closed every file of the store. */
async function goneAway(): Promise<string> {
  const { token, pid } = await startAnew()
  const leaving = new AbortController()
  const answer = await asked('papers.zip', token, leaving.signal)
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > 50 * MB) break
  }
  leaving.abort()
  const began = performance.now()
  const before = await readBy(pid)
  while ((await openBlobs(pid)) > 0) {
    if (performance.now() - began > 10_000) throw new Error('files are still open after 10 seconds')
    await wait(10)
  }
  await wait(1000)
  const more = ((await readBy(pid)) - before) / MB
  return `its files are closed within ${Math.ceil((performance.now() - began - 1000) / 100) / 10} s, and ${more.toFixed(0)} MB more are read`
}

async function startAnew(): Promise<{ token: string; pid: number }> {
  await portal.kill()
  portal = await startPortal(env, portal)
  const answer = await fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(portal.admin),
  })
  const { token } = (await answer.json()) as { token: string }
  return { token, pid: portal.pid }
}

async function asked(file: string, token: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`${portal.url}/api/admin/export/${file}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  })
  if (answer.status !== 200) throw new Error(`${file} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

async function rssOf({ pid }: PortalProcess): Promise<number> {
  return (await memoryOf({ pid })).server
}

/** How many files of the store a process holds open (Linux). */
async function openBlobs(pid: number): Promise<number> {
  const all = await readdir(`/proc/${pid}/fd`)
  const paths = await Promise.all(all.map((one) => readlink(`/proc/${pid}/fd/${one}`).catch(() => '')))
  return paths.filter((path) => path.includes('/blobs/')).length
}

/** Bytes that a process has read so far, from files and sockets (Linux). */
async function readBy(pid: number): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
