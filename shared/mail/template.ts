/** The texts of the portal's mails: what may be written in them, and what becomes of it (decisions.md §8, §10). */

/** One thing that a message's text may name in braces, like `{paperId}`. */
export interface Placeholder {
  /** What stands there, for whoever edits the text. */
  about: string
  /** What stands there in a preview without a real submission. */
  sample: string
  /** `line` may stand in the subject too; `text` has any number of lines; in `link` each line
   * that is an address can be followed; `secret` is never shown at the mail desk. */
  kind: 'line' | 'text' | 'link' | 'secret'
  /** There may be none: a paragraph that names it is left out then, and the subject cannot name it. */
  optional?: true
  /** An organiser's own words: web addresses in them can be followed. */
  byOrganiser?: true
  /** The message is of no use without it. */
  required?: true
}
export type Placeholders = Readonly<Record<string, Placeholder>>

/** What an organiser can edit of a message: plain words and placeholders; an empty line parts paragraphs. */
export interface MailText {
  subject: string
  body: string
  /** The words on its one button. */
  button: string
}

const NAMED = /\{([A-Za-z]\w*)\}/g

/** The names in braces, in order. */
function namesIn(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/** Anything that begins or ends with a brace, a whole pair first; braces mean placeholders and nothing else. */
const BRACED = /\{[^{}\n]*\}|\{\w{0,40}|\w{0,40}\}/g

/** What is wrong with what stands in braces, or with a brace that has no other; undefined for a known placeholder. */
function problemOf(piece: string, known: (name: string) => boolean): string | undefined {
  if (!piece.startsWith('{')) return `${piece} is not opened: a placeholder begins with {.`
  if (!piece.endsWith('}')) return `${piece} is not closed: a placeholder ends with }.`
  return known(piece.slice(1, -1)) ? undefined : `${piece} is no placeholder of this message.`
}

/** What is wrong with an edited text, each with its field; nothing if it can be sent. */
export function problemsIn(
  { subject, body, button }: MailText,
  placeholders: Placeholders,
): { field: keyof MailText; message: string }[] {
  const known = (name: string) => Object.hasOwn(placeholders, name)
  const unknown = (field: keyof MailText, text: string) =>
    [...new Set(text.match(BRACED))].flatMap((piece) => {
      const message = problemOf(piece, known)
      return message === undefined ? [] : [{ field, message }]
    })
  const inHeader = (field: keyof MailText, text: string) =>
    namesIn(text)
      .filter((name) => known(name) && (placeholders[name]?.kind !== 'line' || placeholders[name].optional))
      .map((name) => ({ field, message: `{${name}} can stand in the text only.` }))
  const inBody = namesIn(body)
  const missing = Object.entries(placeholders)
    .filter(([name, { required }]) => required && !inBody.includes(name))
    .map(([name, { about }]) => ({ field: 'body' as const, message: `{${name}} is missing: ${about}.` }))
  return [
    ...unknown('subject', subject),
    ...inHeader('subject', subject),
    ...unknown('body', body),
    ...missing,
    ...unknown('button', button),
    ...inHeader('button', button),
  ]
}

/** Puts values in the place of names, in one pass: what a person typed is never read as a placeholder again. */
export function filled(text: string, valueFor: (name: string) => string): string {
  return text.replace(NAMED, (_, name: string) => valueFor(name))
}

/** The paragraphs of a text, without those that name something there is none of. */
export function paragraphsIn(
  body: string,
  values: Readonly<Record<string, string>>,
  placeholders: Placeholders,
): string[] {
  const empty = (name: string) => placeholders[name]?.optional === true && (values[name] ?? '').trim() === ''
  return body
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !namesIn(paragraph).some(empty))
}
