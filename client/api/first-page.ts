import type { AnswerOf, EndpointSpec } from '#shared/core/endpoint.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { type CallOptions, call } from './call.ts'
import { keepEarly, takeCome, takeEarly } from './early.ts'

const nameOf = ({ path }: EndpointSpec): string => `${path}?limit=${SCREEN_PAGE}`

/** Asks for a list's first page, in its own order and with nothing searched, before the screen that shows it has come. */
export function askFirstPage(list: EndpointSpec): void {
  // Every list of the contract takes a limit; the table of them cannot see it.
  const options = { query: { limit: SCREEN_PAGE } } as unknown as CallOptions<EndpointSpec>
  keepEarly(nameOf(list), call(list, options))
}

/** That page, once and while it is fresh. */
export function takeFirstPage<S extends EndpointSpec>(list: S): Promise<AnswerOf<S>> | undefined {
  // It was asked by the same contract's path; the map of early answers cannot tell.
  return takeEarly(nameOf(list)) as Promise<AnswerOf<S>> | undefined
}

/** That page where it is there already. */
export function takeComePage<S extends EndpointSpec>(list: S): AnswerOf<S> | undefined {
  return takeCome(nameOf(list)) as AnswerOf<S> | undefined
}
