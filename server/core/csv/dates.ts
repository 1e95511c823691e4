import { type DateOrder, dateOrders } from '#shared/core/date-orders.ts'

const NUMBERS = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?=$|[\sT,])/
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)$/
const DAY_FIRST = /^(\d{1,2})[-/. ]+(\p{L}{3,})\.?[-/., ]+(\d{4}|\d{2})(?=$|\s)/u
const MONTH_FIRST = /^(\p{L}{3,})\.? +(\d{1,2}),? +(\d{4})(?=$|\s)/u

/** A calendar day as statements write it, with or without a time of day, as `2026-03-02`; undefined for what is none. */
export function dayOf(text: string, order: DateOrder): string | undefined {
  const given = text.trim()
  const compact = COMPACT.exec(given)
  if (compact !== null) return day(compact[1], compact[2], compact[3])
  const [, a, b, c] = NUMBERS.exec(given) ?? []
  if (a !== undefined) {
    if (a.length > 2) return day(a, b, c)
    if (order === 'ymd') return day(a, b, c)
    return order === 'dmy' ? day(c, b, a) : day(c, a, b)
  }
  const dayFirst = DAY_FIRST.exec(given)
  if (dayFirst !== null) return day(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = MONTH_FIRST.exec(given)
  return monthFirst === null ? undefined : day(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
}

/** Nobody writes the month or a year of two figures first where points stand between the numbers. */
const DAY_AND_POINT = /^\d{1,2}\./

/**
 * The order that fits most of a column's dates; where several do, what people write; then the one with the fewest days of
 * other years than the last, this and the next, as a year of two figures may be read off a day; then that with the fewest
 * days after `today`, as nothing was paid in the future; where that leaves several, the day first.
 */
export function dateOrderOf(cells: readonly string[], today?: string): DateOrder {
  const judged = dateOrders.map((order) => {
    const days = cells.flatMap((cell) => dayOf(cell, order) ?? [])
    const isFar = (one: string) =>
      today !== undefined && Math.abs(Number(one.slice(0, 4)) - Number(today.slice(0, 4))) > 1
    return {
      order,
      fits: days.length,
      odd: order === 'dmy' ? 0 : cells.filter((cell) => DAY_AND_POINT.test(cell.trim())).length,
      far: days.filter(isFar).length,
      ahead: days.filter((one) => today !== undefined && one > today).length,
    }
  })
  return (
    judged.sort((a, b) => b.fits - a.fits || a.odd - b.odd || a.far - b.far || a.ahead - b.ahead)[0]?.order ??
    'dmy'
  )
}

function day(year?: string, month?: string | number, date?: string): string | undefined {
  const y = year === undefined ? Number.NaN : year.length === 2 ? 2000 + Number(year) : Number(year)
  const at = new Date(Date.UTC(y, Number(month) - 1, Number(date)))
  if (Number.isNaN(at.getTime()) || at.getUTCMonth() !== Number(month) - 1) return undefined
  return y < 1990 || y > 2100 ? undefined : at.toISOString().slice(0, 10)
}

/** Month names by their first letters, in the languages of the statements that are likeliest. */
const months = new Map(
  ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'].flatMap((language) =>
    Array.from({ length: 12 }, (_, at): [string, number][] =>
      (['long', 'short'] as const).map((month) => [
        new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
          .format(new Date(Date.UTC(2026, at, 15)))
          .replace('.', '')
          .toLowerCase(),
        at + 1,
      ]),
    ).flat(),
  ),
)

function monthOf(name: string | undefined): number | undefined {
  return months.get(name?.toLowerCase() ?? '')
}
