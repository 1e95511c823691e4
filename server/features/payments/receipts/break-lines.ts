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

/** A measure that says whether a text fits on a line. */
type Fits = (line: string) => Promise<boolean>

/** A word's letters with their marks; a letter whose marks make it longer than a line, mark by mark. */
async function piecesOf(word: string, fits: Fits): Promise<string[]> {
  const pieces: string[] = []
  for (const { segment } of clusters.segment(word))
    pieces.push(...((await fits(segment)) ? [segment] : Array.from(segment)))
  return pieces
}

/** Breaks a paragraph into lines that fit. A word longer than a line is broken where it must be. */
export async function linesOf(paragraph: string, fits: Fits): Promise<string[]> {
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
    for (const piece of await piecesOf(part, fits)) {
      if (line !== '' && !(await fits(line + piece))) {
        lines.push(line)
        line = ''
      }
      line += piece
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trim())
  return lines
}
