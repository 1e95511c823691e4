import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive: its name, and its bytes, opened only when their turn comes. */
export interface ZipEntry {
  /** Relative, with forward slashes. */
  name: string
  at: Date
  bytes: Buffer | (() => Readable)
}

/**
 * An archive (APPNOTE 6.3) as it is written, one file after the other and none held in memory. Breaks off when a
 * file cannot be read; who stops reading closes the file that is open.
 */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.pipe(out)
  zip.on('error', (error: Error) => out.destroy(error))
  let open: Readable | undefined
  out.on('close', () => open?.destroy())
  for (const { name, at, bytes } of entries) {
    if (Buffer.isBuffer(bytes)) {
      zip.addBuffer(bytes, name, { mtime: at })
      continue
    }
    // Not compressed: PDFs and pictures are so already.
    zip.addReadStreamLazy(name, { mtime: at, compress: false }, (give) => {
      open = bytes()
      open.on('error', (error) => out.destroy(error))
      give(null, open)
    })
  }
  zip.end()
  return out
}
