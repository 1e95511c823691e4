/** The least share of letters among the characters of a text that somebody could read. */
const LETTERS = 0.6

/** Whether a person could read a text that was taken from a PDF: mostly letters, and no control characters. */
export function isReadable(text: string): boolean {
  const visible = text.replace(/\s/gu, '')
  if (/[\p{Cc}\p{Co}\p{Cn}\uFFFD]/u.test(visible)) return false
  const letters = visible.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  return letters > LETTERS * visible.length
}
