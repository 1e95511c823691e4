import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** An element of a tagged PDF. */
export interface TagNode {
  role?: string
  children?: TagNode[]
}

/** What a reader finds in a PDF: its own words about itself, its lines of text in their order, its tags by page. */
export async function readPdfPages(bytes: Buffer) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const { info } = await document.getMetadata()
  const lines: string[] = []
  const trees: (TagNode | null)[] = []
  for (let at = 1; at <= document.numPages; at += 1) {
    const page = await document.getPage(at)
    const { items } = await page.getTextContent()
    lines.push(...items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])))
    trees.push((await page.getStructTree()) as TagNode | null)
  }
  const marked = await document.getMarkInfo()
  await task.destroy()
  return { info: info as Record<string, unknown>, lines, trees, marked, pages: document.numPages }
}
