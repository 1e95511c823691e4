import { encodingOf, isBinary, textIn } from '#shared/core/text-encoding.ts'

/** The text of a chosen file, whatever it is written in; null where it is no text or cannot be read. */
export async function textOfFile(file: File): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = textIn(bytes, encodingOf(bytes))
    return isBinary(text) ? null : text
  } catch {
    return null
  }
}
