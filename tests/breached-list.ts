import { createHash } from 'node:crypto'

/** A list of these passwords as Have I Been Pwned publishes its own; `form` may spell it otherwise. */
export function breachedListOf(
  passwords: readonly string[],
  form: { end?: string; counted?: boolean } = {},
): string {
  const { end = '\r\n', counted = true } = form
  const lines = passwords
    .map((one) => createHash('sha1').update(one).digest('hex').toUpperCase())
    .sort()
    .map((hash, nth) => (counted ? `${hash}:${nth * nth + 1}` : hash))
  return lines.join(end) + end
}
