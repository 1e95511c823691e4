import { listHeadings } from '#shared/assigning/list-headings.ts'
import { text } from '#shared/core/text.ts'

/** What a row may say besides its paper and its reviewer. */
export interface Extras {
  dueAt: string | null
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

const none: Extras = { dueAt: null, duePassed: false, overrideReason: null, problem: null }
const overrideReason = text(2000)

/**
 * Reads due dates and reasons from the columns of a list that are called as an export calls them; without such a heading
 * a row has neither. `others` are what else a row holds.
 */
export function extrasBy(heading: readonly string[], due: Due) {
  const [dueColumn, reasonColumn] = [heading.findIndex(isDue), heading.findIndex(isReason)]
  // Saved without its quotation marks the heading, and a reason with a comma, are several cells, the last ones.
  const isParted = heading[reasonColumn + 1]?.toLowerCase() === REASON_REST
  const reasonEnd = isParted ? Number.POSITIVE_INFINITY : reasonColumn + 1
  const isReasons = (at: number) => reasonColumn >= 0 && at >= reasonColumn && at < reasonEnd
  return {
    others: (cells: readonly string[]) =>
      cells.filter((cell, at) => cell !== '' && at !== dueColumn && !isReasons(at)),
    of: (cells: readonly string[]): Extras => {
      const extras = dueIn(cells[dueColumn] ?? '', due)
      const reasons = cells.filter((cell, at) => cell !== '' && isReasons(at))
      const reason = overrideReason.safeParse(reasons.join(', '))
      const problem = extras.problem ?? reason.error?.issues[0]?.message ?? null
      return { ...extras, overrideReason: reason.data || null, problem }
    },
  }
}

function dueIn(cell: string, { now, deadline }: Due): Extras {
  if (cell === '') return none
  const at = momentIn(cell)
  if (at === undefined) {
    const problem = `“${cell}” is no due date in UTC. Write it as ${now.toISOString().slice(0, 10)} 23:59.`
    return { ...none, problem }
  }
  // A file tells whole seconds.
  const isDeadline = deadline !== null && Math.trunc(deadline.getTime() / 1000) === at.getTime() / 1000
  if (isDeadline) return none
  return at <= now ? { ...none, duePassed: true } : { ...none, dueAt: at.toISOString() }
}

/** `2027-05-03 23:59:00`, as it is exported, with or without seconds; ISO 8601's T and Z are taken too. */
function momentIn(cell: string): Date | undefined {
  const [, day, time = '', seconds = '00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d?\d:\d\d)(?::(\d\d)(?:\.\d+)?)?Z?$/i.exec(cell) ?? []
  if (day === undefined) return undefined
  const written = `${day}T${time.padStart(5, '0')}:${seconds}.000Z`
  const at = new Date(written)
  // The 31st of February is no day, whatever the language makes of it.
  return Number.isNaN(at.getTime()) || at.toISOString() !== written ? undefined : at
}
