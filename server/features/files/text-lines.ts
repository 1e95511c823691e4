import { isBeside } from './seen-words.ts'
import type { Run } from './visible-text.ts'

/** Lines in the order they were written: a step up or down begins a new one, a gap or a step back is a space. */
export function linesOf(runs: readonly Run[]): string[] {
  const lines: string[] = []
  let line = ''
  let last: Run | undefined
  for (const run of runs) {
    const isNew = last === undefined || Math.abs(run.y - last.y) > 0.5 * Math.max(run.size, last.size)
    if (isNew && line !== '') {
      lines.push(line)
      line = ''
    } else if (last !== undefined && !isBeside(last, run)) line += ' '
    line += run.text
    last = run
  }
  return [...lines, line].map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '')
}

/** Lines as one text; words cut at a line's end are whole again. */
export function joined(lines: readonly string[]): string {
  return tidy(lines.join('\n').replace(/(\p{Ll})[-\u00ad]\n(\p{Ll})/gu, '$1$2'))
}

/** On one line, in its plainest letters, without what is not seen. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\ufffd\s]+/gu, ' ')
    .trim()
}
