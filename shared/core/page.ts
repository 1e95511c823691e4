import { z } from 'zod'
import { withAsciiDomain } from './mail-address.ts'
import { text } from './text.ts'

const PAGE_MAX = 200
/** A cursor holds the text that its row is ordered by, of at most 200 characters in base64. */
const CURSOR_MAX = 1500

/** `?limit=` and `?cursor=` of every list (decisions.md §3). */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_MAX),
  cursor: z.string().max(CURSOR_MAX).optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** `?q=` and `?status=` of the organisers' lists. */
export const searchQuery = pageQuery.extend({
  q: text(200).overwrite(withAsciiDomain).optional(),
  status: text(40).optional(),
})

export type SearchQuery = z.output<typeof searchQuery>

/** A list's order by one of its keys; a minus in front turns it round. */
export type Sort<Key extends string> = Key | `-${Key}`

/** `?sort=` of an organisers' list, beside its search; which order goes without saying is the list's own matter. */
export function sortedQuery<const Key extends string>(...keys: readonly Key[]) {
  const turned = keys.map((key): Sort<Key> => `-${key}`)
  const error = `sort must be one of ${keys.join(', ')}, or one with a minus in front.`
  return searchQuery.extend({
    sort: z.enum<readonly Sort<Key>[]>([...keys, ...turned], { error }).optional(),
  })
}

/** `?status=` of a list that shows entries of one of these alone; empty, as a form sends it, shows all. */
export const statusOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum([...values, ''], { error: `status must be one of ${[...new Set(values)].join(', ')}.` }).optional()

/** A list's answer: one page, the total that matches, and the cursor of the next page if there is one. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), count: z.number().int(), nextCursor: z.string().optional() })

/** The answer of a call that only has a word to say. */
export const message = z.object({ message: z.string() })
