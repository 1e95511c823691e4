import type { EndpointSpec } from '#shared/core/endpoint.ts'
import type { readTogether } from '#shared/operations/contract.ts'
import { addressOf } from './address-of.ts'
import { mayBeTriedAgain, refusalOf } from './api-error.ts'
import { askedAt, type CallOptions, call } from './call.ts'
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

/**
 * Asks for several reads with one request, before the screens that want them have come (early.ts). Each is answered, or
 * refused, as if it had been asked by itself; where the server refuses to answer them together, each is.
 */
export function askTogether(reads: readonly Read[]): void {
  const asked = reads.map(({ spec, ...given }) => ({
    name: askedAt(spec, given),
    // The table of first reads names each with what its contract takes; the type of all of them cannot tell.
    alone: () => call(spec, given as unknown as CallOptions<EndpointSpec>),
  }))
  if (asked.length < 2) {
    for (const { name, alone } of asked) keepEarly(name, alone())
    return
  }
  const together = call(readsCall, { query: { of: asked.map(({ name }) => name) } })
  asked.forEach(({ name, alone }, at) => {
    const refused = (error: unknown) => (mayBeTriedAgain(error) ? Promise.reject(error) : alone())
    keepEarly(
      name,
      together.then(({ answers }) => answerOf(name, answers[at]), refused),
    )
  })
}

type Answer = Awaited<ReturnType<typeof call<typeof readTogether>>>['answers'][number]

function answerOf(name: string, answer: Answer | undefined): unknown {
  if (answer === undefined) throw new Error(`${name} was not answered`)
  const { status, tag, retryAfter, body } = answer
  const text = JSON.stringify(body)
  if (status !== 200) throw refusalOf({ status, text, type: 'application/json', retryAfter })
  keepAnswer(addressOf(name), tag, text)
  return body
}
