import { createHash, randomUUID } from 'node:crypto'
import { makePdf } from '#tests/factories.ts'
import { type Step, type Way, ways } from './ways.ts'

/** A call that takes longer has failed. */
const LIMIT_MS = 20_000

/** A portal that answers now, and tokens for it. */
export interface Alive {
  url: string
  author: string
  admin: string
  reviewer: string
  /** Whom papers are assigned to. */
  reviewerId: string
}

/** One submission's way from its abstract to its end; each step is sent until it is acknowledged. */
export interface Walk {
  name: string
  way: Way
  abstractId: string
  paperId: string
  /** Steps acknowledged with 200. */
  done: number
  /** Of the step under way: sent again, it is the same deed (docs/decisions/002). */
  key: string
  /** Nobody sends the step under way again: nobody knows whether it was done. */
  isGivenUp?: true
}

/** A new one; where none is asked for, the ways take turns. */
export function startWalk(number: number, way: Way = ways[number % ways.length] ?? []): Walk {
  return { name: `walk ${number}`, way, abstractId: '', paperId: '', done: 0, key: randomUUID() }
}

/** Whether nobody goes on with it. */
export const isOver = ({ way, done, isGivenUp }: Walk) => done === way.length || isGivenUp === true

/**
 * Takes the walk's next step. `gone` when the portal was away before it answered, or still at it: nothing is known then,
 * and the same step is sent again later. Throws when the portal refuses what must be possible, or is away without saying
 * when to come back.
 */
export async function takeStep(walk: Walk, portal: Alive): Promise<'done' | 'gone'> {
  const step = walk.way[walk.done]
  if (step === undefined) return 'done'
  const answer = await send(walk, step, portal)
  const path = step.path(walk)
  if (answer?.status === 503 && answer.retryAfter === null)
    throw new Error(`${walk.name}: ${path} answered 503 without a time to come back at`)
  if (answer === undefined || answer.status === 503 || answer.text.includes('key_in_progress')) return 'gone'
  if (answer.status !== 200) throw new Error(`${walk.name}: ${path} answered ${answer.status} ${answer.text}`)
  const said = JSON.parse(answer.text) as Partial<Walk>
  walk.abstractId ||= said.abstractId ?? ''
  walk.paperId ||= said.paperId ?? ''
  walk.done += 1
  walk.key = randomUUID()
  return 'done'
}

/**
 * Walks until the portal is gone, or its steps are enough; the place of a submission that arrived is taken by a new one.
 */
export async function keepWalking(
  walks: Walk[],
  place: number,
  alive: Alive,
  isEnough: () => boolean,
): Promise<void> {
  let walk = walks.filter((one) => !isOver(one))[place]
  while (!isEnough()) {
    if (walk === undefined || isOver(walk)) {
      walk = startWalk(walks.length)
      walks.push(walk)
    }
    if ((await takeStep(walk, alive)) === 'gone') return
  }
}

/** What was broken off is sent again after so long. */
const AGAIN_MS = 50

/** One submission after the other until they are enough; what is broken off is sent again, to whoever answers then. */
export async function walkOn(walks: Walk[], alive: Alive, isEnough: () => boolean): Promise<void> {
  let walk: Walk | undefined
  while (!isEnough()) {
    if (walk === undefined || isOver(walk)) {
      walk = startWalk(walks.length)
      walks.push(walk)
    }
    if ((await takeStep(walk, alive)) === 'gone')
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** How many steps were acknowledged so far. */
export const stepsOf = (walks: readonly Walk[]) => walks.reduce((sum, { done }) => sum + done, 0)

/** sha256 of the files that so many of the walk's steps sent. */
export async function sentIn(walk: Walk, done: number): Promise<string[]> {
  const parts = walk.way.slice(0, done).flatMap(({ sends }, at) => (sends === undefined ? [] : [at]))
  const sent = await Promise.all(parts.map((at) => pdfOf(walk, at)))
  return sent.map((pdf) => createHash('sha256').update(pdf).digest('hex'))
}

const pdfs = new WeakMap<Walk, Map<number, Buffer>>()

/** The same bytes each time the same step is sent. */
async function pdfOf(walk: Walk, step: number): Promise<Buffer> {
  const made = pdfs.get(walk) ?? new Map<number, Buffer>()
  pdfs.set(walk, made)
  const pdf = made.get(step) ?? (await makePdf({ text: `${walk.name}, its step ${step}`, pages: 2 }))
  made.set(step, pdf)
  return pdf
}

async function send(walk: Walk, { as, method, path, body, sends }: Step, portal: Alive) {
  const payload = new FormData()
  if (sends !== undefined) {
    const pdf = new Uint8Array(await pdfOf(walk, walk.done))
    payload.set('file', new Blob([pdf], { type: 'application/pdf' }), 'paper.pdf')
  }
  try {
    const answer = await fetch(portal.url + path(walk), {
      method,
      headers: {
        authorization: `Bearer ${portal[as]}`,
        'idempotency-key': walk.key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(sends && { body: payload }),
      ...(body && { body: JSON.stringify(body(portal.reviewerId)) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { status, headers } = answer
    return { status, text: await answer.text(), retryAfter: headers.get('retry-after') }
  } catch {
    return undefined
  }
}
