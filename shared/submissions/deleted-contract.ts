import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { abstractId } from '#shared/core/ids.ts'
import { message, page, searchQuery } from '#shared/core/page.ts'
import { requiredText } from '#shared/core/text.ts'
import { timestamp } from '#shared/core/timestamp.ts'
import { abstractStatuses, paperStatuses } from './states.ts'

/** Submissions that their authors deleted: organisers restore them for `restoreDays`, then they go (decisions.md §7). */

export const deletedSubmission = z
  .object({
    abstractId: z.string(),
    /** Null where there was no paper. */
    paperId: z.string().nullable(),
    title: z.string(),
    fileName: z.string(),
    author: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
    /** Where it stood, and stands again when it is restored. */
    status: z.enum(abstractStatuses),
    paperStatus: z.enum(paperStatuses).nullable(),
    deletedAt: timestamp,
    /** Until then it can be restored. */
    until: timestamp,
    /** Why it cannot be all the same; null: it can. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'DeletedSubmission' })
export type DeletedSubmission = z.output<typeof deletedSubmission>

export const listDeleted = endpoint({
  method: 'GET',
  path: '/api/admin/abstracts/deleted',
  tag: 'Abstracts desk',
  summary: 'Submissions that their authors deleted and that can still be restored, the last deleted first.',
  access: ['admin'],
  query: searchQuery.omit({ status: true }),
  answer: page(deletedSubmission),
})

export const restoreAbstract = endpoint({
  method: 'POST',
  path: '/api/admin/abstracts/{abstractId}/restore',
  tag: 'Abstracts desk',
  summary: 'Restores a deleted submission as it was; author and reviewers are told.',
  access: ['admin'],
  params: z.object({ abstractId }),
  body: z.object({ reason: requiredText(2000, 'reason is required') }),
  answer: message,
  refusals: ['not_found', 'wrong_state'],
})
