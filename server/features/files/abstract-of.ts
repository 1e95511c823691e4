import { cutTo } from '#shared/core/cut-to.ts'
import { joined, tidy } from './text-lines.ts'

const ABSTRACT_MAX = 5000
/** A heading, perhaps numbered; its text follows below, or beside it after a sign. */
const ABSTRACT =
  /^\s{0,4}(?:(?:\d{1,2}|[ivx]{1,5})[.)]?\s{1,4}|\d{1,2}(?:\.\d)?[.)])?abstract\s{0,4}(?:[.:—–-]{1,4}\s{0,4}|$)/iu
/** The same as other languages and journals call it, where there is no "Abstract". */
const ELSE_CALLED =
  /^\s{0,4}(?:(?:\d{1,2}|[ivx]{1,5})[.)]?\s{1,4}|\d{1,2}(?:\.\d)?[.)])?(?:summary|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|samenvatting|sammanfattning)\s{0,4}(?:[.:—–-]{1,4}\s{0,4}|$)/iu
/** Without a sign the text itself may go on, where nothing else is a heading. */
const ABSTRACT_BEFORE_TEXT = /^\s*abstract\b[\s.:—–-]*/i
const ENDS =
  /^(key\s?words?\b|index terms\b|ccs concepts\b|categories and subject\b|general terms\b|schlüsselwörter|schlagw[oö]rte|mots[\s-]clés|palabras[\s-]clave|palavras[\s-]chave|parole[\s-]chiave|trefwoorden|sleutelwoorden|nyckelord|(?:\d+|[ivx]+)?[\s.]{0,4}introduction\b|acknowledge?ments?\b|references\b)/i
/** Words that a sentence may begin a line with: they end an abstract as a heading alone, as the same in another language does. */
const HEADS =
  /^(?:(?:\d+|[ivx]+)[\s.]{1,4})?(bibliography|literature(?: cited)?|literatur|literaturverzeichnis|works cited|bibliographie|bibliograf[ií]a|références|referencias|referências|einleitung|einführung|introducción|introdução|introduzione|inleiding|inledning|abstract|summary|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|samenvatting|sammanfattning)\s{0,4}[:.]?$/i
const FIRST_OF_LIST = /^\[1\]\s?\p{Lu}/u
const SECOND_OF_LIST = /^\[2\]\s?\p{Lu}/u

/** What stands under "Abstract", or what else it is called, or all there is but the title. */
export function abstractOf(given: readonly string[], title: string): string {
  const lines = given.map((line) => line.normalize('NFC'))
  const begins = [ABSTRACT, ELSE_CALLED, ABSTRACT_BEFORE_TEXT].find((one) =>
    lines.some((line) => one.test(line)),
  )
  const start = begins === undefined ? -1 : lines.findIndex((line) => begins.test(line))
  const body =
    begins === undefined ? lines : [(lines[start] ?? '').replace(begins, ''), ...lines.slice(start + 1)]
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
