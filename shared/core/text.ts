import { z } from 'zod'

/** NUL and lone surrogates cannot be stored or shown; they are refused, never repaired (decisions.md §3). */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

const storable = (max: number) =>
  z
    .string()
    .refine(isStorable, 'The text holds a character that cannot be stored.')
    .overwrite((text) => text.normalize('NFC'))
    .max(max, `Use at most ${max} characters.`)

/** Text that a person types: trimmed, normalised to NFC, at most `max` UTF-16 units. May be empty. */
export const text = (max: number) => storable(max).trim()

/** As {@link text}, and not blank. `message` is what the person is told when it is. */
export const requiredText = (max: number, message = 'This field is required.') => text(max).min(1, message)

/** Text kept exactly as typed apart from normalisation: passwords. */
export const verbatim = (max: number) => storable(max)

/** An e-mail address, trimmed; compared without regard to case (decisions.md §4). */
export const email = text(254).pipe(z.email('Enter an e-mail address like name@example.org.'))

/** The shortest password (portal.md §9). */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** A password as it is set: 8 to 128 characters, any Unicode, no composition rules (decisions.md §4). */
export const newPassword = verbatim(PASSWORD_MAX).min(PASSWORD_MIN, 'Password must be at least 8 characters.')
