import { onePage, packedOnePage } from './pdf-by-hand.ts'

/** What of a plain document is made otherwise, in the words of a PDF. */
interface Written {
  catalogue?: string
  page?: string
  more: readonly string[]
}

const hexOf = (text: string) => Buffer.from(text, 'latin1').toString('hex')

/** The pieces of a text in turn, beginning outside: outside strings, within one, outside … (ISO 32000-2, 7.3.4.2). */
function pieces(text: string): string[] {
  const found = ['']
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const isEscaped = depth > 0 && text[at] === '\\'
    const sign = isEscaped ? text.slice(at, at + 2) : (text[at] ?? '')
    if (sign === '(') depth += 1
    if (sign === '(' && depth === 1) found.push('')
    found.push((found.pop() ?? '') + sign)
    if (sign === ')') depth -= 1
    if (sign === ')' && depth === 0) found.push('')
    if (isEscaped) at += 1
  }
  return found
}

/** The same text with what is outside strings, and what is within them, said in other words. */
const said = (text: string, outside: (part: string) => string, within: (part: string) => string) =>
  pieces(text)
    .map((piece, at) => (at % 2 === 0 ? outside(piece) : within(piece)))
    .join('')

const same = (part: string) => part
const unescaped = (text: string) => text.slice(1, -1).replace(/\\(.)/gs, '$1')
const inOctal = (text: string) =>
  text.replace(/./gs, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
const inEscapes = (part: string) =>
  part.replace(/\/([A-Za-z]+)/g, (_, name: string) => `/${hexOf(name).replace(/../g, '#$&')}`)

const all = ({ catalogue = '', page = '', more }: Written, change: (text: string) => string): Written => ({
  catalogue: change(catalogue),
  page: change(page),
  more: more.map(change),
})

/** Ways to write the same document so that who looks for words does not find them; the plain one first. */
export const disguises: Readonly<Record<string, (written: Written) => Buffer>> = {
  plain: onePage,
  'names in escapes': (written) => onePage(all(written, (text) => said(text, inEscapes, same))),
  'strings in hexadecimal': (written) =>
    onePage(all(written, (text) => said(text, same, (part) => `<${hexOf(unescaped(part))}>`))),
  'strings in octal': (written) =>
    onePage(all(written, (text) => said(text, same, (part) => `(${inOctal(unescaped(part))})`))),
  'comments between': (written) =>
    onePage(all(written, (text) => said(text, (part) => part.replaceAll('/', '% endobj >>\n\f/'), same))),
  'packed in a stream': packedOnePage,
}
