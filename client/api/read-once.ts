import type { QueryFunctionContext } from '@tanstack/react-query'
import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { askedAt, type CallArguments, call } from './call.ts'
import { takeCome, takeEarly } from './early.ts'
import { readWithOthers } from './read-together.ts'

/** Makes a read of the contract; one that was made early (early.ts) is not made twice. */
export async function readOnce<S extends EndpointSpec>(
  spec: S,
  ...given: CallArguments<S>
): Promise<AnswerOf<S>> {
  return madeEarly(spec, ...given) ?? call(spec, ...given)
}

/** The same for what a screen shows first: all that is asked for at the same moment goes with one request (read-together.ts). */
async function readFirst<S extends EndpointSpec>(spec: S, ...given: CallArguments<S>): Promise<AnswerOf<S>> {
  return madeEarly(spec, ...given) ?? readWithOthers(spec, ...given)
}

/**
 * How a query reads: with others what it has nothing of yet, else by itself. With others it comes without its tag, which for what is
 * there already would be all of it again.
 */
export const readFor = ({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>) =>
  client.getQueryData(queryKey) === undefined ? readFirst : readOnce

function madeEarly<S extends EndpointSpec>(spec: S, ...given: CallArguments<S>) {
  // It was asked by the same contract's path; the map of early answers cannot tell.
  return takeEarly(askedAt(spec, given[0] ?? {})) as Promise<AnswerOf<S>> | undefined
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
