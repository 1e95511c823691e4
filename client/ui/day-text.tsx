import { dateFormat } from './formats.ts'

/** A calendar day (`2026-03-02`) in the reader's own language; the same day in every zone. */
export function DayText({ day }: { day: string }) {
  const text = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return <time dateTime={day}>{text}</time>
}
