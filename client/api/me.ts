import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/people/contract.ts'
import { readMe } from './read-me.ts'

/** The current user. It is known before any protected screen shows. */
export const meQuery = queryOptions({ queryKey: ['/api/me'], queryFn: readMe, staleTime: 300_000 })

/** The current user on a protected screen; faults while refreshing it are silent (portal.md §8). */
export function useMe(): CurrentUser | undefined {
  return useQuery(meQuery).data
}
