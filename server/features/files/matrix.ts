/** A transformation of the plane, as PDF writes it. */
export type Matrix = readonly [number, number, number, number, number, number]

export const UNIT: Matrix = [1, 0, 0, 1, 0, 0]

/** One after the other: `b` is done first. */
export function times(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ]
}

/** Where a point comes to lie. */
export function at(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]
}

/** The bounds of a box after a transformation. */
export function boxAt(m: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): number[] {
  const corners = [at(m, left, bottom), at(m, right, top), at(m, left, top), at(m, right, bottom)]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
