import { AppError } from '#server/core/app-error.ts'
import type { Encoding } from '#shared/core/csv.ts'
import { encodingOf, isBinary, textIn } from '#shared/core/text-encoding.ts'

const workbook = 'This is a workbook, not a CSV. Save it as CSV and choose that file.'
/** What other files begin with, and what is said of them. */
const others: readonly (readonly [start: readonly number[], message: string])[] = [
  [[0x50, 0x4b], workbook],
  [[0xd0, 0xcf, 0x11, 0xe0], workbook],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV. Export the list as CSV and choose that file.'],
]

/**
 * Bytes of a text file to text. Without `encoding`: in the one that {@link encodingOf} finds. Refuses 422 for a workbook,
 * a PDF and what is no text.
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
