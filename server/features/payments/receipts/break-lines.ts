/** A character of a script that breaks anywhere, with what may not begin a line after it; or a word; or spaces. */
const parts =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{Po}\p{Pe}\p{Pf}\p{M}ー]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Scripts without spaces between words: a dictionary knows where these end. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** What may stand on a line of its own. */
const partsOf = (paragraph: string) =>
  (paragraph.match(parts) ?? []).flatMap((part) =>
    unspaced.test(part) ? Array.from(words.segment(part), ({ segment }) => segment) : part,
  )

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
  for (const part of partsOf(paragraph)) {
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
