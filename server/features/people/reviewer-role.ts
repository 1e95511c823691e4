import { sql } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'

/** People who review: role reviewer or both, and not disabled. In the very words of their index (`users_reviewers`). */
export const reviewerRole = sql`(${users.role} in ('reviewer', 'both') and ${users.disabledAt} is null)`
