import { z } from 'zod'

/** A moment as it travels in JSON (decisions.md §3). */
export const timestamp = z
  .object({ _seconds: z.number().int(), _nanoseconds: z.number().int().min(0).max(999_999_999) })
  .meta({ id: 'Timestamp' })
export type Timestamp = z.output<typeof timestamp>

/** Moment to wire. */
export function toTimestamp(at: Date): Timestamp {
  const ms = at.getTime()
  const seconds = Math.floor(ms / 1000)
  return { _seconds: seconds, _nanoseconds: (ms - seconds * 1000) * 1_000_000 }
}
