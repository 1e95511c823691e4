import { deadlineNames } from '#client/parts/deadline-words.ts'
import { type DeadlineKind, deadlineKinds } from '#shared/settings/deadline-kinds.ts'
import { words } from './words.ts'

/** What comes before what, as long as both have a deadline: revised work and reviews follow the paper. */
const ORDER = [
  ['abstract', 'paper'],
  ['paper', 'resubmission'],
  ['paper', 'review'],
] as const

/** What is odd about each deadline as it is typed: it has passed, or comes before one that it should follow. Saved it is all the same. */
export function deadlineWarnings(
  typed: (kind: DeadlineKind) => string | undefined,
  now: Date,
): Partial<Record<DeadlineKind, string>> {
  const at = (kind: DeadlineKind) => Date.parse(typed(kind) ?? '')
  return Object.fromEntries(
    deadlineKinds.flatMap((kind) => {
      const said = [
        ...(at(kind) < now.getTime() ? [words.deadlinePassed] : []),
        ...ORDER.filter(([first, then]) => then === kind && at(then) < at(first)).map(([first]) =>
          words.deadlineBefore(deadlineNames[first]),
        ),
      ]
      return said.length === 0 ? [] : [[kind, said.join(' ')]]
    }),
  )
}
