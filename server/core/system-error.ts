/** Whether the machine failed (a disk, a limit), by what Node says of a call to the system: nothing is said of what was read. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}
