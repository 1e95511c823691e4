import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Failure } from './failure.tsx'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './views.ts'

/** The router over all screens; it hands the cache to the guards. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: Skeleton,
    defaultErrorComponent: Failure,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** A sentence the next screen repeats: an address changed too fast to read it here. */
    said?: string
  }
}
