import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { Sort } from '#shared/core/page.ts'
import type { ListQuery } from './list-query.ts'
import { Listing } from './listing.tsx'
import { SearchBar } from './search-bar.tsx'
import type { Selection } from './selection/use-selection.ts'
import { SortControl } from './sorting/sort-control.tsx'
import { type SortKey, sortIn } from './sorting/sorts.ts'
import { words as common } from './words.ts'

/** An organiser's search, filter and order; empty parts are left out, of the address and of the call alike. */
interface DeskSearch<Key extends SortKey, Status extends string = string> {
  q?: string
  status?: Status
  sort?: Sort<Key>
}

interface Address {
  q?: string | undefined
  status?: string | undefined
  sort?: string | undefined
}

/** What of the address's search the list's call takes: of orders and filters those that it has, an older link's others not. */
export function deskQuery<Key extends SortKey, Status extends string = never>(
  { q, ...address }: Address,
  keys: readonly Key[],
  filters?: Readonly<Record<Status, string>>,
): DeskSearch<Key, Exclude<Status, ''>> {
  const sort = sortIn(keys, address.sort)
  const status = isOf(filters, address.status) ? address.status : undefined
  return { ...(q ? { q } : {}), ...(status ? { status } : {}), ...(sort === undefined ? {} : { sort }) }
}

/** Whether a list has a filter; the empty one is none. */
function isOf<Status extends string>(
  filters: Readonly<Record<Status, string>> | undefined,
  given: string | undefined,
): given is Exclude<Status, ''> {
  return given !== undefined && given !== '' && filters !== undefined && Object.hasOwn(filters, given)
}

interface Props<Item extends object, Key extends SortKey> {
  words: {
    title: string
    search: string
    filter?: string
    filters?: Readonly<Record<string, string>>
    empty: string
    emptyHint?: string
    failed: string
  }
  /** The orders that it has, its own first. */
  sorts: readonly Key[]
  search: DeskSearch<Key>
  onSearch: (search: DeskSearch<Key>) => void
  query: ListQuery<Item>
  /** Draws an item from the item alone. */
  render: (item: Item) => ReactNode
  back?: ReactNode
  lead?: ReactNode
  /** Links and buttons beside the title. */
  tools?: ReactNode
  /** What leads on from a list that is empty. */
  emptyAction?: ReactNode
  /** What stands between the title and the search. */
  above?: ReactNode
  /** Entries can be selected; `actions` is what can be done to them. */
  selection?: Selection<Item>
  actions?: ReactNode
}

/** An organiser's list with its search and filter, which live in the address. */
export function DeskList<Item extends object, Key extends SortKey>({
  words,
  sorts,
  search,
  onSearch,
  query,
  render,
  back,
  lead,
  tools,
  emptyAction,
  above,
  selection,
  actions,
}: Props<Item, Key>) {
  const order = search.sort === undefined ? {} : { sort: search.sort }
  return (
    <>
      <PageHeader title={words.title} back={back} lead={lead} actions={tools} />
      {above}
      <SearchBar
        label={words.search}
        q={search.q}
        status={search.status}
        filters={words.filters}
        filterLabel={words.filter}
        onSearch={(next) => onSearch({ ...next, ...order })}
      />
      <SortControl
        keys={sorts}
        sort={search.sort}
        onSort={(sort) => onSearch(deskQuery({ ...search, sort }, sorts, words.filters))}
      />
      <Listing
        query={query}
        failed={words.failed}
        empty={
          search.q === undefined && search.status === undefined ? (
            <EmptyState title={words.empty} action={emptyAction}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <EmptyState
              title={common.noMatch}
              action={
                <Button look="secondary" onClick={() => onSearch(order)}>
                  {common.showAll}
                </Button>
              }
            />
          )
        }
        render={render}
        isPure
        selection={selection}
        actions={actions}
      />
    </>
  )
}
