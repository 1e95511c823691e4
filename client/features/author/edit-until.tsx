import { Deadline } from '#client/parts/deadline.tsx'
import type { Timestamp } from '#shared/core/timestamp.ts'
import { words } from './words.ts'

/** Until when a file can be changed, or could be. */
export function EditUntil({ until, isOpen }: { until: Timestamp; isOpen: boolean }) {
  return (
    <span>
      {isOpen ? words.changesUntil : words.changesWereUntil} <Deadline at={until} />
    </span>
  )
}
