import { nice, ticks } from 'd3-array'
import { utcTicks } from 'd3-time'
import { DAY_MS } from '#shared/core/calendar.ts'

/** About so many numbers stand beside an axis. */
const NUMBERS = 4

/** An axis that counts up to `most` at least: whole numbers alone, from 0, and where it ends. */
export function countAxis(most: number): { ceiling: number; values: number[] } {
  const [, ceiling] = nice(0, Math.max(1, most), NUMBERS)
  return { ceiling, values: ticks(0, ceiling, NUMBERS).filter(Number.isInteger) }
}

/** About so many days between two, each once however short the time is: an axis of days has no hours. */
export function dayTicks(from: Date, until: Date, about: number): Date[] {
  return utcTicks(from, until, about).filter((at) => at.getTime() % DAY_MS === 0)
}
