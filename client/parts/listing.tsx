import type { ReactNode } from 'react'
import { messageOf } from '#client/api/api-error.ts'
import { Message } from '#client/ui/message.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Entries } from './entry.tsx'

interface Props<Item> {
  /** A query over a list's answer. */
  query: { data: { items: readonly Item[] } | undefined; error: Error | null }
  /** Said when it fails and the server has no words. */
  failed: string
  empty: ReactNode
  render: (item: Item) => ReactNode
}

/** A list in its four states: failed, loading, empty, full. */
export function Listing<Item>({ query, failed, empty, render }: Props<Item>) {
  if (query.error !== null) return <Message kind="error">{messageOf(query.error, failed)}</Message>
  if (query.data === undefined) return <Skeleton lines={4} />
  if (query.data.items.length === 0) return empty
  return <Entries>{query.data.items.map(render)}</Entries>
}
