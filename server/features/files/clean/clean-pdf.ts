import { readFile, writeFile } from 'node:fs/promises'
import {
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
} from '@cantoo/pdf-lib'
import { FILE_MODE } from '#server/core/own-folder.ts'
import { isSystemError } from '#server/core/system-error.ts'
import { openPdf } from '../open-pdf.ts'
import { cleanPicture } from './clean-picture.ts'
import { type Entry, keptAnnotations, keptEntries, keptOfStream, nameOf } from './kept-entries.ts'

/** Whether a cleaned copy was made. */
export interface Cleaned {
  ok: boolean
}

/** Objects between two looks at whether the process should end. */
const AT_ONCE = 500

/**
 * Writes a copy of the PDF at `path` to `to` that shows the same pages and says nothing of who made them: no
 * information dictionary, no XMP, no attachments, no notes and no authors of marks, nothing that earlier versions of the
 * file held. The copy is written anew from what its pages need. Runs in the inspector's process only. Not ok for a file
 * that cannot be copied; then nothing of use is at `to`. Throws where the disk fails, which another time it may not.
 */
export async function cleanPdf(path: string, to: string): Promise<Cleaned> {
  try {
    const source = await PDFDocument.load(await readFile(path), {
      ignoreEncryption: true,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
    const { Root: root, Encrypt: encryption } = source.context.trailerInfo
    if (root === undefined || (encryption !== undefined && encryption !== PDFNull)) return { ok: false }
    const pages = source.getPageCount()
    const copy = copyFrom(source.context, root)
    const written = await PDFStreamWriter.forContext(copy, AT_ONCE).serializeToBuffer()
    await writeFile(to, written, { mode: FILE_MODE })
    return { ok: await isClean(to, pages) }
  } catch (error) {
    if (isSystemError(error)) throw error
    return { ok: false }
  }
}

/** What can be reached from the root, object by object, without what is not kept. */
function copyFrom(source: PDFContext, root: PDFObject): PDFContext {
  const target = PDFContext.create()
  const places = new Map<PDFRef, PDFRef>()
  const open: PDFRef[] = []
  const placeOf = (ref: PDFRef): PDFRef => {
    const known = places.get(ref)
    if (known !== undefined) return known
    const place = target.nextRef()
    places.set(ref, place)
    open.push(ref)
    return place
  }
  const dictOf = (entries: readonly Entry[]): PDFDict => {
    const copy = PDFDict.withContext(target)
    for (const [name, value] of entries) copy.set(name, entryOf(name, value))
    return copy
  }
  const entryOf = (name: PDFName, value: PDFObject): PDFObject => {
    const list = nameOf(name) === 'Annots' ? source.lookup(value) : undefined
    return copyOf(list instanceof PDFArray ? listOf(source, keptAnnotations(source, list)) : value)
  }
  const copyOf = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return placeOf(value)
    if (value instanceof PDFArray) return listOf(target, value.asArray().map(copyOf))
    if (value instanceof PDFRawStream) return streamOf(value)
    if (value instanceof PDFDict) {
      const entries = keptEntries(value)
      return entries === null ? PDFNull : dictOf(entries)
    }
    // What could not be read cannot be looked through.
    return value instanceof PDFInvalidObject || value instanceof PDFStream ? PDFNull : value
  }
  const streamOf = (stream: PDFRawStream): PDFObject => {
    const entries = keptOfStream(stream)
    if (entries === null) return PDFNull
    const { contents, filter } = cleanPicture(stream)
    const copy = PDFRawStream.of(dictOf(entries), contents)
    if (filter !== undefined) {
      copy.dict.set(PDFName.of('Filter'), PDFName.of(filter))
      copy.dict.delete(PDFName.of('DecodeParms'))
    }
    return copy
  }
  target.trailerInfo.Root = copyOf(root)
  // Not by recursion: chains of bookmarks are as long as a file likes.
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    target.assign(placeOf(ref), copyOf(source.lookup(ref) ?? PDFNull))
  }
  return target
}

function listOf(context: PDFContext, values: readonly PDFObject[]): PDFArray {
  const list = PDFArray.withContext(context)
  for (const value of values) list.push(value)
  return list
}

/** What a file may say of itself. */
const told = [
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
  'Custom',
]

/** Whether the copy can be read, has all pages and tells nothing, asked of another reader than the one that wrote it. */
async function isClean(path: string, pages: number): Promise<boolean> {
  const { document, close } = await openPdf(path)
  try {
    const { info, metadata } = await document.getMetadata()
    const attachments: unknown = await document.getAttachments()
    await document.getPage(1)
    const isSilent = metadata === null && attachments === null && told.every((key) => !(key in info))
    return isSilent && document.numPages === pages
  } finally {
    await close()
  }
}
