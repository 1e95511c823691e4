import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asError } from '#server/core/as-error.ts'
import { filesMissing } from './open-kept.ts'

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

/**
 * As {@link sizedZipOf}, once it is known that the store has all files, and the first that is not in memory can be read: a store
 * that is away, or lost some, is a refusal before the first byte (404 `file_missing`, which names them).
 */
export async function openZip(
  entries: readonly ZipEntry[],
): Promise<{ bytes: Readable; size: number | undefined }> {
  const lost = await lostOf(entries)
  if (lost.length > 0) throw filesMissing(lost)
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

/** The names of those whose bytes the store does not have. */
async function lostOf(entries: readonly ZipEntry[]): Promise<string[]> {
  const lost: string[] = []
  for (let from = 0; from < entries.length; from += ASKED_AT_ONCE) {
    const some = entries.slice(from, from + ASKED_AT_ONCE)
    const kept = await Promise.all(some.map(async ({ isKept }) => isKept === undefined || (await isKept())))
    lost.push(...some.filter((_, nth) => !kept[nth]).map(({ name }) => name))
  }
  return lost
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
