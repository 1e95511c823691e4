import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileGrant } from '#server/http/file-link.ts'
import { isKnown } from '#server/http/unchanged.ts'
import type { BlobStore } from './blob-store.ts'
import { fileMissing, openToSend } from './open-kept.ts'

/** The bytes behind a link, as far as answering needs to know. */
export interface ReadableFile {
  storageKey: string
  sha256: string
  size: number
  mime: string
  fileName: string
}

/**
 * Answers a stored file, or the part a Range header of a GET asks for (RFC 9110 §14). Inline PDFs carry no sandbox directive:
 * Safari and framed Chromium would stay blank; everything else does (decisions.md §7). No browser keeps a paper (ASVS
 * 14.3.2): our reader asks for its pieces anew in any case. A picture, which every screen shows, may lie there, but is asked
 * for each time: a copy opens nothing after the log-out.
 */
export async function answerFile(
  request: FastifyRequest,
  reply: FastifyReply,
  blobs: BlobStore,
  file: ReadableFile,
  { kind, inline }: Pick<FileGrant, 'kind' | 'inline'>,
): Promise<FastifyReply> {
  const tag = `"${file.sha256}"`
  const { 'if-range': wanted, range: part } = request.headers
  const isUnchanged = isKnown(request, tag)
  // Of a file that is another by now the rest is no use: it is sent whole (RFC 9110 §13.1.5).
  const isWhole = isUnchanged || request.method !== 'GET' || (wanted !== undefined && wanted !== tag)
  const range = isWhole ? undefined : rangeOf(part, file.size)
  const isSent = !isUnchanged && range !== 'unsatisfiable'
  // Before anything is said about them: bytes that cannot be read are a refusal like any other.
  const length = range === undefined || !isSent ? file.size : range.end - range.start + 1
  const isTaken = () => reply.raw.writableLength === 0
  const whenGone = (then: () => void) => void reply.raw.once('close', then)
  const open = request.method === 'HEAD' ? nothingOf : openToSend
  const bytes = isSent ? await open(blobs, file.storageKey, { range, length, isTaken, whenGone }) : undefined
  const shown = inline && file.mime === 'application/pdf'
  void reply.headers({
    'Content-Type': file.mime,
    'Content-Disposition': disposition(inline ? 'inline' : 'attachment', sentName(file)),
    'Content-Security-Policy': shown
      ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; plugin-types application/pdf; frame-ancestors 'self'"
      : "default-src 'none'; frame-ancestors 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    'Cache-Control': kind === 'photo' ? 'private, no-cache' : 'no-store',
    ETag: tag,
  })
  if (range === 'unsatisfiable') {
    return reply.status(416).header('Content-Range', `bytes */${file.size}`).send()
  }
  if (bytes === undefined) return reply.status(304).send()
  if (range !== undefined) {
    void reply.status(206).header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  }
  return reply.header('Content-Length', length).send(bytes)
}

/** Of bytes whose headers alone are asked for: only that they are there. A stream, whose length nobody corrects. */
async function nothingOf(blobs: BlobStore, key: string): Promise<Readable> {
  if ((await blobs.sizeOf(key)) === undefined) throw fileMissing(new Error(`no such blob: ${key}`))
  return Readable.from([])
}

/**
 * The name by which a file is saved: a PDF’s ends so, begins with no dot, and keeps no mark of direction or width. What is a PDF and
 * a page at once, saved as one, would run on the desk of whoever opens it.
 */
export function sentName({ fileName, mime }: Pick<ReadableFile, 'fileName' | 'mime'>): string {
  if (mime !== 'application/pdf') return fileName
  const name = fileName.replace(/[\u061c\u200b\u200e\u200f\u2060-\u2064\ufeff]/g, '').replace(/^[.\s]+/, '')
  return /\.pdf$/i.test(name) && name.length > 4 ? name : `${name || 'file'}.pdf`
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
