import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { type CallArguments, call } from './call.ts'
import { takeEarly } from './early.ts'

/** Makes a read of the contract; one without parameters that was made early (early.ts) is not made twice. */
export async function readOnce<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  const { params, query } = given[0] ?? {}
  const early = params === undefined && query === undefined ? takeEarly(spec.path) : undefined
  // It was asked by the same contract's path; the map of early answers cannot tell.
  return early === undefined ? call(spec, ...given) : (early as Promise<AnswerOf<S>>)
}
