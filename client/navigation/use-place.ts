import { useEffect } from 'react'
import { useHistoryState, usePathname, useSearch as useSearchText } from 'wouter/use-browser-location'
import type { Told } from './navigate.ts'
import {
  cleanSearch,
  type Dashboard,
  type Path,
  parseSearch,
  placeAt,
  places,
  type SearchOf,
} from './places.ts'

/** The place that is open; undefined where no screen is. */
export function usePlace(): Path | undefined {
  return placeAt(usePathname())
}

/** The open address, as text. */
export function useAddress(): string {
  return usePathname() + useSearchText()
}

/** What stands in the address of the open screen. */
export function useSearch<P extends Path>(path: P): SearchOf<P> {
  // The table pairs each path with its own function; indexing by P loses that.
  return places[path](parseSearch(useSearchText())) as SearchOf<P>
}

/** The dashboard that is open; undefined on any other screen. */
export function useDashboard(): Dashboard | undefined {
  const place = usePlace()
  return place === '/author' || place === '/reviewer' || place === '/admin' ? place : undefined
}

/** What the address says of the notifications, which every dashboard shows; nothing elsewhere. */
export function useNoticeSearch(): { view?: string; notificationId?: string } {
  const dashboard = useDashboard()
  const search = parseSearch(useSearchText())
  return dashboard === undefined ? {} : places[dashboard](search)
}

/** Takes out of the address what means nothing at this place: what is shown, copied and bookmarked says the same. */
export function useCleanAddress(): void {
  const path = usePlace()
  const text = useSearchText()
  useEffect(() => {
    if (path === undefined) return
    const { pathname, hash } = window.location
    const clean = cleanSearch(path, text)
    if (clean !== text) window.history.replaceState(window.history.state, '', pathname + clean + hash)
  }, [path, text])
}

/** What the screen before told this one. */
export function useTold(): Told {
  return useHistoryState<Told | null>() ?? {}
}

/** The address of the entry before in the browser's history; undefined where the portal did not come from there. */
export function useBefore(): string | undefined {
  return useTold().before
}
