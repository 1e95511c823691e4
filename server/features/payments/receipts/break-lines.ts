/** A character of a script that breaks anywhere, with what may not begin a line after it; or a word; or spaces. */
const parts =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{Po}\p{Pe}\p{Pf}\p{M}ー]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks a paragraph into lines that fit, by a measure that says of a text whether it does. A word longer than a line is
 * broken where it must be.
 */
export async function linesOf(
  paragraph: string,
  fits: (line: string) => Promise<boolean>,
): Promise<string[]> {
  const lines: string[] = []
  let line = ''
  for (const part of paragraph.match(parts) ?? []) {
    if (await fits((line + part).trimEnd())) {
      line += part
      continue
    }
    if (line.trim() !== '') lines.push(line.trim())
    line = part.trimStart()
    if (await fits(line)) continue
    line = ''
    for (const { segment } of clusters.segment(part)) {
      if (line !== '' && !(await fits(line + segment))) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trim())
  return lines
}
