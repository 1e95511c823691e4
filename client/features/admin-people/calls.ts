import { plainly } from '#client/api/plainly.ts'
import type { listUsers as users } from '#shared/people/desk-contract.ts'

/** The list's call, without its schema: it opens without the schema library. */
export const listUsers = plainly<typeof users>('GET', '/api/admin/users')
