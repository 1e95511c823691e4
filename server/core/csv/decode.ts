import { AppError } from '#server/core/app-error.ts'
import type { Encoding } from '#shared/core/csv.ts'

const workbook = 'This is a workbook, not a CSV. Save it as CSV and choose that file.'
/** What other files begin with, and what is said of them. */
const others: readonly (readonly [start: readonly number[], message: string])[] = [
  [[0x50, 0x4b], workbook],
  [[0xd0, 0xcf, 0x11, 0xe0], workbook],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV. Export the list as CSV and choose that file.'],
]
/** As many characters as tell whether a file is text. */
const LOOKED_AT = 4000
/** Control characters that no text needs: all but tab, line ends and the like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const controls = /[\u0001-\u0008\u000e-\u001f]/g

/**
 * Bytes of a text file to text. Without `encoding`: by its byte order mark, else UTF-16 if every other byte is mostly
 * zero, else UTF-8 if it is well-formed, else Windows-1252, of which Latin-1 is a part. Refuses 422 for a workbook, a PDF
 * and what is no text.
 */
export function decode(bytes: Uint8Array, encoding?: Encoding): { text: string; encoding: Encoding } {
  for (const [start, message] of others) {
    if (start.every((byte, at) => bytes[at] === byte)) throw new AppError('invalid', message)
  }
  if (encoding !== undefined) return { text: textIn(bytes, encoding), encoding }
  const guessed = encodingOf(bytes)
  const text = textIn(bytes, guessed)
  if (isBinary(text)) throw new AppError('invalid', 'This is no text file. Choose a CSV file.')
  return { text, encoding: guessed }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [a, b, c] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  const looked = Math.min(bytes.length, 2000)
  for (let at = 0; at < looked; at += 1) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  if (odd > looked / 4 && even < looked / 20) return 'utf-16le'
  if (even > looked / 4 && odd < looked / 20) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** NUL, or more control characters than a stray one here and there. */
function isBinary(text: string): boolean {
  if (text.includes('\u0000')) return true
  const looked = text.slice(0, LOOKED_AT)
  return (looked.match(controls)?.length ?? 0) > looked.length / 50
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A byte order mark is taken out by the decoder. */
function textIn(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}
