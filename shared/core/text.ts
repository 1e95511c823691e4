import { z } from 'zod'
import { addressPattern, hasOtherLocalPart, withAsciiDomain } from './mail-address.ts'

/**
 * NUL and lone surrogates cannot be stored or shown, U+FFFE and U+FFFF are no characters and stand in no XML; they are refused,
 * never repaired (decisions.md §3).
 */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !['\u0000', '\ufffe', '\uffff'].some((sign) => text.includes(sign))
}

const storable = (max: number, message?: string) =>
  z
    .string(message)
    .refine(isStorable, 'The text holds a character that cannot be stored.')
    .overwrite((text) => text.normalize('NFC'))
    .max(max, `Use at most ${max} characters.`)

/** Text that a person types: trimmed, normalised to NFC, at most `max` UTF-16 units. May be empty. */
export const text = (max: number) => storable(max).trim()

/** As {@link text}, and not blank. `message` is what the person is told when it is. */
export const requiredText = (max: number, message = 'This field is required.') =>
  storable(max, message).trim().min(1, message)

/** As {@link requiredText}, and something of it is seen: signs of control, direction and width alone are nothing. */
export const seenText = (max: number, message: string) =>
  storable(max, message)
    .trim()
    .refine((given) => /[^\p{Cc}\p{Cf}\p{Z}\p{DI}]/u.test(given), message)

/** Line breaks, tabs and other control characters as one space, with the spaces around them: for what is one line by its nature. */
export const onOneLine = (given: string) =>
  given.replace(/[\s\p{Cc}]+/gu, (gap) => (/[\p{Cc}\u2028\u2029]/u.test(gap) ? ' ' : gap))

/** As {@link text}, on one line, whatever was pasted. Names, titles, subjects. */
export const line = (max: number) => storable(max).overwrite(onOneLine).trim()

/** As {@link requiredText}, on one line. */
export const requiredLine = (max: number, message = 'This field is required.') =>
  storable(max, message).overwrite(onOneLine).trim().min(1, message)

/** As {@link seenText}, on one line. */
export const seenLine = (max: number, message: string) => seenText(max, message).overwrite(onOneLine).trim()

/** Text kept exactly as typed apart from normalisation: passwords. */
export const verbatim = (max: number, message?: string) => storable(max, message)

const NO_ADDRESS = 'Enter an e-mail address like name@example.org.'
const OTHER_LETTERS =
  'Before the @, letters like ü or и are not supported. Use an address with the letters a to z there.'

/** An e-mail address as somebody logs in with it: trimmed, its domain in the letters of mail servers. */
export const typedEmail = (missing: string) => requiredText(254, missing).overwrite(withAsciiDomain)

/**
 * An e-mail address, trimmed, its domain in the letters of mail servers; compared without regard to case (decisions.md §4).
 * `missing` is said when blank.
 */
export const emailOr = (missing: string) =>
  typedEmail(missing)
    .refine((given) => !hasOtherLocalPart(given), OTHER_LETTERS)
    .pipe(z.email({ pattern: addressPattern, message: NO_ADDRESS }).max(254, NO_ADDRESS))
export const email = emailOr('Enter an e-mail address.')

/** As {@link email}, or nothing at all. */
export const emailOrNone = text(254)
  .overwrite(withAsciiDomain)
  .check(({ value, issues }) => {
    const message = value === '' ? undefined : email.safeParse(value).error?.issues[0]?.message
    if (message !== undefined) issues.push({ code: 'custom', message, input: value, continue: true })
  })

/** The shortest password (portal.md §9). */
const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** A password as it is set: 8 to 128 characters, any Unicode, no composition rules (decisions.md §4). */
export const passwordOr = (missing: string) =>
  verbatim(PASSWORD_MAX, missing).min(1, missing).min(PASSWORD_MIN, 'Password must be at least 8 characters.')

/** As {@link passwordOr}, in place of one that there is. */
export const newPassword = passwordOr('Enter a new password.')
