import { z } from 'zod'
import { text } from './text.ts'

const PAGE_MAX = 200

/** `?limit=` and `?cursor=` of every list (decisions.md §3). */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_MAX),
  cursor: z.string().max(200).optional(),
})
export type PageQuery = z.output<typeof pageQuery>

/** `?q=` and `?status=` of the organisers' lists. */
export const searchQuery = pageQuery.extend({ q: text(200).optional(), status: text(40).optional() })

/** A list's answer: one page, the total that matches, and the cursor of the next page if there is one. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), count: z.number().int(), nextCursor: z.string().optional() })

/** The answer of a call that only has a word to say. */
export const message = z.object({ message: z.string() })
