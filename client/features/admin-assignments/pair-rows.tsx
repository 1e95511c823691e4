import { Fragment } from 'react'
import { Deadline } from '#client/parts/deadline.tsx'
import type { JudgedRow } from '#client/parts/many/judged-rows.tsx'
import type { AssignmentPair, JudgedAssignment } from '#shared/assigning/contract.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { OddMark } from './odd-mark.tsx'
import { words } from './words.ts'

/** What is known of a pair that was read from a list. */
export interface FromList {
  /** The line that it stands on. */
  line?: number
  /** The due date that stands there has passed. */
  duePassed?: boolean
}

interface Known extends FromList {
  /** The line that names the same pair before, and counts in its place. */
  firstLine?: number | undefined
  /** As it will be asked for. */
  pair?: AssignmentPair | undefined
  /** What is odd about it, in words. */
  odd?: readonly string[]
}

/** A judged pair as a row, with what else is known of it. */
export function pairRow(
  { paperId, reviewerId, title, reviewer, problem, warning, dueChange }: JudgedAssignment,
  { line, firstLine, duePassed, pair, odd = [] }: Known = {},
): JudgedRow {
  const due = pair?.dueAt ?? dueChange?.to
  return {
    key: `${paperId} ${reviewerId}`,
    name: `${paperId} · ${reviewer ?? reviewerId}`,
    facts: [
      line !== undefined && words.line(line),
      title,
      due && (
        <Fragment key="due">
          {words.due}{' '}
          {dueChange?.from && (
            <>
              <Deadline at={toTimestamp(new Date(dueChange.from))} /> →{' '}
            </>
          )}
          <Deadline at={toTimestamp(new Date(due))} />
        </Fragment>
      ),
      dueChange?.to === null && words.dueGeneral,
      dueChange?.to === null && dueChange.from !== null && (
        <Fragment key="before">
          {words.dueUntilNow} <Deadline at={toTimestamp(new Date(dueChange.from))} />
        </Fragment>
      ),
      firstLine !== undefined && words.firstCounts(firstLine),
      duePassed && words.duePassed,
      pair?.overrideReason && words.inSpite(pair.overrideReason),
      problem?.overridable && words.yields,
      warning,
      odd.length > 0 && <OddMark key="odd" reasons={odd} />,
    ],
    problem: problem?.message ?? null,
  }
}
