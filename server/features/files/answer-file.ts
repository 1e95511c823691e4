import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from './blob-store.ts'

/** The bytes behind a link, as far as answering needs to know. */
export interface ReadableFile {
  storageKey: string
  sha256: string
  size: number
  mime: string
  fileName: string
}

/**
 * Answers a stored file, or the part a Range header asks for (RFC 9110 §14). Inline PDFs carry no sandbox directive:
 * Safari and framed Chromium would stay blank; everything else does (decisions.md §7).
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
  file: ReadableFile,
  inline: boolean,
): Promise<FastifyReply> {
  const shown = inline && file.mime === 'application/pdf'
  void reply.headers({
    'Content-Type': file.mime,
    'Content-Disposition': disposition(inline ? 'inline' : 'attachment', file.fileName),
    'Content-Security-Policy': shown
      ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'"
      : "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=600',
    ETag: `"${file.sha256}"`,
  })
  if (request.headers['if-none-match'] === `"${file.sha256}"`) return reply.status(304).send()
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'unsatisfiable') {
    return reply.status(416).header('Content-Range', `bytes */${file.size}`).send()
  }
  if (range !== undefined) {
    void reply.status(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  const length = range === undefined ? file.size : range.end - range.start + 1
  void reply.header('Content-Length', length)
  return reply.send(await blobs.open(file.storageKey, range))
}

/** One byte range; several at once, or what is no byte range, count as none, as RFC 9110 allows. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [, from = '', to = ''] = match ?? []
  if (match === null || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from === '' && Number(to) === 0) return 'unsatisfiable'
  if (start >= size) return 'unsatisfiable'
  return end < start ? undefined : { start, end }
}

/** RFC 6266: a plain name for old readers, the real one encoded (RFC 8187). */
export function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
