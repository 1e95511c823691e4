import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useToast } from '#client/ui/use-toast.ts'
import { listNotices, markAllRead, markRead } from './calls.ts'
import { words } from './words.ts'

const EVERY_MS = 120_000

/** One's own notifications, asked for anew whenever the tab becomes visible (portal.md §2). */
export function useNotices() {
  return useQuery({ ...queryOf(listNotices), refetchOnWindowFocus: 'always', refetchInterval: EVERY_MS })
}

/** Marks one or all as read; a fault is silent (portal.md §8). */
export function useReading() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [listNotices.path] })
  const one = useMutation({ mutationFn: (id: string) => call(markRead, { body: { id } }), onSettled })
  const say = useToast()
  const all = useMutation({
    mutationFn: () => call(markAllRead),
    onSuccess: () => say(words.allRead),
    onSettled,
  })
  return { one, all }
}
