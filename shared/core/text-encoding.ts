import type { Encoding } from './csv.ts'

/** As many characters as tell whether a file is text. */
const LOOKED_AT = 4000
/** Control characters that no text needs: all but tab, line ends and the like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const controls = /[\u0001-\u0008\u000e-\u001f]/g

/**
 * What a text file is written in: by its byte order mark, else UTF-16 if every other byte is mostly zero, else UTF-8 if it
 * is well-formed, else Windows-1252, of which Latin-1 is a part.
 */
export function encodingOf(bytes: Uint8Array): Encoding {
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

/** A byte order mark is taken out by the decoder. */
export function textIn(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** NUL, or more control characters than a stray one here and there: what was read is no text. */
export function isBinary(text: string): boolean {
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
