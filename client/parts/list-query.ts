/** A query over a list's answer; one that goes on page by page can say how far it is. */
export interface ListQuery<Item> {
  data: { items: readonly Item[]; count?: number } | undefined
  error: Error | null
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => Promise<{
    data?: { items: readonly Item[] } | undefined
    hasNextPage?: boolean
    isError: boolean
  }>
}
