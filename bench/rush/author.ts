import { createHash, randomUUID } from 'node:crypto'
import type { StampedPdf } from '../stamped-pdf.ts'

export const steps = ['log in', 'upload', 'upload again', 'look'] as const
type Step = (typeof steps)[number]

/** What a simulated hour came to. */
export interface Hour {
  /** How long each step took for whoever got through it, waits included that the portal asked for, in ms. */
  took: Map<Step, number[]>
  /** How long single answers took that were not refusals, in ms. */
  answers: Map<Step, number[]>
  /** Refusals that said when to come back, by status and step, what began first before the others; how long the slowest took, in ms. */
  askedBack: Map<string, number>
  slowestRefusal: number
  /** What else did not go well, by what it was. */
  failed: Map<string, number>
  /** Who had an upload acknowledged: where, and the MD5 of what was last sent. */
  kept: { abstractId: string; token: string; md5: string }[]
  /** When each first upload was acknowledged, by `performance.now()`. */
  arrived: number[]
}

export function newHour(): Hour {
  const lists = () => new Map<Step, number[]>(steps.map((step) => [step, []]))
  const counts = { askedBack: new Map<string, number>(), failed: new Map<string, number>() }
  return { took: lists(), answers: lists(), ...counts, slowestRefusal: 0, kept: [], arrived: [] }
}

const LIMIT_MS = 60_000
/** So often somebody comes back before they give up. */
const TRIES = 100

/** An author in the rush: logs in, uploads, uploads again, looks at it. */
export async function rush(hour: Hour, url: string, email: string, password: string, pdf: StampedPdf) {
  const login = JSON.stringify({ email, password })
  const json = { 'content-type': 'application/json' }
  const inside = await step<{ token: string }>(hour, 'log in', () =>
    send(`${url}/api/auth/login`, { method: 'POST', headers: json, body: login }),
  )
  if (inside === undefined) return
  const headers = { authorization: `Bearer ${inside.token}` }
  let md5 = ''
  const upload = (to: string) => () => {
    const parts = pdf.next()
    const hash = createHash('md5')
    for (const part of parts) hash.update(part)
    md5 = hash.digest('base64')
    const body = new FormData()
    body.set('file', new Blob(parts, { type: 'application/pdf' }), 'file.pdf')
    // As a page sends it.
    const keyed = { ...headers, 'idempotency-key': randomUUID() }
    return send(`${url}/api/abstracts/${to}submit-file`, { method: 'POST', headers: keyed, body })
  }
  const sent = await step<{ abstractId: string }>(hour, 'upload', upload(''))
  if (sent === undefined) return
  hour.arrived.push(performance.now())
  const mine = { abstractId: sent.abstractId, token: inside.token, md5 }
  hour.kept.push(mine)
  if (await step(hour, 'upload again', upload(`${sent.abstractId}/`))) mine.md5 = md5
  await step(hour, 'look', () => send(`${url}/api/abstracts/${sent.abstractId}/overview`, { headers }))
}

function send(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) })
}

/** One step, begun again when the portal says so; undefined when it failed. */
async function step<Answer>(
  hour: Hour,
  name: Step,
  once: () => Promise<Response>,
): Promise<Answer | undefined> {
  const began = performance.now()
  for (let at = 0; at < TRIES; at += 1) {
    const start = performance.now()
    const answer = await once().catch((error: unknown) => String(error))
    const took = performance.now() - start
    if (typeof answer === 'string') return fail(hour, `${name}: ${answer}`)
    const text = await answer.text()
    if (answer.status === 200) {
      hour.answers.get(name)?.push(took)
      hour.took.get(name)?.push(performance.now() - began)
      // What the portal promises is held by its tests.
      return JSON.parse(text) as Answer
    }
    const wait = Number(answer.headers.get('retry-after'))
    if (wait === 0) return fail(hour, `${name}: ${answer.status} ${text.slice(0, 80)}`)
    const refused = `${answer.status} to ${name}`
    hour.askedBack.set(refused, (hour.askedBack.get(refused) ?? 0) + 1)
    hour.slowestRefusal = Math.max(hour.slowestRefusal, took)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
  return fail(hour, `${name}: asked back ${TRIES} times`)
}

function fail(hour: Hour, what: string): undefined {
  hour.failed.set(what, (hour.failed.get(what) ?? 0) + 1)
}
