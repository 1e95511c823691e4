import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { TOGETHER_MAX } from '#shared/core/together-max.ts'
import type { readTogether } from '#shared/operations/contract.ts'
import { addressOf } from './address-of.ts'
import { mayBeTriedAgain, refusalOf } from './api-error.ts'
import { askedAt, type CallArguments, type CallOptions, call } from './call.ts'
import { isFullHouse, waitInLine } from './come-back.ts'
import { keepEarly } from './early.ts'
import { keepAnswer } from './kept-answers.ts'
import { plainly } from './plainly.ts'

/** A read of the contract with what it asks for. */
export interface Read {
  spec: EndpointSpec
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
}

const readsCall = plainly<typeof readTogether>('GET', '/api/reads')

interface Asked {
  name: string
  /** Asks for it by itself. */
  alone: () => Promise<unknown>
  signal?: AbortSignal | undefined
}

/** Asks for several reads with one request, before the screens that want them have come (early.ts). */
export function askTogether(reads: readonly Read[]): void {
  const asked = reads.map(({ spec, ...given }): Asked => {
    // The table of first reads names each with what its contract takes; the type of all of them cannot tell.
    const options = given as unknown as CallOptions<EndpointSpec>
    return { name: askedAt(spec, given), alone: () => call(spec, options) }
  })
  const answers = answersTo(asked)
  for (const [at, { name }] of asked.entries()) {
    const answer = answers[at]
    if (answer !== undefined) keepEarly(name, answer)
  }
}

interface Gathered extends Asked {
  answered: (answer: Promise<unknown>) => void
}

let gathered: Gathered[] = []

/**
 * Makes a read with one request for all that are made so at the same moment: by what a screen shows as it opens. A time of its own to
 * wait for an answer it has only where it is alone.
 */
export function readWithOthers<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  return new Promise((resolve) => {
    const { signal, ...options } = given[0] ?? {}
    const name = askedAt(spec, options)
    if (gathered.length === 0) queueMicrotask(sendGathered)
    gathered.push({
      ...{ name, signal, alone: () => call(spec, ...given) },
      // It is the answer to this spec; the list of all of them cannot tell.
      answered: (answer) => resolve(answer as Promise<AnswerOf<S>>),
    })
  })
}

function sendGathered(): void {
  const isGone = ({ signal }: Gathered) => signal?.aborted === true
  const all = gathered.filter((one) => !isGone(one))
  for (const { answered, signal } of gathered.filter(isGone)) answered(Promise.reject(signal?.reason))
  gathered = []
  for (let at = 0; at < all.length; at += TOGETHER_MAX) {
    const some = all.slice(at, at + TOGETHER_MAX)
    for (const [nth, answer] of answersTo(some).entries()) some[nth]?.answered(answer)
  }
}

/**
 * The answers to some reads, asked for with one request where there are several. Each is answered, or refused, as if it had been
 * asked by itself; where the server refuses to answer them together, each is.
 */
function answersTo(asked: readonly Asked[]): Promise<unknown>[] {
  if (asked.length < 2) return asked.map(({ alone }) => alone())
  const query = { of: asked.map(({ name }) => name) }
  const together = call(readsCall, { query, signal: whenNobodyWaits(asked) }).then(
    ({ answers }) => answers,
    (error: unknown) => (mayBeTriedAgain(error) ? Promise.reject(error) : []),
  )
  return asked.map(async ({ name, alone }, at) => {
    const answer = (await together)[at]
    // Where the session ran out between the two, whoever asks alone has it refreshed.
    if (answer === undefined || answer.status === 401) return alone()
    if (!isFullHouse(answer.body)) return bodyOf(name, answer)
    await waitInLine(answer.retryAfter)
    return alone()
  })
}

/** Ends the request once everybody who asked has gone away; one who cannot go away keeps it. */
function whenNobodyWaits(asked: readonly Asked[]): AbortSignal | undefined {
  const signals = asked.flatMap(({ signal }) => signal ?? [])
  if (signals.length < asked.length) return undefined
  const all = new AbortController()
  for (const signal of signals)
    signal.addEventListener('abort', () => {
      if (signals.every(({ aborted }) => aborted)) all.abort(signal.reason)
    })
  return all.signal
}

type Answer = AnswerOf<typeof readTogether>['answers'][number]

function bodyOf(name: string, { status, tag, retryAfter, body }: Answer): unknown {
  const text = JSON.stringify(body)
  if (status !== 200) throw refusalOf({ status, text, type: 'application/json', retryAfter })
  keepAnswer(addressOf(name), tag, text)
  return body
}
