import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'

const FIRST = 256 * 1024

/** Where a PDF is read from: a link that ends, and how to get another one. */
export interface Source {
  url: string
  renew?: (() => Promise<string | null>) | undefined
}

/**
 * Reads a file piece by piece, as it is looked at (RFC 9110 §14.2). A link that has ended is replaced by a new one and
 * the piece asked for again. Throws when the first piece cannot be had.
 */
export async function openRanges(source: Source, signal: AbortSignal, onFailed: () => void) {
  let url = source.url
  const ask = (begin: number, end: number) =>
    fetch(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal, cache: 'no-store' })
  const read = async (begin: number, end: number): Promise<Response> => {
    const answer = await ask(begin, end)
    if (answer.ok || source.renew === undefined) return answer
    const fresh = await source.renew()
    if (fresh === null) return answer
    url = fresh
    return ask(begin, end)
  }

  const first = await read(0, FIRST)
  if (!first.ok) throw new Error(`the preview answered ${first.status}`)
  const total = Number(
    first.headers.get('Content-Range')?.split('/').at(-1) ?? first.headers.get('Content-Length'),
  )
  const start = new Uint8Array(await first.arrayBuffer())

  class Ranges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      read(begin, end)
        .then(async (answer) => {
          if (!answer.ok) throw new Error(`the preview answered ${answer.status}`)
          this.onDataRange(begin, new Uint8Array(await answer.arrayBuffer()))
        })
        .catch(() => {
          if (!signal.aborted) onFailed()
        })
    }
  }
  const whole = start.length >= total
  return new Ranges(total, start, whole)
}
