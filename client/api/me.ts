import { useQuery } from '@tanstack/react-query'
import type { CurrentUser, me } from '#shared/people/contract.ts'
import { plainly } from './plainly.ts'
import { queryOf } from './query-of.ts'

/** The current user. The guards have read it before any protected screen shows. */
export const meQuery = { ...queryOf(plainly<typeof me>('GET', '/api/me')), staleTime: 300_000 }

/** The current user on a protected screen; faults while refreshing it are silent (portal.md §8). */
export function useMe(): CurrentUser | undefined {
  return useQuery(meQuery).data
}
