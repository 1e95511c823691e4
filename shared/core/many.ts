import { z } from 'zod'

/**
 * A deed done to many rows at once: what it would do is shown first; then every row says how it went, what one refuses
 * is named, and the rest is done (decisions.md §8).
 */

/** The most rows of one call. */
export const MANY_MAX = 500

export const manyRow = z
  .object({
    id: z.string(),
    /** As it is called now; null where there is no such row. */
    name: z.string().nullable(),
    /** What else a person wants to know before it is done. */
    facts: z.array(z.string()),
    /** Why it cannot be, or was not, done; null where it can be, or was. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'RowOfMany' })
export type ManyRow = z.output<typeof manyRow>

/** What a deed would do or did, row by row in the order asked. */
export const manyRows = z.object({ rows: z.array(manyRow) })
