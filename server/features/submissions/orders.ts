import { alphabet, rankAmong } from '#server/db/schema/columns.ts'
import { submissions } from '#server/db/schema.ts'
import { alphabetical, ascending, latest } from '#server/db/sort.ts'
import { stages } from '#shared/submissions/states.ts'

/** The orders that all lists of submissions have. A status goes from the beginning of a submission's life to its end. */
export const submissionOrders = {
  newest: latest(submissions.submittedAt, submissions.id),
  changed: latest(submissions.updatedAt, submissions.id),
  id: ascending(submissions.serial, submissions.id),
  title: alphabetical(alphabet(submissions.title), submissions.id),
  status: ascending(rankAmong(submissions.stage, stages), submissions.id),
}
