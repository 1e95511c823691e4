/** An error and what caused it, a few deep. */
export function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at)
  return found
}

/** Whether an error, or what caused it, has one of these codes: SQLSTATEs, or the system's words. */
export function failsWith(error: unknown, codes: readonly string[]): boolean {
  return causesOf(error).some((at) => 'code' in at && codes.includes(String(at.code)))
}
