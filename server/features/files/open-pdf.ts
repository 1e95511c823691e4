import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MaskCanvases, MaskFilters } from './picture-canvas.ts'

/**
 * Opens the PDF at a path as a viewer does. In the inspector's process only. Throws for a file that cannot be read.
 */
export async function openPdf(path: string) {
  const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  // pdf.js reads them as files: it takes paths, and finds nothing under file URLs.
  const folder = (name: string) => join(packageFolder, name, '/')
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    // The outlines of letters stay when a page is drawn.
    fontExtraProperties: true,
    CanvasFactory: MaskCanvases,
    FilterFactory: MaskFilters,
    useSystemFonts: false,
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  })
  return { document: await task.promise, close: () => task.destroy() }
}
