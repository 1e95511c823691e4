/** Cents to the decimal text of the API: `250.00`. */
export function decimalOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** The decimal text of the API or of the database to cents. */
export function centsIn(decimal: string): number {
  return Math.round(Number(decimal) * 100)
}
