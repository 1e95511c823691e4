import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { dateFormat } from './formats.ts'

const asDay: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
const asMoment: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

interface Props {
  at: Timestamp | null | undefined
  /** Leaves the hour out. */
  dayOnly?: boolean
}

/** A moment in the reader's own language and zone; nothing when there is none. */
export function TimeText({ at, dayOnly = false }: Props) {
  if (!at) return null
  const date = fromTimestamp(at)
  const text = dateFormat(dayOnly ? asDay : asMoment).format(date)
  return <time dateTime={date.toISOString()}>{text}</time>
}
