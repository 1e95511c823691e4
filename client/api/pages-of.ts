import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AnswerOf, EndpointSpec, QueryInputOf } from '#shared/core/endpoint.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import type { CallArguments } from './call.ts'
import { comeAlready, readFor } from './read-once.ts'

/** A page of a list, as every list of the contract answers it. */
interface Page {
  items: readonly unknown[]
  count: number
  nextCursor?: string | undefined
}

type ItemOf<S extends EndpointSpec> = AnswerOf<S> extends { items: readonly (infer Item)[] } ? Item : never

/**
 * A list of the contract as a query that goes on page by page: `useInfiniteQuery(pagesOf(listPapers, search))`. Gives
 * the items of all pages read so far, and how many there are in all. A first page that was asked for early (early.ts) is not
 * asked for twice.
 */
export function pagesOf<S extends EndpointSpec>(spec: S, query: QueryInputOf<S>) {
  // Every list of the contract takes a limit and a cursor and answers a page; generics cannot see it.
  const page = (more: { cursor?: string; signal?: AbortSignal }) => {
    const { signal, cursor } = more
    return [{ query: { limit: SCREEN_PAGE, ...query, cursor }, signal }] as unknown as CallArguments<S>
  }
  return infiniteQueryOptions({
    queryKey: [spec.path, 'pages', query ?? null],
    initialPageParam: '',
    initialData: () => {
      const come = comeAlready(spec, ...page({}))
      return come && { pages: [come as AnswerOf<S> & Page], pageParams: [''] }
    },
    queryFn: async ({ signal, pageParam, ...asked }) =>
      (await readFor(asked)(spec, ...page({ cursor: pageParam, signal }))) as AnswerOf<S> & Page,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
    select: ({ pages }) => {
      const items = pages.flatMap((page) => page.items) as ItemOf<S>[]
      // There is a page as soon as there is data; what it says beside its items is the newest.
      return { ...(pages.at(-1) as AnswerOf<S> & Page), items }
    },
  })
}
