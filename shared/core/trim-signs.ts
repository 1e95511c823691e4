/**
 * The text without the signs at its end that `sign` matches. One pattern for all of them (`/\s+$/`) would begin anew at
 * each such sign within the text, and take minutes for a long run of them (ASVS 1.3.12).
 */
export function trimSignsEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** As {@link trimSignsEnd}, at both ends. */
export function trimSigns(text: string, sign: RegExp): string {
  let start = 0
  while (start < text.length && sign.test(text.charAt(start))) start += 1
  return trimSignsEnd(text.slice(start), sign)
}
