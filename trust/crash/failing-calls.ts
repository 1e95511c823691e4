import { readdir, readlink, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { makePdf } from '#tests/factories.ts'
import type { PortalProcess } from '#tests/portal-process.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { type CallFault, inject, whyNoStrace } from './strace.ts'
import type { Alive } from './walk.ts'

/** Submissions that go on come to each call within that. */
const LIMIT_MS = 30_000
/** So much of an upload arrives before its bytes fail. */
const BEGUN_BYTES = 1_000_000
/** How long a call goes on failing that does so more than once. */
const LASTS_MS = 1000

/** Calls that only files are meant by, and how often submissions on their way make each in a moment. */
const callsOn: Record<Bench['template']['kind'], readonly (readonly [call: string, most: number])[]> = {
  pglite: [
    ['pwrite64', 8],
    ['fsync', 4],
    ['rename', 1],
    ['pwrite64', 8],
    ['mkdir', 2],
  ],
  postgres: [
    ['fsync', 4],
    ['rename', 1],
    ['mkdir', 2],
  ],
}

interface Bed {
  site: CrashSite
  portal: PortalProcess
  alive: Alive
  /** Waits until submissions go on; says where they do not. */
  goOn: () => Promise<string | undefined>
}

/**
 * While submissions walk, the Nth of the portal's calls that change a file fails as a full or a broken disk lets it, once
 * or for a moment; then bytes of an upload find no room as they are written. Where no process can be watched this is left
 * out, and said so.
 */
export async function failCalls({ site, portal, alive, goOn }: Bed, bench: Bench, count: number) {
  const why = await whyNoStrace()
  if (why !== undefined) return bench.leftOut(`calls that fail one by one: ${why}`)
  for (const fault of faultsIn(bench, count)) {
    const watch = await inject(portal.pid, fault)
    const isDone = await arrives(async () => watch.isDone() || undefined)
    if (fault.isLasting) await new Promise((resolve) => setTimeout(resolve, LASTS_MS))
    await watch.end()
    const [healed, what] = [
      performance.now(),
      `${fault.calls.join()}, ${fault.what}, ${fault.nth}${fault.isLasting ? ' and on' : ''}`,
    ]
    const wrong = isDone ? await goOn() : 'it never came to it'
    bench.tried(wrong && `${what}: ${wrong}`)
    bench.measured('goes on after a call failed, ms', performance.now() - healed)
  }
  for (let round = 0; round < bench.times(1, 10); round += 1)
    bench.tried(await withoutRoom(site, portal, alive, round % 2 === 0 ? 'ENOSPC' : 'EIO'))
}

function faultsIn({ template, seed }: Bench, count: number): CallFault[] {
  const chance = fc.record({ nth: fc.noBias(fc.nat(999)), isLasting: fc.boolean(), isFull: fc.boolean() })
  return fc.sample(chance, { numRuns: count, seed }).flatMap(({ nth, isLasting, isFull }, at) => {
    const calls = callsOn[template.kind]
    const call = calls[at % calls.length]
    if (call === undefined) return []
    const [name, most] = call
    return { calls: [name], what: isFull ? 'error=ENOSPC' : 'error=EIO', nth: 1 + (nth % most), isLasting }
  })
}

/** An upload whose bytes begin to fail once some have arrived: refused with a time to come back at, nothing is left of it. */
async function withoutRoom(
  { filesDir }: CrashSite,
  { pid }: PortalProcess,
  { url, author }: Alive,
  error: 'ENOSPC' | 'EIO',
): Promise<string | undefined> {
  const waiting = () => readdir(join(filesDir, 'incoming'))
  const before = new Set(await waiting())
  const boundary = '----half-an-upload'
  const sent = request(`${url}/api/abstracts/submit-file`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${author}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    timeout: LIMIT_MS,
  })
  const answered = new Promise<{ status: number; retryAfter: unknown }>((resolve, reject) => {
    sent.once('timeout', () => sent.destroy(new Error('an upload without room was not answered')))
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const said = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
      text(answer).then(() => resolve(said), reject)
    })
  })
  answered.catch(() => undefined)
  sent.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
  )
  const file = Buffer.concat([await makePdf({ text: `without room, ${error}` }), Buffer.alloc(2_000_000)])
  sent.write(file.subarray(0, BEGUN_BYTES))
  // Submissions on their way wait there too: theirs are all small.
  const name = await arrives(async () => {
    for (const one of await waiting()) {
      if (before.has(one)) continue
      const size = await stat(join(filesDir, 'incoming', one)).then(
        (begun) => begun.size,
        () => 0,
      )
      if (size > BEGUN_BYTES / 10) return one
    }
    return undefined
  })
  if (name === undefined) return 'an upload did not begin'
  const path = await pathOf(pid, name)
  const watch = await inject(pid, {
    calls: ['write', 'writev', 'pwrite64'],
    what: `error=${error}`,
    nth: 1,
    isLasting: true,
    path,
  })
  sent.end(Buffer.concat([file.subarray(BEGUN_BYTES), Buffer.from(`\r\n--${boundary}--\r\n`)]))
  const { status, retryAfter } = await answered
  // Whoever watches may tell of it a little later.
  const isDone = await arrives(async () => watch.isDone() || undefined)
  await watch.end()
  if (!isDone) return `no byte of an upload was written, and it is answered ${status}`
  if (status !== 503 || retryAfter === undefined)
    return `bytes that cannot be written (${error}) are answered ${status}`
  return (await waiting()).includes(name) ? 'a part of an upload was left' : undefined
}

/** An open file's path in the system's own words, which strace(1) goes by: on a small disk they are others. */
async function pathOf(pid: number, name: string): Promise<string> {
  const folder = `/proc/${pid}/fd`
  const open = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')),
  )
  return open.find((path) => path.endsWith(name)) ?? name
}

/** Asks until there is an answer, for so long. */
async function arrives<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const until = Date.now() + LIMIT_MS
  for (;;) {
    const found = await ask()
    if (found !== undefined || Date.now() > until) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
