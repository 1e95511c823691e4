import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useToast } from '#client/ui/use-toast.ts'
import type { Notice } from '#shared/notices/contract.ts'
import { listNotices, markAllRead, markRead } from './calls.ts'
import { words } from './words.ts'

const EVERY_MS = 120_000

/** One's own notifications, asked for anew whenever the tab becomes visible (portal.md §2). */
export function useNotices() {
  return useQuery({ ...queryOf(listNotices), refetchOnWindowFocus: 'always', refetchInterval: EVERY_MS })
}

/** The pages after the newest, from where it ends; each is read when it is asked for. */
export function useOlderNotices(cursor: string | undefined) {
  const [isAsked, setAsked] = useState(false)
  const pages = useInfiniteQuery({
    queryKey: [listNotices.path, 'older', 'pages', cursor],
    enabled: isAsked && cursor !== undefined,
    initialPageParam: cursor,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => call(listNotices, { query: { cursor: pageParam }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const isBegun = isAsked && pages.data !== undefined
  return {
    items: pages.data?.pages.flatMap(({ items }) => items) ?? [],
    isMore: cursor !== undefined && (!isBegun || pages.hasNextPage),
    busy: pages.isFetching,
    error: pages.error,
    goOn: () => {
      setAsked(true)
      if (isBegun) void pages.fetchNextPage()
      else if (isAsked) void pages.refetch()
    },
  }
}

/**
 * One of one's notifications: from the newest, which are read anyway, else from the pages after them. `notice` is null
 * where there is none, and undefined as long as that is not known; `reading` says how far that is.
 */
export function useNotice(id: string) {
  const newest = useNotices()
  const isIt = (one: Notice) => one.id === id
  const here = newest.data?.items.find(isIt)
  const cursor = newest.data?.nextCursor
  const older = useQuery({
    queryKey: [listNotices.path, 'older', id],
    enabled: here === undefined && cursor !== undefined,
    queryFn: async ({ signal }) => {
      for (let next = cursor; next !== undefined; ) {
        const { items, nextCursor } = await call(listNotices, { query: { cursor: next }, signal })
        const found = items.find(isIt)
        if (found !== undefined) return found
        next = nextCursor
      }
      return null
    },
  })
  const isRead = newest.data !== undefined
  const none = isRead && cursor === undefined ? null : undefined
  return { reading: isRead ? older : newest, notice: here ?? older.data ?? none }
}

/** Marks one or all as read; a fault is silent (portal.md §8). */
export function useReading() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [listNotices.path] })
  const one = useMutation({ mutationFn: (id: string) => call(markRead, { body: { id } }), onSettled })
  const say = useToast()
  const isReadingAll = useRef(false)
  const all = useMutation({
    mutationFn: (upTo: string | undefined) => call(markAllRead, { query: { upTo } }),
    onSuccess: () => say(words.allRead),
    onSettled: () => {
      isReadingAll.current = false
      return onSettled()
    },
  })
  const readAll = (upTo: string | undefined) => {
    // A second click comes before the first is drawn.
    if (isReadingAll.current) return
    isReadingAll.current = true
    all.mutate(upTo)
  }
  return { one, all, readAll }
}
