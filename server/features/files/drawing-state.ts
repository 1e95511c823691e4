import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Matrix, times, UNIT } from './matrix.ts'
import { listOf, matrixOf } from './operands.ts'
import { FIRST_SETTING, settingAfter, type TextSetting } from './text-setting.ts'

/** How text is drawn at a moment, and where. */
export interface State extends TextSetting {
  ctm: Matrix
  /** Where text goes on, and where its line began. */
  text: Matrix
  line: Matrix
}

/** As a page begins that a matrix takes to where it is looked at. */
export const firstState = (ctm: Matrix): State => ({ ctm, text: UNIT, line: UNIT, ...FIRST_SETTING })

/** The state after an operator that draws nothing; the same after any other. */
export function stateAfter(op: number, args: readonly unknown[], state: State): State {
  const [first = 0, second = 0] = args.map(Number)
  switch (op) {
    case OPS.transform:
      return { ...state, ctm: times(state.ctm, matrixOf(args)) }
    case OPS.beginText:
      return { ...state, text: UNIT, line: UNIT }
    case OPS.setTextMatrix:
      return { ...state, text: matrixOf(args), line: matrixOf(args) }
    case OPS.moveText:
      return movedBy(state, first, second)
    case OPS.setLeadingMoveText:
      return movedBy({ ...state, leading: -second }, first, second)
    case OPS.nextLine:
    case OPS.nextLineShowText:
      return movedBy(state, 0, -state.leading)
    case OPS.setGState:
      return { ...state, ...fontIn(args[0]) }
    default: {
      const change = settingAfter(op, args)
      return change === undefined ? state : { ...state, ...change }
    }
  }
}

function movedBy(state: State, x: number, y: number): State {
  const line = times(state.line, [1, 0, 0, 1, x, y])
  return { ...state, line, text: line }
}

/** A graphics state's font and its size. */
function fontIn(entries: unknown): Pick<State, 'font' | 'size'> | undefined {
  for (const one of listOf(entries)) {
    const [key, value] = listOf(one)
    const [font, size] = listOf(value)
    if (key === 'Font' && typeof font === 'string') return { font, size: Number(size ?? 0) }
  }
  return undefined
}
