import { type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react'
import { afterPaint } from '#client/navigation/after-paint.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Entries } from './entry.tsx'
import { useListKeys } from './list-keys.ts'
import type { ListQuery } from './list-query.ts'
import styles from './listing.module.css'
import { LoadFailure } from './load-failure.tsx'
import { SelectionBar } from './selection/selection-bar.tsx'
import type { Selection } from './selection/use-selection.ts'
import { useStill } from './use-still.tsx'
import { words } from './words.ts'

/** Longer lists are drawn in pages of so many entries, of which only those near are laid out. */
const PAGE = 100
/** So many are laid out when a list is drawn: the browser knows their heights then, and the place of whoever goes back to it. */
const KNOWN = 10
/** More than a window shows. */
const FIRST = 16

/** Nobody goes back to the first list after the page was loaded. */
let isFirstList = true

interface Props<Item extends object> {
  query: ListQuery<Item>
  /** Said when it fails and the server has no words. */
  failed: string
  /** What screen readers hear while it loads. */
  loading?: string
  empty: ReactNode
  render: (item: Item) => ReactNode
  /** An item is drawn from the item alone: nothing else that `render` knows ever changes. */
  isPure?: boolean
  /** Gives each entry a tick; `actions` is what can be done to the selected ones. */
  selection?: Selection<Item> | undefined
  actions?: ReactNode
}

/** A list in its four states: failed, loading, empty, full. */
export function Listing<Item extends object>(props: Props<Item>) {
  const { query, failed, loading, empty } = props
  const [wasAwaited] = useState(isFirstList || query.data === undefined)
  useEffect(() => {
    isFirstList = false
  }, [])
  const failure = query.error !== null && <LoadFailure reading={query} failed={failed} />
  // A list that was read stays when reading it anew fails.
  if (query.data === undefined) return failure || <Skeleton lines={4} label={loading} />
  if (query.data.items.length === 0) return failure || empty
  return (
    <>
      {failure}
      <FullList {...props} items={query.data.items} wasAwaited={wasAwaited} />
    </>
  )
}

function FullList<Item extends object>({
  query,
  items,
  render,
  isPure = false,
  selection,
  actions,
  wasAwaited,
}: Props<Item> & { items: readonly Item[]; wasAwaited: boolean }) {
  const listId = useId()
  const isWhole = useWhole(wasAwaited)
  const drawn = isWhole ? items : items.slice(0, FIRST)
  const still = useStill(render, selection)
  const isEmpty = selection === undefined || selection.chosen.length === 0
  useListKeys(listId, selection && { ...selection, isEmpty })
  return (
    <>
      <div id={listId}>
        <Pages isLong={items.length > PAGE} isWhole={isWhole}>
          {inPages(drawn).map((page) => page.map(isPure || selection !== undefined ? still : render))}
        </Pages>
      </div>
      {isWhole && query.hasNextPage === true && <More query={query} shown={items.length} />}
      {selection !== undefined && !isEmpty && <SelectionBar selection={selection} actions={actions} />}
    </>
  )
}

/** The pages of a list: of a long one laid out as it is drawn, then where they are near; no entry is drawn again for that. */
function Pages({
  isLong,
  isWhole,
  children,
}: {
  isLong: boolean
  isWhole: boolean
  children: readonly ReactNode[]
}) {
  const isLaidOut = useLaidOut(isWhole && isLong)
  const drawnAt = (at: number) => (isLaidOut || at >= KNOWN ? 'near' : 'always')
  return children.map((page, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
    <Entries key={at} drawn={isLong ? drawnAt(at) : undefined}>
      {page}
    </Entries>
  ))
}

/**
 * Whether a list is drawn as a whole: at once where it was there before, as whoever goes back finds their place; else its
 * beginning is shown first, and the rest drawn while it is read.
 */
function useWhole(wasAwaited: boolean): boolean {
  const [isWhole, setWhole] = useState(!wasAwaited)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return isWhole
}

/** Whether the beginning of a list has been laid out and is on the screen, once it is both drawn as a whole and long. */
function useLaidOut(isDrawn: boolean): boolean {
  const [isLaidOut, setLaidOut] = useState(false)
  useEffect(() => {
    const wait = () => afterPaint(() => startTransition(() => setLaidOut(true)))
    // Another font makes other heights.
    if (isDrawn) void document.fonts.ready.then(wait)
  }, [isDrawn])
  return isLaidOut
}

function inPages<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / PAGE)
  return Array.from({ length: count }, (_, at) => items.slice(at * PAGE, (at + 1) * PAGE))
}

/** Says how much is shown and goes on, by itself as soon as it is scrolled to. */
function More<Item>({ query, shown }: { query: ListQuery<Item>; shown: number }) {
  const end = useRef<HTMLDivElement>(null)
  const { fetchNextPage, isFetchingNextPage = false } = query
  const hasFailed = query.error !== null
  useEffect(() => {
    // After a failure only the button goes on: by itself it would ask for ever.
    if (end.current === null || isFetchingNextPage || hasFailed) return undefined
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage?.()
      },
      { rootMargin: '600px' },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [fetchNextPage, isFetchingNextPage, hasFailed])
  return (
    <div ref={end} className={styles.more}>
      <p>{words.shownOf(shown, query.data?.count ?? shown)}</p>
      <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage?.()}>
        {words.showMore}
      </Button>
    </div>
  )
}
