import { inflateSync } from 'node:zlib'

/** All that the bytes of a PDF say, what is packed in its streams too. */
export function saidIn(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const unpacked = [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: word }) => {
    const end = text.indexOf('endstream', index + word.length)
    try {
      return [inflateSync(pdf.subarray(index + word.length, end)).toString('latin1')]
    } catch {
      return []
    }
  })
  return [text, ...unpacked].join('\n')
}
