import { dateFormat } from './formats.ts'

/** A calendar day (`2026-03-02`) in the reader's own language; the same day in every zone. */
export function DayText({ day }: { day: string }) {
  return <time dateTime={day}>{dayText(day)}</time>
}

/** The same inside a sentence. */
export function dayText(day: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
