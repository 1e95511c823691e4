import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
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
  const together = call(readsCall, { query: { of: asked.map(({ name }) => name) } }).then(
    ({ answers }) => answers,
    (error: unknown) => (mayBeTriedAgain(error) ? Promise.reject(error) : []),
  )
  asked.forEach(({ name, alone }, at) => {
    const read = async () => {
      const answer = (await together)[at]
      // Where the session ran out between the two, whoever asks alone has it refreshed.
      return answer === undefined || answer.status === 401 ? alone() : bodyOf(name, answer)
    }
    keepEarly(name, read())
  })
}

type Answer = AnswerOf<typeof readTogether>['answers'][number]

function bodyOf(name: string, { status, tag, retryAfter, body }: Answer): unknown {
  const text = JSON.stringify(body)
  if (status !== 200) throw refusalOf({ status, text, type: 'application/json', retryAfter })
  keepAnswer(addressOf(name), tag, text)
  return body
}
