import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { ListQuery } from './list-query.ts'
import { Listing } from './listing.tsx'
import { SearchBar } from './search-bar.tsx'
import type { Selection } from './selection/use-selection.ts'

/** An organiser's search; empty parts are left out, of the address and of the call alike. */
export interface DeskSearch {
  q?: string
  status?: string
}

/** What of the address's search the list's call takes. */
export function deskQuery({
  q,
  status,
}: {
  q?: string | undefined
  status?: string | undefined
}): DeskSearch {
  return { ...(q ? { q } : {}), ...(status ? { status } : {}) }
}

interface Props<Item> {
  words: {
    title: string
    search: string
    filter: string
    filters: Readonly<Record<string, string>>
    empty: string
    emptyHint?: string
    failed: string
  }
  search: DeskSearch
  onSearch: (search: DeskSearch) => void
  query: ListQuery<Item>
  render: (item: Item) => ReactNode
  /** Links and buttons beside the title. */
  tools?: ReactNode
  /** What stands between the title and the search. */
  above?: ReactNode
  /** Entries can be selected; `actions` is what can be done to them. */
  selection?: Selection<Item>
  actions?: ReactNode
}

/** An organiser's list with its search and filter, which live in the address. */
export function DeskList<Item>({
  words,
  search,
  onSearch,
  query,
  render,
  tools,
  above,
  selection,
  actions,
}: Props<Item>) {
  return (
    <>
      <PageHeader title={words.title} actions={tools} />
      {above}
      <SearchBar
        label={words.search}
        q={search.q}
        status={search.status}
        filters={words.filters}
        filterLabel={words.filter}
        onSearch={onSearch}
      />
      <Listing
        query={query}
        failed={words.failed}
        empty={<EmptyState title={words.empty}>{words.emptyHint}</EmptyState>}
        render={render}
        selection={selection}
        actions={actions}
      />
    </>
  )
}
