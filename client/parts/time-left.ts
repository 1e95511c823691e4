import { dateFormat, numberFormat } from '#client/ui/formats.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long until a deadline, in the reader's language: '3 days', under two days '47 hours', under two hours
 * '12 minutes'; undefined once it has passed. Rounded down, so that it never promises more than there is.
 */
export function timeLeft(until: Date, now: Date, locale?: string): string | undefined {
  const ms = until.getTime() - now.getTime()
  if (ms <= 0) return undefined
  if (ms >= 2 * DAY) return counted(ms / DAY, 'day', locale)
  if (ms >= 2 * HOUR) return counted(ms / HOUR, 'hour', locale)
  return counted(Math.max(1, ms / MINUTE), 'minute', locale)
}

function counted(value: number, unit: string, locale: string | undefined): string {
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long' }, locale).format(Math.floor(value))
}

/** A moment as the clocks of one zone show it, and that zone's name. */
interface Shown {
  text: string
  zone: string
}

/** A moment in the reader's zone and, where its clocks show something else, in the conference's. */
export function inBothZones(
  at: Date,
  conferenceZone: string | undefined,
  readerZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale?: string,
): { here: Shown; there: Shown | undefined } {
  const shown = (zone: string): Shown => ({
    text: dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: zone }, locale).format(at),
    zone,
  })
  const here = shown(readerZone)
  const there = conferenceZone === undefined ? here : shown(conferenceZone)
  return there.text === here.text ? { here: there, there: undefined } : { here, there }
}
