import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'

let strict = false

/** In tests an answer with a field that the contract does not know is a fault, not something to strip. */
export function checkAnswersStrictly(): void {
  strict = true
}

/** The answer cut to what the contract promises; an answer that lacks something of it is a fault of ours (500). */
export function answerOf<S extends EndpointSpec>(spec: S, answer: AnswerOf<S>): unknown {
  const promised = spec.answer.parse(answer)
  if (strict && !isDeepStrictEqual(plain(promised), plain(answer))) {
    throw new Error(`${spec.method} ${spec.path} answered something that its contract does not describe`)
  }
  return promised
}

/** As JSON would carry it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
