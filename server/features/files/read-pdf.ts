import { open } from 'node:fs/promises'
import { ParseSpeeds, PDFDocument, PDFNull } from '@cantoo/pdf-lib'
import { isSystemError } from '#server/core/system-error.ts'
import { inMemory } from './in-memory.ts'
import { broken, cutOff, encrypted, notAPdf, type PdfFacts } from './pdf-facts.ts'

/**
 * Readers accept a header within the first kilobyte, after what mail gateways and printers put before it, and want
 * the end within the last (ISO 32000-1, Annex H, notes to 3.4.1 and 3.4.4).
 */
const ENDS_WITHIN = 1024
/** What is longer is no title but text that stands in its place. */
export const TITLE_MAX = 300

/**
 * Reads a PDF's structure: header, encryption, page tree, title. Runs in the inspector's process only, because a
 * hostile file can take any amount of time and memory.
 */
export async function readPdf(path: string): Promise<PdfFacts> {
  const { head, tail } = await endsOf(path)
  if (!head.includes('%PDF-')) return notAPdf
  // The parser makes something of a file cut in half, with half of the pages.
  if (!/startxref\s+\d+/.test(tail)) return cutOff
  return inMemory(path, factsOf)
}

async function factsOf(bytes: Uint8Array): Promise<PdfFacts> {
  let document: PDFDocument
  try {
    document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
  } catch (error) {
    if (isSystemError(error)) throw error
    return broken
  }
  // Not `isEncrypted`: that misses a key to a dictionary that is not there.
  const { Encrypt: encryption } = document.context.trailerInfo
  if (encryption !== undefined && encryption !== PDFNull) return encrypted
  try {
    const pages = document.getPageCount()
    return pages > 0 ? { ok: true, pages, title: titleOf(document) } : broken
  } catch {
    return broken
  }
}

async function endsOf(path: string): Promise<{ head: string; tail: string }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const from = async (position: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(ENDS_WITHIN), 0, ENDS_WITHIN, position)
      return buffer.toString('latin1', 0, bytesRead)
    }
    return { head: await from(0), tail: await from(Math.max(0, size - ENDS_WITHIN)) }
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

/** A title that tells something: no file name, no word processor's default, and no text in its place; tidied. */
export function usefulTitle(given: string): string | null {
  const title = given
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const saysNothing =
    title.length < 4 ||
    /^(untitled|title|document\d*|no title|microsoft (word|powerpoint).*|powerpoint presentation)$/i.test(
      title,
    ) ||
    /\.(pdf|docx?|tex|dvi|odt|rtf|indd|pptx?|ps|html?|md|txt)$/i.test(title) ||
    !/\p{L}{2}/u.test(title)
  return saysNothing || title.length > TITLE_MAX ? null : title
}
