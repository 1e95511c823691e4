import { text } from './text.ts'

/** The last character of an ORCID iD, by ISO 7064 MOD 11-2 over the fifteen digits before it. */
function orcidCheck(digits: string): string {
  let total = 0
  for (const digit of digits) total = ((total + Number(digit)) * 2) % 11
  const check = (12 - total) % 11
  return check === 10 ? 'X' : String(check)
}

/** An ORCID iD with its last character made to fit: four groups of four. */
export function orcidOf(fifteenDigits: string): string {
  return `${fifteenDigits}${orcidCheck(fifteenDigits)}`.replace(/(.{4})(?=.)/g, '$1-')
}

const LIKE_ORCID = /^(\d{4}-){3}\d{3}[\dX]$/

/** Whether a text is an ORCID iD as it is written, `0000-0002-1825-0097`, with the last character that fits. */
export function isOrcid(given: string): boolean {
  if (!LIKE_ORCID.test(given)) return false
  return orcidOf(given.replaceAll('-', '').slice(0, 15)) === given
}

/** As people paste it: with or without hyphens, with the address before it, a small x at the end. */
function tidied(given: string): string {
  const bare = given.replace(/^(https?:\/\/)?(www\.)?orcid\.org\//i, '').replace(/[\s\u2010-\u2015-]+/g, '')
  return /^\d{15}[\dX]$/i.test(bare) ? bare.toUpperCase().replace(/(.{4})(?=.)/g, '$1-') : given
}

/** An ORCID iD or nothing; kept as `0000-0002-1825-0097`. */
export const orcid = text(100)
  .overwrite(tidied)
  .refine((given) => given === '' || LIKE_ORCID.test(given), {
    error: 'This is not an ORCID iD like 0000-0002-1825-0097.',
    abort: true,
  })
  .refine(
    (given) => given === '' || isOrcid(given),
    'Check this ORCID iD: its last character does not fit the others.',
  )
