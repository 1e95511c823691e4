import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { type CallArguments, call } from './call.ts'
import { takeCome, takeEarly } from './early.ts'

/** Makes a read of the contract; one without parameters that was made early (early.ts) is not made twice. */
export async function readOnce<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  const early = isPlain(given[0]) ? takeEarly(spec.path) : undefined
  // It was asked by the same contract's path; the map of early answers cannot tell.
  return early === undefined ? call(spec, ...given) : (early as Promise<AnswerOf<S>>)
}

/** Its answer where it was made early and is there already. */
export function comeAlready<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): AnswerOf<S> | undefined {
  return isPlain(given[0]) ? (takeCome(spec.path) as AnswerOf<S> | undefined) : undefined
}

/** Without parameters. */
const isPlain = (options: { params?: unknown; query?: unknown } = {}): boolean =>
  options.params === undefined && options.query === undefined
