/** Whether the machine failed (a disk, a limit), by what Node says of a call to the system: nothing is said of what was read. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}

/** Whether it is the error of this code, of the system (errno(3), such as `ENOENT`) or of Node. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
