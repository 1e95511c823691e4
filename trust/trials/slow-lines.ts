import type { Socket } from 'node:net'
import { IN_HAND_MAX } from '#server/http/door.ts'
import { makePdf } from '#tests/factories.ts'
import type { PortalProcess } from '#tests/portal-process.ts'
import { openCrashSite } from '../crash/crash-site.ts'
import type { Alive } from '../crash/walk.ts'
import { comingBack } from '../load/come-back.ts'
import { memoryOf } from '../load/memory.ts'
import { dripInto, type Kind, leftAfter, opening, openOne } from '../load/slow-sockets.ts'
import type { Bench, Trial } from '../trial.ts'

/** trust.md: connections that ask nothing. */
const IDLE = 500
/** Connections that begin a request and never come to its end, of each kind. */
const SLOW = 100
/** More than the calls that may be in hand at once (server/http/door.ts): what has not arrived counts for none. */
const SLOW_JSON = IN_HAND_MAX + 50
/** What all of them may cost the portal in memory. */
const MEMORY_MB = 200
/** The others' requests while they are there, and how long any of them may take. */
const OTHERS = 200
const OTHERS_MS = 5000
/** The uploads that drip are a crowd: where the machine is slow for a moment, others are asked to come back, so often at most. */
const AGAIN_MAX = 5
/** After this a slow header is ended: node's `headersTimeout`, and its look every 30 seconds; a body has 15 minutes (http/open-http.ts). */
const ENDED_MS = 95_000

/** Hundreds of connections that ask slowly, too much, or nothing, while others work. */
export const slowLines: Trial = {
  name: 'slow-lines',
  promise: 'Who asks slowly, too much or nothing holds nobody else up.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const sockets: Socket[] = []
    try {
      const portal = await site.start()
      const alive = await site.logIn(portal)
      const before = await memoryOf(portal.pid)
      const began = performance.now()
      const slow = new Map<Kind, Socket[]>()
      for (const [kind, count] of [
        ['idle', IDLE],
        ['headers', SLOW],
        ['body', SLOW],
        ['json', SLOW_JSON],
      ] as const) {
        const opened = await Promise.all(
          Array.from({ length: count }, () => openOne(portal, opening(kind, alive))),
        )
        slow.set(kind, opened)
        sockets.push(...opened)
      }
      const dripping = (['headers', 'body', 'json'] as const).flatMap((kind) => slow.get(kind) ?? [])
      const stopDripping = dripInto(dripping)
      try {
        await othersAreServed(alive, bench)
        for (const [what, request] of tooMuch(alive)) bench.tried(await refused(portal, what, request))
        const more = (await memoryOf(portal.pid)) - before
        bench.measured('memory for all of them, MB', more)
        bench.tried(more < MEMORY_MB ? undefined : `they cost ${Math.round(more)} MB`)
        if (bench.times(0, 1) === 1) {
          const left = await leftAfter(slow.get('headers') ?? [], ENDED_MS - (performance.now() - began))
          bench.tried(left === 0 ? undefined : `${left} with slow headers were not ended`)
          bench.measured('slow headers ended after, s', (performance.now() - began) / 1000)
        }
      } finally {
        stopDripping()
      }
      for (const socket of sockets) socket.destroy()
      const code = await portal.stop()
      bench.tried(code === 0 ? undefined : `it ended with ${code}`)
    } finally {
      for (const socket of sockets) socket.destroy()
      await site.clear()
    }
  },
}

/** Somebody who reads and somebody who uploads, meanwhile. */
async function othersAreServed(alive: Alive, { tried, measured }: Bench): Promise<void> {
  const pdf = await makePdf({ text: 'meanwhile' })
  for (let at = 0; at < OTHERS; at += 1) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
    const headers = { authorization: `Bearer ${alive.author}` }
    const send = () =>
      at % 20 === 0
        ? fetch(`${alive.url}/api/abstracts/submit-file`, { method: 'POST', headers, body: form })
        : fetch(`${alive.url}/api/abstracts/ongoing`, { headers })
    const { status, tookMs } = await comingBack(send, AGAIN_MAX)
    measured(at % 20 === 0 ? 'an upload meanwhile, ms' : 'a list meanwhile, ms', tookMs)
    tried(
      status === 200 && tookMs < OTHERS_MS
        ? undefined
        : `somebody else was answered ${status} after ${Math.round(tookMs)} ms`,
    )
  }
}

/** Requests that are too large in some way, and what they may be answered. */
function tooMuch({ author }: Alive): [what: string, request: string][] {
  const post = (length: number) =>
    `POST /api/abstracts/A26-0001/withdraw HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${author}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  return [
    [
      'a header of a megabyte',
      `GET /api/config HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    ],
    ['ten thousand headers', `GET /api/config HTTP/1.1\r\nHost: x\r\n${'X-Many: x\r\n'.repeat(10_000)}\r\n`],
    ['an address of a megabyte', `GET /api/${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a body of ten megabytes', post(10_000_000) + 'x'.repeat(10_000_000)],
    ['a body said to be of a terabyte', `${post(1_000_000_000_000)}x`],
  ]
}

/** It is answered 4xx, or ended, at once. */
async function refused(portal: PortalProcess, what: string, request: string): Promise<string | undefined> {
  const socket = await openOne(portal, '')
  let said = ''
  socket.on('data', (piece) => {
    said += String(piece)
  })
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), OTHERS_MS).unref())
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.write(request)
  const how = await Promise.race([ended, answered, late])
  socket.destroy()
  if (how === 'late') return `${what} was neither refused nor ended`
  return said === '' || /^HTTP\/1\.1 4\d\d /.test(said) ? undefined : `${what}: ${said.slice(0, 60)}`
}
