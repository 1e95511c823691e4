import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Mask } from './groups.ts'
import { colourOf, coloursOf, FIRST_INK, givenIn, graphicsOf, type Ink } from './ink.ts'
import { type Matrix, times, UNIT } from './matrix.ts'
import { listOf, matrixOf } from './operands.ts'
import type { Shape } from './paints.ts'
import { penAfter } from './pen.ts'
import { FIRST_SETTING, settingAfter, type TextSetting } from './text-setting.ts'

/** How things are drawn at a moment. */
export interface State extends Ink, TextSetting {
  ctm: Matrix
  clips: readonly Shape[]
  mask: Mask | undefined
}

/** As a page begins. */
export const FIRST_STATE: State = { ctm: UNIT, clips: [], mask: undefined, ...FIRST_SETTING, ...FIRST_INK }

/** What a drawing refers to, and the soft mask that was drawn last. */
interface Known {
  object: (name: string) => unknown
  mask: Mask | undefined
}

/** The state after an operator that draws nothing; the same after any other. */
export function stateAfter(op: number, args: readonly unknown[], state: State, known: Known): State {
  switch (op) {
    case OPS.transform:
      return { ...state, ctm: times(state.ctm, matrixOf(args)) }
    case OPS.setFillRGBColor:
      return { ...state, fill: [colourOf(args)] }
    case OPS.setStrokeRGBColor:
      return { ...state, stroke: [colourOf(args)] }
    case OPS.setFillColorN:
      return { ...state, fill: coloursOf(args, known.object) }
    case OPS.setStrokeColorN:
      return { ...state, stroke: coloursOf(args, known.object) }
    case OPS.setGState:
      return {
        ...state,
        ...graphicsOf(args[0], state),
        ...fontIn(args[0]),
        mask: maskIn(args[0], state, known),
      }
    default: {
      const change = settingAfter(op, args) ?? penAfter(op, args)
      return change === undefined ? state : { ...state, ...change }
    }
  }
}

/** A graphics state's font and its size. */
function fontIn(entries: unknown): Pick<State, 'font' | 'size'> | undefined {
  const [font, size] = listOf(givenIn(entries).get('Font'))
  return typeof font === 'string' ? { font, size: Number(size ?? 0) } : undefined
}

/** The soft mask after a graphics state was set: the one drawn for it, none, or still the same. */
function maskIn(entries: unknown, state: State, known: Known): Mask | undefined {
  const mask = givenIn(entries).get('SMask')
  if (mask === undefined) return state.mask
  return mask === true ? known.mask : undefined
}
