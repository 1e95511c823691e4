import { and, inArray, isNull } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'

/** People who review: role reviewer or both, and not disabled. */
export const reviewerRole = and(inArray(users.role, ['reviewer', 'both']), isNull(users.disabledAt))
