import { z } from 'zod'
import { cutTo } from '#shared/core/cut-to.ts'

/** An entry of a list of publications that was not understood or has no title. */
export const unreadEntry = z.object({
  /** Where it begins; null where that could not be told. */
  line: z.number().int().nullable(),
  /** Its key, or its first words. */
  name: z.string(),
})
export type UnreadEntry = z.output<typeof unreadEntry>

const NAME_MAX = 60
/** As many are named. */
const NAMED = 10

/** What an entry is called that has no key: its first words. */
export function entryName(text: string): string {
  const line = (text.trim().split('\n')[0] ?? '').trim()
  return line.length > NAME_MAX ? `${cutTo(line, NAME_MAX).trimEnd()} …` : line
}

/** Which entries were not understood: `line 3, “novak2020”; line 9, “@misc{x”`. */
export function whichUnread(entries: readonly UnreadEntry[]): string {
  const named = entries
    .slice(0, NAMED)
    .map(({ line, name }) => (line === null ? `“${name}”` : `line ${line}, “${name}”`))
  const more = entries.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
