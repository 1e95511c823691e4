import { SCORE_MAX } from '#server/matching/problem.ts'

/** Ten-thousandths: the best reviewers of a paper differ by less than a hundredth. */
const PARTS = 10_000
const IMPOSSIBLE = 0xffff
const WIDTH = 2
/** How proposals were kept before: a byte a pair, hundredths. */
const [EARLIER_PARTS, EARLIER_IMPOSSIBLE] = [100, 0xff]

/** The scores (0 to SCORE_MAX) of a proposal's pairs, to be looked at later; a pair that cannot be has null. */
export function keptScores(pairs: number) {
  const bytes = new Uint8Array(WIDTH * pairs)
  const view = new DataView(bytes.buffer)
  return {
    bytes,
    keep: (pair: number, score: number | null) =>
      view.setUint16(WIDTH * pair, score === null ? IMPOSSIBLE : Math.round((score * PARTS) / SCORE_MAX)),
  }
}

/** Reads what {@link keptScores} made, or an earlier version of it, of so many pairs: 0 to 1, null where it cannot be. */
export function scoreReader(bytes: Uint8Array, pairs: number): (pair: number) => number | null {
  const isEarlier = bytes.length === pairs
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (pair) => {
    const kept = isEarlier ? view.getUint8(pair) : view.getUint16(WIDTH * pair)
    if (kept === (isEarlier ? EARLIER_IMPOSSIBLE : IMPOSSIBLE)) return null
    return kept / (isEarlier ? EARLIER_PARTS : PARTS)
  }
}
