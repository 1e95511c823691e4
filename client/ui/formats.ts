const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

/**
 * A format for moments, made once for each set of options: making one takes a millisecond, which a list of fifty rows
 * feels. Without a `timeZone` it keeps the zone that the reader had at first.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const made = dates.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dates.set(key, made)
  return made
}

/** The same for numbers. */
export function numberFormat(options: Intl.NumberFormatOptions, locale?: string): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const made = numbers.get(key) ?? new Intl.NumberFormat(locale, options)
  numbers.set(key, made)
  return made
}
