import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { countedTitle } from '#server/affinity/typed-text.ts'
import { cutTo } from '#shared/core/cut-to.ts'
import { abstractOf } from './abstract-of.ts'
import { writtenAmong } from './doubtful-letters.ts'
import { openPdf } from './open-pdf.ts'
import { lettersOf } from './page-letters.ts'
import { pictureOf, sheetOf } from './page-picture.ts'
import { printedTitle } from './printed-title.ts'
import { usefulTitle } from './read-pdf.ts'
import { joined, linesOf, tidy } from './text-lines.ts'
import { unmarked, withoutUnlike } from './unlike.ts'
import { type Run, runsOf, type SeenPage, seenPage } from './visible-text.ts'
import { wellSeen } from './well-seen.ts'

/** What a PDF says to whom looks at it: title and abstract; and what it hides from them. */
export interface PdfText {
  title: string
  abstract: string
  /** What the first pages say, to hold a title against. */
  page: string
  /** The beginning of text that nobody sees, hardly sees, or sees otherwise; '' where there is hardly any. */
  hidden: string
}

const PAGES_READ = 2
const PAGE_MAX = 3000
const HIDDEN_MAX = 200
/** Fewer unseen letters than this are the leavings of a word processor. */
const HIDDEN_MIN = 20

/**
 * Reads title and abstract off the first pages as a person sees them. Runs in the inspector's process only. Throws for a
 * file that cannot be read.
 */
export async function readText(path: string): Promise<PdfText> {
  const { document, close } = await openPdf(path)
  const layers = await document.getOptionalContentConfig()
  const isShown = (layer: unknown) => layers.isVisible(layer)
  const pages: SeenPage[] = []
  for (let at = 1; at <= Math.min(document.numPages, PAGES_READ); at += 1) {
    const page = await document.getPage(at)
    const sheet = sheetOf(page)
    const drawing = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
    const letters = lettersOf(drawing, sheet, { object: (name) => objectOf(page, name), isShown })
    pages.push(seenPage(letters, await pictureOf(page, sheet)))
  }
  const { info } = await document.getMetadata()
  await close()
  const said = 'Title' in info && typeof info.Title === 'string' ? usefulTitle(info.Title) : null
  const seen = wellSeen(pages.flatMap(({ words }) => words))
  const writtenOf = writtenAmong([...seen])
  const runs = pages.map((page) => runsOf(page, seen, writtenOf))
  return textFrom(runs, said)
}

/** What a page’s drawing names, where it was read. */
function objectOf({ objs, commonObjs }: PDFPageProxy, name: string): unknown {
  const place = [objs, commonObjs].find((one) => one.has(name))
  return place?.get(name)
}

/** Title and abstract from the runs of the first pages; `said` is the title that the file gives itself. */
function textFrom(pages: readonly (readonly Run[])[], said: string | null): PdfText {
  const seen = pages.map((runs) => runs.filter(({ isVisible }) => isVisible))
  const unseen = pages.flat().filter(({ isVisible }) => !isVisible)
  const parted = seen.flatMap(linesOf).map(withoutUnlike)
  const lines = parted.map(({ text }) => text).filter((line) => line !== '')
  const hidden = tidy(
    [...unseen.map(({ text }) => unmarked(text)), ...parted.map(({ unlike }) => unlike)].join(' '),
  )
  // A title that nobody sees on the page is none: it would be a place for words that steer.
  const printed = withoutUnlike(printedTitle(seen[0] ?? []) ?? '').text || null
  const text = joined(lines)
  const isPrinted = said !== null && countedTitle(said, text).agreement !== 'departs'
  const isUnseen = said !== null && printed !== null && !isPrinted
  const title = (isUnseen ? printed : (said ?? printed)) ?? ''
  const letters = hidden.match(/\p{L}/gu)?.length ?? 0
  return {
    title,
    abstract: abstractOf(lines, title),
    page: cutTo(text, PAGE_MAX).trim(),
    hidden: letters < HIDDEN_MIN ? '' : cutTo(hidden, HIDDEN_MAX).trim(),
  }
}
