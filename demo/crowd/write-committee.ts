import type { Db } from '#server/db/db.ts'
import * as schema from '#server/db/schema.ts'
import { insertAll } from './insert.ts'
import { newId } from './new-id.ts'
import type { Committee } from './reviewing.ts'
import type { Tale } from './tale.ts'

/** Writes assignments, reviews and declared conflicts. */
export async function writeCommittee(
  tx: Db,
  { assignments, reviews }: Committee,
  chair: string,
  ids: ReadonlyMap<Tale, string>,
): Promise<void> {
  const idOf = (tale: Tale) => ids.get(tale) ?? ''
  await insertAll(
    tx,
    schema.assignments,
    assignments.map(({ id, tale, reviewerId, at, dueAt, ended }) => ({
      id,
      submissionId: idOf(tale),
      reviewerId,
      assignedBy: chair,
      assignedAt: at,
      dueAt,
      endedAt: ended?.at ?? null,
      endedHow: ended?.how ?? null,
      endedReason: ended?.reason ?? null,
    })),
  )
  await insertAll(
    tx,
    schema.conflicts,
    assignments.flatMap(({ tale, reviewerId, ended }) =>
      ended?.how === 'conflict'
        ? [{ submissionId: idOf(tale), reviewerId, reason: ended.reason, declaredAt: ended.at }]
        : [],
    ),
  )
  await insertAll(
    tx,
    schema.reviews,
    reviews.map(({ tale, assignment, round, verdict, score, comments, at }) => ({
      id: newId(),
      submissionId: idOf(tale),
      assignmentId: assignment.id,
      reviewerId: assignment.reviewerId,
      round,
      verdict,
      score,
      comments,
      submittedAt: at,
    })),
  )
}
