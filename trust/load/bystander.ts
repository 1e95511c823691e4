import { login, me } from '#shared/people/contract.ts'
import { quantile } from '../../bench/measure.ts'
import { AUTHOR } from '../crash/crash-site.ts'
import type { Alive } from '../crash/walk.ts'
import { comingBack } from './come-back.ts'

/** Between two questions. */
const EVERY_MS = 40
/** Of the questions one is a log-in: its password takes a while to hash. */
const LOG_IN_EVERY = 10
/** Nobody waits longer for an answer … */
const LIMIT_MS = 20_000
/** … nor is asked to come back oftener; all of it counts as the time that the answer took. */
const AGAIN_MAX = 10
/** Of the answers this share is judged, or a smaller one beyond which so many lie: of forty, "99 of 100" is the slowest alone. */
const SHARE = 0.99
const BEYOND = 5
/** How many times as long as in a calm such a share of the answers may take. */
const TIMES_CALM = 5

/** Milliseconds, of each time. */
type Took = Record<'calm' | 'attack', readonly number[]>

/** Somebody who only works, while others do what they like. */
export interface Bystander {
  /** From now on there is a calm, or an attack. */
  during: (what: 'calm' | 'attack') => void
  /** Stops; tells of each time how long the answers took, and how long the log-ins. */
  stop: () => Promise<{ answers: Took; logIns: Took }>
}

/**
 * Asks who one is at even times, and logs in now and then, whether or not the answers before are there: where a portal stands
 * still for a second, all who come within it are late. Each answer must come.
 */
export function openBystander(alive: Alive, tried: (fault?: string) => void): Bystander {
  const none = (): Record<'calm' | 'attack', number[]> => ({ calm: [], attack: [] })
  const took = { answers: none(), logIns: none() }
  const open = new Set<Promise<void>>()
  let now: 'calm' | 'attack' = 'calm'
  const ask = async (what: 'answers' | 'logIns') => {
    const [began, list] = [performance.now(), took[what][now]]
    const status = await statusOf(() => (what === 'answers' ? whoAmI(alive) : logsIn(alive)))
    list.push(performance.now() - began)
    if (status !== 200) tried(`somebody else was answered ${status}`)
  }
  let asked = 0
  let loggingIn = false
  const next = async () => {
    asked += 1
    // One at a time: of many at once at one account the portal hears no more than five.
    if (asked % LOG_IN_EVERY !== 0 || loggingIn) return ask('answers')
    loggingIn = true
    await ask('logIns')
    loggingIn = false
  }
  const timer = setInterval(() => {
    const one: Promise<void> = next().finally(() => open.delete(one))
    open.add(one)
  }, EVERY_MS)
  return {
    during: (what) => {
      now = what
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(open)
      return took
    },
  }
}

const whoAmI = ({ url, author }: Alive) =>
  new Request(url + me.path, { headers: { authorization: `Bearer ${author}` } })

const logsIn = ({ url }: Alive) =>
  new Request(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: AUTHOR.email, password: AUTHOR.password }),
  })

/** What a request is answered with, once all of the answer is there. */
async function statusOf(request: () => Request): Promise<number | string> {
  try {
    const send = () => fetch(request(), { signal: AbortSignal.timeout(LIMIT_MS) })
    return (await comingBack(send, AGAIN_MAX)).status
  } catch {
    return 'nothing'
  }
}

/**
 * What is wrong about how long somebody waited during an attack; so long they may wait on any machine. One that is busy with other
 * things is so in the calms as well; a portal that stands still is late by seconds in the attacks alone.
 */
export function harmed(what: string, { calm, attack }: Took, ceilingMs: number): string | undefined {
  if (calm.length === 0 || attack.length === 0) return `${what}: nobody else asked anything`
  const share = Math.min(SHARE, Math.max(0.5, 1 - BEYOND / attack.length))
  const [usual, most] = [quantile(calm, share), quantile(attack, share)]
  const allowed = Math.max(ceilingMs, TIMES_CALM * usual)
  if (most <= allowed) return undefined
  return `${(100 * share).toFixed(0)} of 100 of ${what} came within ${most.toFixed(0)} ms, not ${allowed.toFixed(0)}; in a calm within ${usual.toFixed(0)}`
}
