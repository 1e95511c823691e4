import type { Matrix } from './matrix.ts'

/** A list, or numbers that pdf.js keeps closer; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float32Array) : []
}

/** Six numbers, or a list that holds them as its first. */
export function matrixOf(args: readonly unknown[]): Matrix {
  const six = (args.length >= 6 ? args : listOf(args[0])).map(Number)
  return [six[0] ?? 1, six[1] ?? 0, six[2] ?? 0, six[3] ?? 1, six[4] ?? 0, six[5] ?? 0]
}

/** A property of anything, own or not; undefined where it has none. */
export function entry(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
