import { open, readFile } from 'node:fs/promises'
import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib'
import { broken, encrypted, notAPdf, type PdfFacts } from './pdf-facts.ts'

/** Readers accept a header within the first kilobyte (ISO 32000-1, Annex H.3.4.1). */
const HEADER_WITHIN = 1024

/**
 * Reads a PDF's structure: header, encryption, page tree, title. Runs in the inspector's process only, because a
 * hostile file can take any amount of time and memory.
 */
export async function readPdf(path: string): Promise<PdfFacts> {
  if (!(await hasHeader(path))) return notAPdf
  let document: PDFDocument
  try {
    document = await PDFDocument.load(await readFile(path), {
      ignoreEncryption: true,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
  } catch {
    return broken
  }
  if (document.isEncrypted) return encrypted
  try {
    const pages = document.getPageCount()
    return pages > 0 ? { ok: true, pages, title: titleOf(document) } : broken
  } catch {
    return broken
  }
}

async function hasHeader(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADER_WITHIN), 0, HEADER_WITHIN, 0)
    return buffer.subarray(0, bytesRead).includes('%PDF-')
  } finally {
    await file.close()
  }
}

function titleOf(document: PDFDocument): string | null {
  try {
    return usefulTitle(document.getTitle() ?? '')
  } catch {
    return null
  }
}

/** A title that tells something: no file name, no word processor's default; tidied and bounded. */
export function usefulTitle(given: string): string | null {
  const title = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const saysNothing =
    title.length < 4 ||
    /^(untitled|title|document\d*|no title|microsoft (word|powerpoint).*|powerpoint presentation)$/i.test(
      title,
    ) ||
    /\.(pdf|docx?|tex|dvi|odt|rtf|indd|pptx?|ps)$/i.test(title) ||
    !/\p{L}{2}/u.test(title)
  return saysNothing ? null : title.slice(0, 300)
}
