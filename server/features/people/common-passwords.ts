import { dictionary } from '@zxcvbn-ts/language-common'

/** The commonest passwords long enough to be chosen here, in lower case. */
const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8))

/** Whether a password, in lower case, is among the commonest, one character repeated or a plain run. */
export function isCommonPassword(plain: string): boolean {
  return common.has(plain) || /^(.)\1*$/u.test(plain) || /^(0?123456789|87654321|abcdefgh)/.test(plain)
}
