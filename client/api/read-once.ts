import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { askedAt, type CallArguments, call } from './call.ts'
import { takeCome, takeEarly } from './early.ts'

/** Makes a read of the contract; one that was made early (early.ts) is not made twice. */
export async function readOnce<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  const early = takeEarly(askedAt(spec, given[0] ?? {}))
  // It was asked by the same contract's path; the map of early answers cannot tell.
  return early === undefined ? call(spec, ...given) : (early as Promise<AnswerOf<S>>)
}

/** Its answer where it was made early and is there already; a read that lacks a parameter has none. */
export function comeAlready<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): AnswerOf<S> | undefined {
  try {
    return takeCome(askedAt(spec, given[0] ?? {})) as AnswerOf<S> | undefined
  } catch {
    return undefined
  }
}
