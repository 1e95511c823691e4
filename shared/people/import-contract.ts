import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { manyRow } from '#shared/core/many.ts'

/**
 * The import of people from a CSV like the one that is exported (decisions.md §8): first what it would do, then, as it
 * was shown, its application.
 */

/** The largest file, in bytes. */
export const PEOPLE_FILE_MAX = 1024 * 1024
export const PEOPLE_MAX = 1000

/** `new` gets an account; `changed` another role or the payments desk; `same` nothing; `refused` names why. */
const verdicts = ['new', 'changed', 'same', 'refused'] as const
export type ImportVerdict = (typeof verdicts)[number]

const importedPerson = manyRow.extend({ verdict: z.enum(verdicts) }).meta({ id: 'ImportedPerson' })
export type ImportedPerson = z.output<typeof importedPerson>

const file = {
  /** The file’s bytes, base64. */
  file: z.base64().max(Math.ceil(PEOPLE_FILE_MAX * 1.37)),
}
const bodyLimit = Math.ceil(PEOPLE_FILE_MAX * 1.4)

export const previewPeople = endpoint({
  method: 'POST',
  path: '/api/admin/users/import/preview',
  tag: 'People',
  summary: 'Reads a CSV of people and says, row by row, what importing it would do; changes nothing.',
  access: ['admin'],
  bodyLimit,
  body: z.object(file),
  answer: z.object({
    rows: z.array(importedPerson),
    /** Headings of columns that are not read. */
    unread: z.array(z.string()),
    /** What was shown; the application asks for it. */
    stamp: z.string(),
  }),
  refusals: ['invalid'],
})

export const importPeople = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  tag: 'People',
  summary:
    'Imports a CSV of people as previewed: new ones get a mail to choose a password. Makes nobody an administrator; the same file again changes nothing.',
  access: ['admin'],
  bodyLimit,
  body: z.object({ ...file, stamp: z.string().max(100) }),
  answer: z.object({ message: z.string(), rows: z.array(importedPerson) }),
  refusals: ['invalid', 'stale'],
})
