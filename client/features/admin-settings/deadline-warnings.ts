import { deadlineNames } from '#client/parts/deadline-words.ts'
import { type DeadlineKind, deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { words } from './words.ts'

/** What comes before what, as long as both have a deadline: revised work and reviews follow the paper. */
const ORDER = [
  ['abstract', 'paper'],
  ['paper', 'resubmission'],
  ['paper', 'review'],
] as const

interface Typed {
  typed: (kind: DeadlineKind) => string | undefined
  /** As it was saved last. */
  saved: (kind: DeadlineKind) => string | undefined
  now: Date
}

/**
 * What is odd about each deadline as it is typed: it has passed, comes before one that it should follow, or is taken away.
 * Saved it is all the same.
 */
export function deadlineWarnings({ typed, saved, now }: Typed): Partial<Record<DeadlineKind, string>> {
  const at = (kind: DeadlineKind) => Date.parse(typed(kind) ?? '')
  return Object.fromEntries(
    deadlineKinds.flatMap((kind) => {
      const said = [
        ...(typed(kind) === '' && (saved(kind) ?? '') !== '' ? [words.deadlineTaken] : []),
        ...(at(kind) < now.getTime() ? [words.deadlinePassed] : []),
        ...ORDER.filter(([first, then]) => then === kind && at(then) < at(first)).map(([first]) =>
          words.deadlineBefore(deadlineNames[first]),
        ),
      ]
      return said.length === 0 ? [] : [[kind, said.join(' ')]]
    }),
  )
}
