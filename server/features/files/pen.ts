import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { listOf } from './operands.ts'

/** How lines are drawn (ISO 32000-2, 8.4.3); lengths in the units of their place. */
export interface Pen {
  width: number
  /** 0 ends a line where it ends, 1 and 2 half a width later. */
  cap: number
  /** Lengths that are drawn and left out in turn; all is drawn without any. */
  dash: readonly number[]
  phase: number
}

/** As a page begins. */
export const FIRST_PEN: Pen = { width: 1, cap: 0, dash: [], phase: 0 }

/** What an operator changes of it; undefined for one that changes nothing. */
export function penAfter(op: number, args: readonly unknown[]): Partial<Pen> | undefined {
  if (op === OPS.setLineWidth) return { width: Math.abs(Number(args[0] ?? 1)) }
  if (op === OPS.setLineCap) return { cap: Number(args[0] ?? 0) }
  if (op === OPS.setDash) return { dash: listOf(args[0]).map(Number), phase: Number(args[1] ?? 0) }
  return undefined
}

/** Which share of the beginning of a line is drawn, 0 to 1. */
export function drawnShare({ dash, phase }: Pen, length: number): number {
  const lengths = dash.length % 2 === 1 ? [...dash, ...dash] : dash
  const period = lengths.reduce((sum, one) => sum + one, 0)
  if (!(period > 0) || !(length > 0)) return 1
  const all = lengths.reduce((sum, one, at) => (at % 2 === 0 ? sum + one : sum), 0)
  /** How much is drawn up to a place. */
  const until = (place: number) => {
    let rest = place % period
    let sum = Math.floor(place / period) * all
    for (const [at, one] of lengths.entries()) {
      if (at % 2 === 0) sum += Math.min(one, rest)
      rest -= Math.min(one, rest)
    }
    return sum
  }
  const from = Math.max(0, phase)
  return (until(from + length) - until(from)) / length
}
