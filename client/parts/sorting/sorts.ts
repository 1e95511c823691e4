import type { Sort } from '#shared/core/page.ts'

/** How an order of a list is spoken of: its column's head, and both ways round. */
interface Order {
  head: string
  /** As it goes without a minus, and turned round. */
  natural: string
  turned: string
  /** Its natural way begins with the largest: the newest, the most. */
  falls: boolean
}

const falling = (head: string, natural: string, turned: string): Order => ({
  head,
  natural,
  turned,
  falls: true,
})
const rising = (head: string, natural: string, turned: string): Order => ({
  head,
  natural,
  turned,
  falls: false,
})

/** Every order that a list of the desk has, by the key that its `?sort=` takes. */
export const orders = {
  newest: falling('Date', 'Newest first', 'Oldest first'),
  changed: falling('Changed', 'Last changed first', 'Longest unchanged first'),
  decided: falling('Decided', 'Last decided first', 'First decided first'),
  urgent: falling('Urgency', 'Most urgent first', 'Least urgent first'),
  load: falling('To review', 'Most to review first', 'Least to review first'),
  registered: rising('Registered', 'First registered first', 'Last registered first'),
  id: rising('Number', 'Lowest number first', 'Highest number first'),
  title: rising('Title', 'Title A–Z', 'Title Z–A'),
  name: rising('Name', 'Name A–Z', 'Name Z–A'),
  to: rising('Recipient', 'Recipient A–Z', 'Recipient Z–A'),
  subject: rising('Subject', 'Subject A–Z', 'Subject Z–A'),
  status: rising('Status', 'Status, from the first', 'Status, from the last'),
} satisfies Record<string, Order>

export type SortKey = keyof typeof orders

/** The order that an address asks for, of those that its list has; undefined for the list's own and for any other. */
export function sortIn<Key extends SortKey>(
  keys: readonly Key[],
  given: string | undefined,
): Sort<Key> | undefined {
  const [own] = keys
  if (given === own) return undefined
  return keys.flatMap((key): Sort<Key>[] => [key, `-${key}`]).find((sort) => sort === given)
}

/** A key and whether it is turned round. */
export function readSort(sort: string): { key: string; isTurned: boolean } {
  const isTurned = sort.startsWith('-')
  return { key: isTurned ? sort.slice(1) : sort, isTurned }
}
