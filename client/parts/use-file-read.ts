import { useState } from 'react'
import type { Timestamp } from '#shared/core/timestamp.ts'

/**
 * Names the file that is read beside a form: another name once a newer one may have come. What happens after there is
 * nothing to decide any more leaves it open where it is read.
 */
export function useFileRead({ _seconds, _nanoseconds }: Timestamp, isOpen: boolean): string {
  const now = `${_seconds}.${_nanoseconds}`
  const [kept, setKept] = useState(now)
  if (isOpen && kept !== now) setKept(now)
  return isOpen ? now : kept
}
