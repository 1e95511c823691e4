import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/people/contract.ts'
import { meAlready, readMe } from './read-me.ts'

/** The current user. It is known before any protected screen shows. */
export const meQuery = queryOptions<CurrentUser>({
  queryKey: ['/api/me'],
  queryFn: readMe,
  initialData: meAlready,
  staleTime: 300_000,
})

/** The current user on a protected screen; faults while refreshing it are silent (portal.md §8). */
export function useMe(): CurrentUser | undefined {
  return useQuery(meQuery).data
}
