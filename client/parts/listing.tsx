import { type ReactNode, useEffect, useRef } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Entries } from './entry.tsx'
import styles from './listing.module.css'
import { words } from './words.ts'

/** A query over a list's answer; one that goes on page by page can say how far it is. */
export interface ListQuery<Item> {
  data: { items: readonly Item[]; count?: number } | undefined
  error: Error | null
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

interface Props<Item> {
  query: ListQuery<Item>
  /** Said when it fails and the server has no words. */
  failed: string
  empty: ReactNode
  render: (item: Item) => ReactNode
}

/** A list in its four states: failed, loading, empty, full. */
export function Listing<Item>({ query, failed, empty, render }: Props<Item>) {
  if (query.error !== null) return <Message kind="error">{messageOf(query.error, failed)}</Message>
  if (query.data === undefined) return <Skeleton lines={4} />
  if (query.data.items.length === 0) return empty
  return (
    <>
      <Entries>{query.data.items.map(render)}</Entries>
      {query.hasNextPage === true && <More query={query} shown={query.data.items.length} />}
    </>
  )
}

/** Says how much is shown and goes on, by itself as soon as it is scrolled to. */
function More<Item>({ query, shown }: { query: ListQuery<Item>; shown: number }) {
  const end = useRef<HTMLDivElement>(null)
  const { fetchNextPage, isFetchingNextPage = false } = query
  useEffect(() => {
    if (end.current === null || isFetchingNextPage) return undefined
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) fetchNextPage?.()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [fetchNextPage, isFetchingNextPage])
  return (
    <div ref={end} className={styles.more}>
      <p>{words.shownOf(shown, query.data?.count ?? shown)}</p>
      <Button look="secondary" busy={isFetchingNextPage} onClick={() => fetchNextPage?.()}>
        {words.showMore}
      </Button>
    </div>
  )
}
