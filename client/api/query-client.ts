import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { isFullHouse } from './come-back.ts'

/**
 * The one cache of answers. Reads that got lost on the way are asked for again; refusals and writes never are. Where a
 * read is refused for who asks, it is asked anew who that is, as their role may have been changed; unless that would move
 * somebody away from what `holds` them, who has typed something.
 */
export function createQueryClient(holds: () => boolean): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isNotAllowed(error) && !holds()) void client.invalidateQueries({ queryKey: [ME] })
      },
    }),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: isWorthRetrying, networkMode: 'always' },
      // Offline, a write fails at once and says so, instead of waiting unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Who one is (me.ts). */
const ME = '/api/me'

const isNotAllowed = (error: unknown) =>
  error instanceof ApiError && (error.code === 'forbidden' || error.code === 'second_factor_needed')

/** Whether a failed read may succeed when repeated; at most twice. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (failures >= 2 || !(error instanceof ApiError)) return false
  // It came back by itself already, for as long as it may (come-back.ts).
  if (isFullHouse(error.data)) return false
  return error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504
}
