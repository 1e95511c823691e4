import { TZDateMini } from '@date-fns/tz'

/** Anywhere on Earth: a day is over when it is over in the last zone (UTC−12). */
export const AOE = 'Etc/GMT+12'

/** What a date and time that is not finished stands as: no moment, so that it is refused, and not none, so that it is not taken as wished. */
export const UNFINISHED = 'unfinished'

/**
 * What stands in a date-time input, as a moment ({@link momentAt}); empty where it is. A half-typed one the browser gives as
 * empty and says that it is bad.
 */
export function momentTyped(typed: string, isBad: boolean, zone: string): string {
  if (typed === '') return isBad ? UNFINISHED : ''
  return momentAt(typed, zone) ?? UNFINISHED
}

/** This browser's zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The moment at which the clocks of a zone show a date and time (`2026-05-03T23:59`, as a date-time input gives it), in
 * ISO 8601 with that zone's offset; undefined for what is no date and time. Of an hour that comes twice it is the
 * second: nobody's deadline is earlier than they may read it.
 */
export function momentAt(local: string, zone: string): string | undefined {
  const read = /^([1-9]\d{3})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/.exec(local)
  if (read === null) return undefined
  const [, year, month, day, hour, minute, second = 0] = read.map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new TZDateMini(year, month - 1, day, hour ?? 0, minute ?? 0, second || 0, zone)
  if (Number.isNaN(date.getTime())) return undefined
  const shown = inputText(date)
  const later = [60, 30].map((minutes) => new TZDateMini(date.getTime() + minutes * 60_000, zone))
  return withOffset(later.find((one) => inputText(one) === shown) ?? date)
}

/** What a date-time input shows of a moment in a zone: `2026-05-03T23:59`, with seconds only where there are some. */
export function localAt(moment: string | Date, zone: string): string {
  const date = new TZDateMini(new Date(moment).getTime(), zone)
  const text = inputText(date)
  return text.endsWith(':00') ? text.slice(0, -3) : text
}

/** A moment as people read it in a zone, with the offset that tells apart the hour that comes twice. */
export function momentWords(moment: string | Date, zone: string, locale?: string): string {
  const text = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).format(new Date(moment))
  return text.replace('GMT', 'UTC')
}

function inputText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

function withOffset(date: Date): string {
  const ahead = -date.getTimezoneOffset()
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = two(Math.floor(Math.abs(ahead) / 60))
  return `${inputText(date)}${ahead < 0 ? '-' : '+'}${hours}:${two(Math.abs(ahead) % 60)}`
}
