import { setTimeout as wait } from 'node:timers/promises'

/** An answer with all of its body, and what the try took that it answers. */
export interface Answer {
  status: number
  headers: Headers
  body: Buffer
  tookMs: number
}

/**
 * Sends a request, and again, so many times at most, where the portal asks for that: once the time is over that it says. Gives
 * the last answer.
 */
export async function comingBack(
  send: () => Promise<Response>,
  most: number,
  isAsked: (answer: Answer) => boolean = hasNotBegun,
): Promise<Answer> {
  for (let again = 0; ; again += 1) {
    const began = performance.now()
    const response = await send()
    const body = Buffer.from(await response.arrayBuffer())
    const { status, headers } = response
    const answer = { status, headers, body, tookMs: performance.now() - began }
    if (again === most || !isAsked(answer)) return answer
    await wait(1000 * secondsOf(answer))
  }
}

/** Seconds after which the portal asks to come back; 0 where it does not. */
export function secondsOf({ status, headers }: Answer): number {
  const seconds = status === 503 ? Number(headers.get('retry-after')) : 0
  return seconds > 0 ? seconds : 0
}

/** Too many are there at once, and nothing was begun: the portal's own page sends again then (client/api/come-back.ts). */
function hasNotBegun(answer: Answer): boolean {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (secondsOf(answer) === 0 || !isJson) return false
  const said: { details?: { begun?: boolean } } = JSON.parse(answer.body.toString())
  return said.details?.begun === false
}
