import type { Reading } from './load-failure.tsx'

/** A query over a list's answer; one that goes on page by page can say how far it is. */
export interface ListQuery<Item> extends Reading {
  data: { items: readonly Item[]; count?: number } | undefined
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => Promise<{
    data?: { items: readonly Item[] } | undefined
    hasNextPage?: boolean
    isError: boolean
  }>
}
