import { plainly } from '#client/api/plainly.ts'
import type { listPapers as papers } from '#shared/reviewing/desk-contract.ts'

/** The list's call, without its schema: it opens without the schema library. */
export const listPapers = plainly<typeof papers>('GET', '/api/admin/papers')
