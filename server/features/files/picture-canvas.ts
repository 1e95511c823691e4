import { randomInt } from 'node:crypto'
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas'

/** Which signs stand in for letters: cells of a grid, so many across and so many down, a random half of them. */
const [ACROSS, DOWN] = [3, 4]
/** Where the grid is, of the letters' size, its middle above where the letter begins; no broader than narrow letters, which would be piled up. */
const [HALF_WIDTH, HEIGHT] = [0.16, 0.66]

/** Nobody who makes a file knows which sign it is: what shows it on a page was drawn by us. */
const cells = Array.from({ length: ACROSS * DOWN }, (_, at) => ({ at, order: randomInt(2 ** 32) }))
  .sort((a, b) => a.order - b.order)
  .slice(0, (ACROSS * DOWN) / 2)
  .map(({ at }) => [at % ACROSS, Math.floor(at / ACROSS)] as const)

/** The corners of each part of the sign that stands in for a letter of size 1, from the lower left. */
const signBoxes = cells.map(([column, row]) => {
  const [width, height] = [(2 * HALF_WIDTH) / ACROSS, HEIGHT / DOWN]
  const [left, bottom] = [column * width - HALF_WIDTH, row * height]
  return [left, bottom, left + width, bottom + height] as const
})

/** The sign as pdf.js has paths; see {@link prepared}. */
export const signPath: readonly number[] = signBoxes.flatMap(([left, bottom, right, top]) => [
  0,
  left,
  bottom,
  1,
  right,
  bottom,
  1,
  right,
  top,
  1,
  left,
  top,
  4,
])

/** How a mask's pixels become alpha. */
type Masking = (red: number, green: number, blue: number, alpha: number) => number

const maskings = new Map<string, Masking>()

/** The filters of soft masks, which pdf.js does not have outside a browser (ISO 32000-2 §11.5). */
export class MaskFilters {
  addFilter(): string {
    return 'none'
  }
  addHCMFilter(): string {
    return 'none'
  }
  addHighlightHCMFilter(): string {
    return 'none'
  }
  addAlphaFilter(map: ArrayLike<number>): string {
    return filterFor((_red, _green, _blue, alpha) => map[Math.round(alpha)] ?? 0)
  }
  addLuminosityFilter(map?: ArrayLike<number> | null): string {
    return filterFor((red, green, blue, alpha) => {
      const light = ((0.3 * red + 0.59 * green + 0.11 * blue) * alpha) / 255
      return map?.[Math.round(light)] ?? light
    })
  }
  destroy(): void {
    maskings.clear()
  }
}

function filterFor(masking: Masking): string {
  const name = `mask-${maskings.size}`
  maskings.set(name, masking)
  return name
}

/** Makes the canvases that pdf.js draws parts of a page on. */
export class MaskCanvases {
  /** The canvas that was made last. */
  static last: Canvas | undefined

  create(width: number, height: number) {
    if (!(width > 0 && height > 0)) throw new Error('A canvas has to have a size.')
    const canvas = prepared(createCanvas(width, height))
    MaskCanvases.last = canvas
    return { canvas, context: canvas.getContext('2d') }
  }
  reset({ canvas }: { canvas: Canvas }, width: number, height: number): void {
    canvas.width = width
    canvas.height = height
  }
  destroy(one: { canvas: Canvas | null; context: unknown }): void {
    if (one.canvas !== null) {
      one.canvas.width = 0
      one.canvas.height = 0
    }
    one.canvas = null
    one.context = null
  }
}

/**
 * A canvas that knows the filters of {@link MaskFilters}, and that draws a sign of ours in place of each letter whose font
 * the file does not have: which letters a machine has is no matter, but how they are drawn is.
 */
export function prepared(canvas: Canvas): Canvas {
  const context = canvas.getContext('2d')
  withSigns(context)
  withMasks(context)
  return canvas
}

/** Fills a canvas with white, however it is going to be drawn on. */
export function whiten(canvas: Canvas): void {
  const context = canvas.getContext('2d')
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.restore()
}

function withSigns(context: SKRSContext2D): void {
  const sizeOf = () => Number.parseFloat(context.font.split(' ').find((word) => word.endsWith('px')) ?? '0')
  const signAt = (x: number, y: number) => {
    const size = sizeOf()
    const sign = new Path2D()
    for (const [left, bottom, right, top] of signBoxes)
      sign.rect(x + left * size, y - top * size, (right - left) * size, (top - bottom) * size)
    return sign
  }
  context.fillText = (_text, x, y) => context.fill(signAt(x, y))
  context.strokeText = (_text, x, y) => context.stroke(signAt(x, y))
  const measured = context.measureText('')
  // Of no breadth, so that pdf.js sets it in the middle of the letter's own.
  context.measureText = () => ({ ...measured, width: 0 })
}

function withMasks(context: SKRSContext2D): void {
  let masking: Masking | undefined
  const native = context.drawImage.bind(context)
  Object.defineProperty(context, 'filter', {
    get: () => 'none',
    set: (name: unknown) => {
      masking = maskings.get(String(name))
    },
  })
  const draw = (image: Canvas, ...numbers: number[]) => {
    const [x = 0, y = 0, width = 0, height = 0, ...to] = numbers
    if (masking === undefined || to.length === 0) return Reflect.apply(native, undefined, [image, ...numbers])
    const mask = masked(image, [x, y, width, height], masking)
    masking = undefined
    return Reflect.apply(native, undefined, [mask, 0, 0, width, height, ...to])
  }
  Object.defineProperty(context, 'drawImage', { value: draw, writable: true })
}

/** A part of a canvas as a mask. */
function masked(
  image: Canvas,
  [x, y, width, height]: [number, number, number, number],
  masking: Masking,
): Canvas {
  const mask = createCanvas(width, height)
  const context = mask.getContext('2d')
  context.drawImage(image, x, y, width, height, 0, 0, width, height)
  const part = context.getImageData(0, 0, width, height)
  const { data } = part
  for (let at = 0; at < data.length; at += 4)
    data[at + 3] = masking(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0)
  context.putImageData(part, 0, 0)
  return mask
}
