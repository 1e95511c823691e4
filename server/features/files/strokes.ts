import type { Shade } from './blended.ts'
import { at, boxAt, inverseOf, type Matrix, UNIT } from './matrix.ts'
import { type Paint, shapeOf } from './paints.ts'
import { drawnShare, type Pen } from './pen.ts'

/** A line that is drawn for a smaller share of its way hides nothing. */
const DASH_MIN = 0.95

/**
 * Where a path of pdf.js is drawn as a line: within half its width of it, as its place is stretched. Undefined where that
 * is nowhere, and of a dashed one.
 */
export function strokeOf(
  ctm: Matrix,
  path: readonly number[],
  pen: Pen,
  { shade, isClosed }: { shade: Shade; isClosed: boolean },
): Pick<Paint, 'shadeAt' | 'box' | 'points'> | undefined {
  const back = inverseOf(ctm)
  const half = pen.width / 2
  if (back === undefined || half === 0) return undefined
  const { box, lines, points } = shapeOf(UNIT, path, false)
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  if (drawnShare(pen, Math.max(right - left, top - bottom, pen.width)) < DASH_MIN) return undefined
  const more = pen.cap === 0 ? 0 : half
  return {
    box: boxAt(ctm, [left - half, bottom - half, right + half, top + half]),
    points,
    shadeAt: (x, y) => {
      const [px, py] = at(back, x, y)
      return lines.some((line) => isNear(line, [px, py], { half, more, isClosed })) ? shade : undefined
    },
  }
}

function isNear(
  line: readonly number[],
  [x, y]: readonly [number, number],
  { half, more, isClosed }: { half: number; more: number; isClosed: boolean },
): boolean {
  const last = line.length - (isClosed ? 0 : 2)
  for (let place = 0; place < last; place += 2) {
    const next = place + 3 < line.length ? place + 2 : 0
    const [x1, y1] = [line[place] ?? 0, line[place + 1] ?? 0]
    const [dx, dy] = [(line[next] ?? 0) - x1, (line[next + 1] ?? 0) - y1]
    const length = Math.hypot(dx, dy)
    const [ux, uy] = length === 0 ? [1, 0] : [dx / length, dy / length]
    const along = (x - x1) * ux + (y - y1) * uy
    if (along < -more || along > length + more) continue
    if (Math.abs((x - x1) * uy - (y - y1) * ux) <= half) return true
  }
  return false
}
