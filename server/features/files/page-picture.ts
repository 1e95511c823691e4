import { createCanvas } from '@napi-rs/canvas'
import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Matrix } from './matrix.ts'
import { matrixOf } from './operands.ts'
import { MaskCanvases, prepared, whiten } from './picture-canvas.ts'

/** Pixels a point, on a page that is no larger than A4: letters of 10 points are 20 pixels high. */
const PIXELS_A_POINT = 2
/** Square points of A4: a larger page is looked at from as far as shows all of it. */
const COMMON_AREA = 595.28 * 841.89
/** No side of a picture is longer, in pixels. */
const SIDE_MAX = 6000

/** How a page is looked at. */
export interface Sheet {
  /** Bounds of its picture in pixels. */
  width: number
  height: number
  /** Takes its drawing to the picture, whose rows go down. */
  matrix: Matrix
  /** Pixels a point of its own. */
  scale: number
  /** Pixels a point as it is read: of a page of common size, or of a large one seen from further away. */
  readingScale: number
}

/** A page as it is seen. */
export interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel, row by row from above. */
  pixels: Uint8ClampedArray
}

/** From how far a page is looked at. */
export function sheetOf(page: PDFPageProxy): Sheet {
  const { width, height } = page.getViewport({ scale: 1 })
  const far = Math.max(1, Math.sqrt((width * height) / COMMON_AREA))
  const scale = Math.min(PIXELS_A_POINT / far, SIDE_MAX / Math.max(width, height))
  const viewport = page.getViewport({ scale })
  return {
    width: Math.max(1, Math.round(viewport.width)),
    height: Math.max(1, Math.round(viewport.height)),
    matrix: matrixOf(viewport.transform),
    scale,
    readingScale: PIXELS_A_POINT,
  }
}

/** The picture that pdf.js makes of a page, with its annotations, and with the layers that are on. Throws where it cannot. */
export async function pictureOf(page: PDFPageProxy, { width, height, scale }: Sheet): Promise<Picture> {
  const canvas = prepared(createCanvas(width, height))
  const context = canvas.getContext('2d')
  keepBounds(page.objs)
  MaskCanvases.last = undefined
  await page.render({
    canvas: null,
    // It has all that pdf.js uses of a browser's.
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport: page.getViewport({ scale }),
    annotationMode: AnnotationMode.ENABLE,
    operationsFilter: (index: number) => {
      // A page that blends is drawn on a canvas of its own first. Paper is white, and other viewers blend with that.
      if (index === 0 && MaskCanvases.last !== undefined) whiten(MaskCanvases.last)
      return true
    },
  }).promise
  return { width, height, pixels: context.getImageData(0, 0, width, height).data }
}

/** pdf.js draws a gradient beyond its bounds where it begins at the origin: so it begins a hair beside it. */
function keepBounds(objects: PDFPageProxy['objs']): void {
  const get = objects.get.bind(objects)
  const value = (...args: unknown[]): unknown => {
    const found: unknown = Reflect.apply(get, undefined, args)
    const parts: readonly unknown[] = Array.isArray(found) ? found : []
    const [kind, , bounds, , begin] = parts
    const isAtOrigin = kind === 'RadialAxial' && bounds !== null && Array.isArray(begin) && begin[0] === 0
    if (isAtOrigin) begin[0] = Number.MIN_VALUE
    return found
  }
  Object.defineProperty(objects, 'get', { value, configurable: true })
}
