import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import type { CallArguments, CallOptions } from './call.ts'
import { comeAlready, readFor } from './read-once.ts'

/**
 * A read of the contract as a query: `useQuery(queryOf(listOngoing))`. Its key is `[path, params, query]`, so
 * `invalidateQueries({ queryKey: [listOngoing.path] })` asks anew for every page of it.
 */
export function queryOf<S extends EndpointSpec>(spec: S, ...given: CallArguments<S>) {
  const options = given[0]
  return queryOptions<AnswerOf<S>>({
    queryKey: [spec.path, options?.params ?? null, options?.query ?? null],
    initialData: () => comeAlready(spec, ...given),
    // The same options plus the signal are the same call's options; generics cannot see it.
    queryFn: ({ signal, ...asked }) =>
      readFor(asked)(spec, ...([{ ...options, signal } as CallOptions<S>] as CallArguments<S>)),
  })
}
