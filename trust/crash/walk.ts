import { createHash, randomUUID } from 'node:crypto'
import { makePdf } from '#tests/factories.ts'

/** A call that takes longer has failed. */
const LIMIT_MS = 20_000

/** A portal that answers now, and tokens for it. */
export interface Alive {
  url: string
  author: string
  admin: string
}

/** One submission's way from its abstract to its payment; each step is sent until it is acknowledged. */
export interface Walk {
  name: string
  abstractId: string
  paperId: string
  /** Steps acknowledged with 200. */
  done: number
  /** sha256 of the files as they were sent, abstract and paper. */
  sent: string[]
  /** Of the step under way: sent again, it is the same deed (docs/decisions/002). */
  key: string
}

export const startWalk = (name: string): Walk => ({
  name,
  abstractId: '',
  paperId: '',
  done: 0,
  sent: [],
  key: randomUUID(),
})

type Step = (walk: Walk) => {
  as: 'author' | 'admin'
  path: string
  body?: object
  sends?: 'abstract' | 'paper'
}

const steps: readonly Step[] = [
  () => ({ as: 'author', path: '/api/abstracts/submit-file', sends: 'abstract' }),
  ({ abstractId }) => ({ as: 'admin', path: `/api/admin/abstracts/${abstractId}/approve`, body: {} }),
  ({ abstractId }) => ({
    as: 'author',
    path: `/api/abstracts/${abstractId}/paper/submit-file`,
    sends: 'paper',
  }),
  ({ paperId }) => ({ as: 'admin', path: `/api/admin/papers/${paperId}/approve`, body: {} }),
  ({ paperId }) => ({ as: 'admin', path: `/api/admin/papers/${paperId}/payment/verify`, body: {} }),
]
export const STEPS = steps.length

/**
 * Takes the walk's next step. `gone` when the portal was away before it answered, or still at it: nothing is known then,
 * and the same step is sent again later. Throws when the portal refuses what must be possible, or is away without saying
 * when to come back.
 */
export async function takeStep(walk: Walk, portal: Alive): Promise<'done' | 'gone'> {
  const step = steps[walk.done]
  if (step === undefined) return 'done'
  const { as, path, body, sends } = step(walk)
  const file = sends && (await pdfOf(walk, sends))
  const answer = await send(portal.url + path, portal[as], walk.key, file ?? JSON.stringify(body))
  if (answer?.status === 503 && answer.retryAfter === null)
    throw new Error(`${walk.name}: ${path} answered 503 without a time to come back at`)
  if (answer === undefined || answer.status === 503 || answer.text.includes('key_in_progress')) return 'gone'
  if (answer.status !== 200) throw new Error(`${walk.name}: ${path} answered ${answer.status} ${answer.text}`)
  const said = JSON.parse(answer.text) as Partial<Walk>
  walk.abstractId ||= said.abstractId ?? ''
  walk.paperId ||= said.paperId ?? ''
  if (file !== undefined) walk.sent.push(createHash('sha256').update(file).digest('hex'))
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
  let walk = walks.filter(({ done }) => done < STEPS)[place]
  while (!isEnough()) {
    if (walk === undefined || walk.done === STEPS) {
      walk = startWalk(`walk ${walks.length}`)
      walks.push(walk)
    }
    if ((await takeStep(walk, alive)) === 'gone') return
  }
}

/** What was broken off is sent again after so long. */
const AGAIN_MS = 50

/** One submission after the other until it is over; what is broken off is sent again, to whoever answers then. */
export async function walkOn(walks: Walk[], alive: Alive, isOver: () => boolean): Promise<void> {
  let walk: Walk | undefined
  while (!isOver()) {
    if (walk === undefined || walk.done === STEPS) {
      walk = startWalk(`walk ${walks.length}`)
      walks.push(walk)
    }
    if ((await takeStep(walk, alive)) === 'gone')
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** How many steps were acknowledged so far. */
export const stepsOf = (walks: readonly Walk[]) => walks.reduce((sum, { done }) => sum + done, 0)

const pdfs = new WeakMap<Walk, Map<string, Buffer>>()

/** The same bytes each time the same step is sent. */
async function pdfOf(walk: Walk, part: string): Promise<Buffer> {
  const made = pdfs.get(walk) ?? new Map<string, Buffer>()
  pdfs.set(walk, made)
  const pdf = made.get(part) ?? (await makePdf({ text: `${walk.name}, its ${part}`, pages: 2 }))
  made.set(part, pdf)
  return pdf
}

async function send(url: string, token: string, key: string, payload: Buffer | string) {
  const form = new FormData()
  if (typeof payload !== 'string')
    form.set('file', new Blob([new Uint8Array(payload)], { type: 'application/pdf' }), 'paper.pdf')
  const isJson = typeof payload === 'string'
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(isJson && { 'content-type': 'application/json' }),
      },
      body: isJson ? payload : form,
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { status, headers } = answer
    return { status, text: await answer.text(), retryAfter: headers.get('retry-after') }
  } catch {
    return undefined
  }
}
