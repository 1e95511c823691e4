import { dayOf } from '#server/core/csv/dates.ts'
import { listHeadings } from '#shared/assigning/list-headings.ts'
import type { DateOrder } from '#shared/core/date-orders.ts'
import { text } from '#shared/core/text.ts'

/** What a row may say besides its paper and its reviewer. */
export interface Extras {
  dueAt: string | null
  /** There is a column of due dates, which leaves it to the conference's deadline: empty, or by naming that. */
  dueGeneral: boolean
  duePassed: boolean
  overrideReason: string | null
  problem: string | null
}

/** What a due date is held against. */
export interface Due {
  now: Date
  /** The conference's deadline for reviews: a due date that says the same is none of the row's own. */
  deadline: Date | null
}

const [REASON_FIRST = '', REASON_REST = ''] = listHeadings.reason.toLowerCase().split(', ')
const isDue = (cell: string) => cell.trim().toLowerCase() === listHeadings.due.toLowerCase()
const isReason = (cell: string) =>
  [REASON_FIRST, listHeadings.reason.toLowerCase()].includes(cell.trim().toLowerCase())

/** Whether a cell is the heading of such a column. */
export const isListHeading = (cell: string): boolean => isDue(cell) || isReason(cell)

const none: Extras = { dueAt: null, dueGeneral: false, duePassed: false, overrideReason: null, problem: null }
const overrideReason = text(2000)

/**
 * Reads due dates and reasons from the columns of a list that are called as an export calls them; without such a heading
 * a row has neither. `others` are what else a row holds. All `rows` are looked at for how they write days.
 */
export function extrasBy(heading: readonly string[], due: Due, rows: readonly (readonly string[])[]) {
  const [dueColumn, reasonColumn] = [heading.findIndex(isDue), heading.findIndex(isReason)]
  const order = orderIn(rows.map((cells) => cells[dueColumn] ?? ''))
  // Saved without its quotation marks the heading, and a reason with a comma, are several cells, the last ones.
  const isParted = heading[reasonColumn + 1]?.toLowerCase() === REASON_REST
  const reasonEnd = isParted ? Number.POSITIVE_INFINITY : reasonColumn + 1
  const isReasons = (at: number) => reasonColumn >= 0 && at >= reasonColumn && at < reasonEnd
  return {
    others: (cells: readonly string[]) =>
      cells.filter((cell, at) => cell !== '' && at !== dueColumn && !isReasons(at)),
    of: (cells: readonly string[]): Extras => {
      const extras = dueColumn < 0 ? none : dueIn(cells[dueColumn] ?? '', due, order)
      const reasons = cells.filter((cell, at) => cell !== '' && isReasons(at))
      const reason = overrideReason.safeParse(reasons.join(', '))
      const problem = extras.problem ?? reason.error?.issues[0]?.message ?? null
      return { ...extras, overrideReason: reason.data || null, problem }
    },
  }
}

function dueIn(cell: string, { now, deadline }: Due, order: DateOrder | undefined): Extras {
  if (cell === '') return { ...none, dueGeneral: true }
  const at = momentIn(cell, order)
  if (at === undefined) {
    const problem = `“${cell}” is no due date in UTC. Write it as ${now.toISOString().slice(0, 10)} 23:59.`
    return { ...none, problem }
  }
  // A file tells whole seconds.
  const isDeadline = deadline !== null && Math.trunc(deadline.getTime() / 1000) === at.getTime() / 1000
  if (isDeadline) return { ...none, dueGeneral: true }
  return at <= now ? { ...none, duePassed: true } : { ...none, dueAt: at.toISOString() }
}

/** With a slash between them, day and month stand in the order of a country; between points and hyphens the day is first. */
const SLASHED = /^\d{1,2}\//
const TIME = /(\d?\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z| ?([AP])M)?$/i

/** How a column writes its days; undefined where they can be read in both orders, or in none. */
function orderIn(cells: readonly string[]): DateOrder | undefined {
  const slashed = cells.filter((cell) => SLASHED.test(cell))
  if (slashed.length === 0) return 'dmy'
  const fitting = (['dmy', 'mdy'] as const).filter((order) =>
    slashed.every((cell) => momentIn(cell, order) !== undefined),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/**
 * `2027-05-03 23:59:00`, as it is exported, with or without seconds, ISO 8601's T and Z, and what spreadsheets make of it
 * when they save it: `03.05.2027 23:59`, `5/3/2027 11:59 PM`. Undefined for what has no time of day or is no moment.
 */
function momentIn(cell: string, order: DateOrder | undefined): Date | undefined {
  const time = TIME.exec(cell)
  const [, hours, minutes = '', seconds = '00', half] = time ?? []
  const before = cell.slice(0, time?.index ?? 0)
  const date = before.trimEnd().replace(/[T,]$/i, '')
  if (date === before) return undefined
  const day = order === undefined && SLASHED.test(date) ? undefined : dayOf(date, order ?? 'dmy')
  const hour = hourOf(Number(hours), half?.toUpperCase())
  if (day === undefined || hour === undefined) return undefined
  const written = `${day}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}.000Z`
  const at = new Date(written)
  return Number.isNaN(at.getTime()) || at.toISOString() !== written ? undefined : at
}

/** Of 24; undefined for what is none. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour
  return hour < 1 || hour > 12 ? undefined : (hour % 12) + (half === 'P' ? 12 : 0)
}
