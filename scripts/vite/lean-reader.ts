import { parse } from 'postcss'
import type { Plugin } from 'vite'

/** What pdf.js draws where nothing is edited: pages as they are turned, their text and marks, their links and forms. */
const DRAWN =
  /^:root$|^\[data-main-rotation|\.(?:pdfViewer|page|spread|canvasWrapper|detailView|hiddenCanvasElement|textLayer|annotationLayer)\b|#hiddenCopyElement/
/** What it has for editing, forms in XML, comments, and a frame of its own; named wherever they stand. */
const UNUSED = /editor|xfa|comment|dialog|sidebar|presentation|#(?!hiddenCopyElement)/i
const UNUSED_PROPERTIES = /editor|xfa|signature|alt-text/i

/**
 * Leaves out of pdf.js' style sheet what the reader never shows: nine tenths of 255 KB. A sheet stays in a page that once
 * opened a paper, and the browser holds each of its selectors against everything on every later screen.
 */
export function leanReader(): Plugin {
  return {
    name: 'lean-reader',
    enforce: 'pre',
    transform: {
      filter: { id: /\/pdf_viewer\.css$/ },
      handler: drawnAlone,
    },
  }
}

/** What is left of the sheet. */
export function drawnAlone(sheet: string): string {
  const root = parse(sheet)
  root.walkRules((rule) => {
    const drawn = rule.selectors.filter((selector) => DRAWN.test(selector) && !UNUSED.test(selector))
    if (drawn.length === 0) rule.remove()
    else rule.selectors = drawn
  })
  root.walkDecls(UNUSED_PROPERTIES, (declaration) => {
    declaration.remove()
  })
  root.walkAtRules((group) => {
    if (group.nodes?.length === 0) group.remove()
  })
  return root.toString()
}
