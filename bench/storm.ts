import { call, logIn } from './call.ts'
import type { Cast } from './conference.ts'
import { holdStill } from './hold-still.ts'
import { quantile } from './measure.ts'
import { authorEmail, PASSWORD } from './people.ts'
import type { BenchPortal } from './portals.ts'

const MS = 5000
/** As many log-ins at once as keep both cores at argon2id, and more that wait. */
const LOG_INS = 8
/** As many who read the organisers' longest page at once. */
const LISTS = 4
const PAGE = '/api/admin/abstracts?limit=200'
/** One who is measured asks again so long after each answer. */
const PAUSE_MS = 20

type CastOf = (portal: BenchPortal) => Cast
type Deed = (portal: BenchPortal, cast: Cast) => Promise<unknown>

let next = 0
const readMe: Deed = (portal, { lister }) => call(portal, 'GET', '/api/me', lister)
const readPage: Deed = (portal, { admin }) => call(portal, 'GET', PAGE, admin)
const logInNext: Deed = (portal) => {
  next += 1
  return logIn(portal, authorEmail(next), PASSWORD)
}

/**
 * How long somebody waits who only reads who they are, alone and while others log in without end: a line of milliseconds
 * within which half and 99 in 100 of the answers came.
 */
export function storm(portals: readonly BenchPortal[], castOf: CastOf): Promise<string[]> {
  return eachPortal(portals, (portal) => compared(portal, castOf(portal), readMe, logInNext, LOG_INS))
}

/** The same while others read lists without end, for who reads who they are and for who logs in. */
export function listStorm(portals: readonly BenchPortal[], castOf: CastOf): Promise<string[]> {
  return eachPortal(portals, async (portal) => [
    ...(await compared(portal, castOf(portal), readMe, readPage, LISTS)),
    ...(await compared(portal, castOf(portal), logInNext, readPage, LISTS)),
  ])
}

async function eachPortal(
  portals: readonly BenchPortal[],
  cellsOf: (portal: BenchPortal) => Promise<string[]>,
): Promise<string[]> {
  const lines: string[] = []
  for (const portal of portals) {
    const goOn = await holdStill(portals.filter((other) => other !== portal))
    try {
      lines.push(`| ${[portal.kind, ...(await cellsOf(portal))].join(' | ')} |`)
    } finally {
      await goOn()
    }
  }
  return lines
}

/** A deed's times alone, beside so many that do something else without end, and how many times as long 99 in 100 took. */
async function compared(
  portal: BenchPortal,
  cast: Cast,
  deed: Deed,
  others: Deed,
  atOnce: number,
): Promise<string[]> {
  await timesOf(portal, cast, deed, 200)
  const alone = await timesOf(portal, cast, deed, MS)
  let isOver = false
  const loop = async () => {
    while (!isOver) await others(portal, cast)
  }
  const storming = Promise.all(Array.from({ length: atOnce }, loop))
  const within = await timesOf(portal, cast, deed, MS)
  isOver = true
  await storming
  return [shown(alone), shown(within), (quantile(within, 0.99) / quantile(alone, 0.99)).toFixed(1)]
}

async function timesOf(portal: BenchPortal, cast: Cast, deed: Deed, ms: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    const began = performance.now()
    await deed(portal, cast)
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return times
}

function shown(times: readonly number[]): string {
  return `${quantile(times, 0.5).toPrecision(3)} and **${quantile(times, 0.99).toPrecision(3)}**`
}
