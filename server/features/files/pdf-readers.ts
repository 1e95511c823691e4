import { quietTimes } from '#server/core/quiet.ts'
import { createPdfInspector, type PdfInspector } from './inspect-pdf.ts'

/** What the text of a PDF may take of the processor, in milliseconds: a page is drawn too. */
const READING_BUSY_MS = 60_000
/** What looking at a file that arrives may take of the processor, and by the clock: its sender waits for it. */
const ARRIVING_BUSY_MS = 10_000
const ARRIVING_MS = 30_000
/** What a cleaned copy of a PDF may take of the processor. */
const CLEANING_BUSY_MS = 45_000
/** How long text or copy may take by the clock: while others want the processor hardly any is left for it, and it is tried again later. */
const READING_MS = 100_000

/** The processes that read PDFs; each starts when it is first needed. */
export interface PdfReaders {
  /** For what arrives. */
  inspector: PdfInspector
  /** For the text, by which nobody is kept waiting. */
  reader: PdfInspector
  /** For copies that do not say who made them. */
  cleaner: PdfInspector
  close: () => Promise<void>
}

/** Three processes, so that no upload waits for a text, which is read in quiet moments and yields more, and no reviewer for either. */
export function openPdfReaders(untilQuiet = quietTimes()): PdfReaders {
  const inspector = createPdfInspector({ timeMs: ARRIVING_MS, busyMs: ARRIVING_BUSY_MS })
  const reader = createPdfInspector({
    timeMs: READING_MS,
    busyMs: READING_BUSY_MS,
    priority: 'unhurried',
    before: untilQuiet,
  })
  const cleaner = createPdfInspector({ timeMs: READING_MS, busyMs: CLEANING_BUSY_MS })
  return {
    inspector,
    reader,
    cleaner,
    close: async () => {
      await inspector.close()
      await reader.close()
      await cleaner.close()
    },
  }
}
