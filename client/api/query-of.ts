import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import type { CallArguments, CallOptions } from './call.ts'
import { comeAlready, readFirst, readOnce } from './read-once.ts'

/**
 * A read of the contract as a query: `useQuery(queryOf(listOngoing))`. Its key is `[path, params, query]`, so
 * `invalidateQueries({ queryKey: [listOngoing.path] })` asks anew for every page of it.
 */
export function queryOf<S extends EndpointSpec>(spec: S, ...given: CallArguments<S>) {
  const options = given[0]
  return queryOptions<AnswerOf<S>>({
    queryKey: [spec.path, options?.params ?? null, options?.query ?? null],
    initialData: () => comeAlready(spec, ...given),
    queryFn: ({ signal, client, queryKey }) => {
      // With others it comes without its tag: for what is there already, that would be all of it again.
      const read = client.getQueryData(queryKey) === undefined ? readFirst : readOnce
      // The same options plus the signal are the same call's options; generics cannot see it.
      return read(spec, ...([{ ...options, signal } as CallOptions<S>] as CallArguments<S>))
    },
  })
}
