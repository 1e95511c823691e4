import { sql } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import type { Role } from '#shared/core/roles.ts'

/** People who review: role reviewer or both, and not disabled. In the very words of their index (`users_reviewers`). */
export const reviewerRole = sql`(${users.role} in ('reviewer', 'both') and ${users.disabledAt} is null)`

const reviews = (role: Role) => role === 'reviewer' || role === 'both'

/** Whether somebody becomes a reviewer by a change of role. */
export const becomesReviewer = (from: Role, to: Role): boolean => reviews(to) && !reviews(from)
