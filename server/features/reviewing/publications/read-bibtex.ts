import { parse } from '@retorquere/bibtex-parser'
import { AppError } from '#server/core/app-error.ts'
import { entryName } from '#shared/reviewing/unread-entries.ts'
import { publicationOf, type ReadList } from './publication-of.ts'

/** An entry of BibTeX at the beginning of a line; ADS and others put lines of their own before the first. */
export const ENTRY = /^[ \t]*@[a-z]+\s*[{(]/im

/** An entry stands no further from its line's beginning. */
const INDENT_MAX = 200

/** A stretch of a list that is not understood, and where it begins; nothing where it could not be found again. */
interface Unread {
  at: number | null
  key: string
  text: string
}

/** Reads BibTeX. Refuses 422 what the parser makes nothing of. */
export function readBibtex(list: string): ReadList {
  const said = list.replace(/[<>]/g, (bracket) => brackets[bracket] ?? bracket)
  const { entries, errors } = parsed(said)
  // What is broken off has no text of its own: it stands among the errors, and what was read of it is not to be trusted.
  const whole = entries
    .filter(({ input }) => input !== '')
    .map(({ key, input, fields }) => ({
      key,
      input,
      read: publicationOf(fields['title'], fields['abstract']),
    }))
  const unread = [...untitledIn(said, whole), ...brokenIn(said, errors)]
  unread.sort((a, b) => (a.at ?? said.length) - (b.at ?? said.length))
  const lineOf = linesAlong(said)
  return {
    found: whole.flatMap(({ read }) => read),
    unread: unread.map(({ at, key, text }) => ({
      line: at === null ? null : lineOf(at),
      name: key || entryName(asGiven(text)),
    })),
    rest: unread.map(({ text }) => asGiven(text).trim()).join('\n\n'),
  }
}

/** Angle brackets are said in TeX's words: bare ones would be read as Spanish question and exclamation marks. */
const brackets: Record<string, string> = { '<': '{\\textless}', '>': '{\\textgreater}' }

function asGiven(said: string): string {
  return said.replaceAll('{\\textless}', '<').replaceAll('{\\textgreater}', '>')
}

function parsed(said: string) {
  try {
    return parse(said, { sentenceCase: false, unsupported: 'ignore' })
  } catch {
    throw new AppError('invalid', 'This BibTeX cannot be read: look for a brace without its partner.')
  }
}

/** The number of the line that a place stands in, for places that go on and on. */
function linesAlong(text: string) {
  let [line, from] = [1, 0]
  return (at: number): number => {
    for (let next = text.indexOf('\n', from); next !== -1 && next < at; next = text.indexOf('\n', from)) {
      line += 1
      from = next + 1
    }
    return line
  }
}

/** The entries without a title. */
function untitledIn(
  list: string,
  entries: readonly { key: string; input: string; read: readonly unknown[] }[],
): Unread[] {
  let from = 0
  return entries
    .filter(({ read }) => read.length === 0)
    .map(({ key, input }) => {
      const at = list.indexOf(input, from)
      if (at !== -1) from = at + input.length
      return { at: at === -1 ? null : at, key, text: input }
    })
}

/**
 * The entries that the parser gave up, in its order. Each goes on to the next entry, whatever signs like those of an entry
 * stand in it; what stands between entries, an address in a remark, say, is none.
 */
function brokenIn(list: string, errors: readonly { input?: string }[]): Unread[] {
  const broken: Unread[] = []
  let until = 0
  for (const { input } of errors) {
    const at = input?.startsWith('@') ? list.indexOf(input, until) : -1
    if (at === -1 || !/(^|\n)[ \t]*$/.test(list.slice(Math.max(0, at - INDENT_MAX), at))) continue
    const next = list.slice(at + 1).search(ENTRY)
    until = next === -1 ? list.length : at + 1 + next
    const text = list.slice(at, until)
    broken.push({ at, key: /^@\w+\s*[{(]\s*([^\s,{}()="]+)\s*,/.exec(text)?.[1] ?? '', text })
  }
  return broken
}
