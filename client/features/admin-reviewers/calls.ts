import { plainly } from '#client/api/plainly.ts'
import type * as people from '#shared/people/desk-contract.ts'
import type * as reviewing from '#shared/reviewing/desk-contract.ts'
import type * as reviewers from '#shared/reviewing/reviewer-desk-contract.ts'

/** The calls of the list and what is done in it, without their schemas: it opens without the schema library. */
export const listReviewers = plainly<typeof reviewing.listReviewers>('GET', '/api/admin/reviewers')
export const markExperienced = plainly<typeof people.markExperienced>(
  'PUT',
  '/api/admin/reviewers/experienced',
)
export const changeUser = plainly<typeof people.changeUser>('PATCH', '/api/admin/users/{userId}')
export const previewReminders = plainly<typeof reviewers.previewReminders>(
  'POST',
  '/api/admin/reviewers/reminders/preview',
)
export const remindReviewers = plainly<typeof reviewers.remindReviewers>(
  'POST',
  '/api/admin/reviewers/reminders',
)
