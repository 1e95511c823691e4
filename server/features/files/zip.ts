import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asError } from '#server/core/as-error.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** One file of an archive: its name, and its bytes, opened only when their turn comes. */
export interface ZipEntry {
  /** Relative, with forward slashes. */
  name: string
  at: Date
  bytes: Buffer | (() => Promise<Readable>)
  /** In bytes, where it is known; such an entry is not compressed. */
  size?: number
  /** Whether the store has its bytes; asked before the first byte of the archive is sent. */
  isKept?: () => Promise<boolean>
}

/** So many are asked for at once: a bucket that answers in 30 ms has told of 5,000 papers in two seconds. */
const ASKED_AT_ONCE = 100

const LOST =
  'These files belong here, and are not in this archive: their bytes are no longer stored by the portal. Please tell whoever runs it.'

/**
 * As {@link sizedZipOf}, once it is known which files the store has, and the first of them can be read: a store that is away is a
 * refusal before the first byte. Files that it lost keep nobody from the others: a text at the head of the archive names them, and
 * the operator is told.
 */
export async function openZip(
  { log, now }: Pick<Ctx, 'log' | 'now'>,
  all: readonly ZipEntry[],
): Promise<{ bytes: Readable; size: number | undefined }> {
  const lost = await lostOf(all)
  const gone = new Set(lost)
  const entries = lost.length === 0 ? all : [noteOf(lost, now), ...all.filter((one) => !gone.has(one))]
  if (lost.length > 0)
    log.error({ event: 'file_missing', lost: lost.length }, 'a zip was made without files that are lost')
  for (const [nth, entry] of entries.entries()) {
    if (Buffer.isBuffer(entry.bytes)) continue
    const first = await entry.bytes()
    const zip = sizedZipOf(entries.with(nth, { ...entry, bytes: async () => first }))
    first.on('error', (error) => zip.bytes.destroy(error))
    zip.bytes.once('close', () => first.destroy())
    return zip
  }
  return sizedZipOf(entries)
}

/** Those whose bytes the store does not have. */
async function lostOf(entries: readonly ZipEntry[]): Promise<ZipEntry[]> {
  const lost: ZipEntry[] = []
  for (let from = 0; from < entries.length; from += ASKED_AT_ONCE) {
    const some = entries.slice(from, from + ASKED_AT_ONCE)
    const kept = await Promise.all(some.map(async ({ isKept }) => isKept === undefined || (await isKept())))
    lost.push(...some.filter((_, nth) => !kept[nth]))
  }
  return lost
}

/** The text that says which files an archive should hold and does not. */
function noteOf(lost: readonly ZipEntry[], at: Date): ZipEntry {
  const bytes = Buffer.from(`${LOST}\r\n\r\n${lost.map(({ name }) => `${name}\r\n`).join('')}`)
  return { name: 'LOST-FILES.txt', at, bytes, size: bytes.length }
}

/**
 * An archive (APPNOTE 6.3) as it is written, one file after the other and none held in memory, with its size in bytes where
 * no entry is compressed and each size is known. Breaks off when a file cannot be read; who stops reading closes the file
 * that is open.
 */
export function sizedZipOf(entries: readonly ZipEntry[]): { bytes: Readable; size: number | undefined } {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.pipe(out)
  zip.on('error', (error: Error) => out.destroy(error))
  let open: Readable | undefined
  out.on('close', () => open?.destroy())
  for (const { name, at, bytes, size } of entries) {
    if (Buffer.isBuffer(bytes)) {
      zip.addBuffer(bytes, name, { mtime: at, compress: size === undefined })
      continue
    }
    // Not compressed: PDFs and pictures are so already.
    const known = size === undefined ? {} : { size }
    zip.addReadStreamLazy(name, { mtime: at, compress: false, ...known }, (give) => {
      bytes().then(
        (opened) => {
          open = opened.on('error', (error) => out.destroy(error))
          if (out.destroyed) opened.destroy()
          give(null, opened)
        },
        (error: unknown) => out.destroy(asError(error)),
      )
    })
  }
  let total: number | undefined
  // Called at once, with -1 where the size cannot be told.
  zip.end({ forceZip64Format: isLong(entries), comment: '' }, (...[size = -1]: number[]) => {
    total = size < 0 ? undefined : size
  })
  return { bytes: out, size: total }
}

/** A file in the directory at the end (APPNOTE 4.3.12) with its time (4.5.5), without its name. */
const DIRECTORY_ENTRY = 46 + 9
/** Half of the length from which on the library (yazl 3.3.1) reckons with ZIP64 records that it does not write. */
const LONG = 0x8000

/** Whether the directory is so long that ZIP64 must be asked for, or the size said would be wrong. */
function isLong(entries: readonly ZipEntry[]): boolean {
  return entries.reduce((sum, { name }) => sum + DIRECTORY_ENTRY + Buffer.byteLength(name), 0) > LONG
}
