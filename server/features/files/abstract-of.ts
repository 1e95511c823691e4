import { cutTo } from '#shared/core/cut-to.ts'
import { joined, tidy } from './text-lines.ts'

const ABSTRACT_MAX = 5000
const BEGINS = /^\s*abstract\b[\s.:—–-]*/i
const ENDS =
  /^(key\s?words?\b|index terms\b|ccs concepts\b|categories and subject\b|general terms\b|(?:\d+|[ivx]+)?[\s.]{0,4}introduction\b|acknowledge?ments?\b|references\b)/i
/** Words that a sentence may begin a line with: they end an abstract as a heading alone. */
const HEADS =
  /^(?:(?:\d+|[ivx]+)[\s.]{1,4})?(bibliography|literature(?: cited)?|literatur|literaturverzeichnis|works cited)\s{0,4}[:.]?$/i
const FIRST_OF_LIST = /^\[1\]\s?\p{Lu}/u
const SECOND_OF_LIST = /^\[2\]\s?\p{Lu}/u

/** What stands under "Abstract", or all there is but the title. */
export function abstractOf(lines: readonly string[], title: string): string {
  const start = lines.findIndex((line) => BEGINS.test(line))
  const body = start === -1 ? lines : [(lines[start] ?? '').replace(BEGINS, ''), ...lines.slice(start + 1)]
  const end = body.findIndex(
    (line, at) => at > 0 && (ENDS.test(line) || HEADS.test(line) || isListAt(body, at)),
  )
  const text = joined(end === -1 ? body : body.slice(0, end))
  const rest = start === -1 && title !== '' && text.startsWith(title) ? text.slice(title.length) : text
  return cutTo(tidy(rest), ABSTRACT_MAX).trim()
}

/** Whether a list of references begins at a line: "[1] …" after a sentence's end, or with a "[2] …" below it. */
function isListAt(body: readonly string[], at: number): boolean {
  if (!FIRST_OF_LIST.test(body[at] ?? '')) return false
  return /[.!?]$/.test(body[at - 1] ?? '') || body.slice(at + 1).some((line) => SECOND_OF_LIST.test(line))
}
