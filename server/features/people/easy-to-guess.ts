import { dictionary } from '@zxcvbn-ts/language-common'
import { fold } from '#shared/core/fold.ts'
import { trimSignsEnd } from '#shared/core/trim-signs.ts'

/** The commonest passwords long enough to be chosen here, in lower case, the commonest first: some 18,000. */
export const commonPasswords: readonly string[] = dictionary['passwords-common'].filter(
  (word) => word.length >= 8,
)
const withoutSigns = (word: string) => trimSignsEnd(word, /[\W_]/)
const common = new Set([...commonPasswords, ...commonPasswords.map(withoutSigns)])

/** A word of a name or an address that counts. */
const WORD_LEAST = 4
/** What must stand in a password beside such words, years apart. */
const REST_LEAST = 5

/**
 * Whether a password is among the commonest, also with digits and signs behind it, one character repeated, a plain run,
 * or little more than words of the texts around it: the person's name, their address, the conference's name.
 */
export function isEasyToGuess(password: string, around: readonly string[]): boolean {
  const plain = password.toLowerCase()
  const spelt = [plain, withoutSigns(plain), trimSignsEnd(plain, /[\d\W_]/)]
  return spelt.some(isCommon) || isOfWords(password, around)
}

function isCommon(plain: string): boolean {
  return common.has(plain) || /^(.)\1*$/u.test(plain) || /^(0?123456789|87654321|abcdefgh)/.test(plain)
}

function isOfWords(password: string, around: readonly string[]): boolean {
  const bare = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
  const words = around
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}\p{M}]+/u)])
    .map(bare)
    .filter((word) => word.length >= WORD_LEAST)
    // The longest first: a name may hold another.
    .sort((a, b) => b.length - a.length)
  const whole = bare(password)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.replace(/(19|20)\d\d/g, '').length < REST_LEAST
}
