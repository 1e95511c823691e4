import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { manyRow } from '#shared/core/many.ts'
import { roleSchema } from '#shared/core/roles.ts'
import { email, line } from '#shared/core/text.ts'

/**
 * The import of people from a CSV like the one that is exported (decisions.md §8): first what it would do, then, person
 * by person as it was shown, its application.
 */

/** The largest file, in bytes. */
export const PEOPLE_FILE_MAX = 5 * 1024 * 1024
export const PEOPLE_MAX = 10_000
/**
 * The most people of one application; a client sends a long list in several. The embedded database does a whole
 * portion in one turn, so that others wait for it: a fraction of a second.
 */
export const IMPORT_MAX = 50

/** `new` gets an account; `changed` another role or the payments desk; `same` nothing; `refused` names why. */
const verdicts = ['new', 'changed', 'same', 'refused'] as const
export type ImportVerdict = (typeof verdicts)[number]

/** What a row says of a person; where it says nothing of role and staff, these are left out. */
const readPerson = z.object({
  line: z.number().int().min(1),
  email,
  name: line(200),
  firstName: line(100),
  lastName: line(100),
  organization: line(200),
  role: roleSchema.optional(),
  staff: z.boolean().optional(),
})
export type ReadPerson = z.output<typeof readPerson>

/** A person of the list, and what was shown of the row: it is done only while that still stands. */
const confirmedPerson = readPerson.extend({ shown: z.string().max(64) }).meta({ id: 'ConfirmedPerson' })
export type ConfirmedPerson = z.output<typeof confirmedPerson>

const importedPerson = manyRow.extend({ verdict: z.enum(verdicts) }).meta({ id: 'ImportedPerson' })
export type ImportedPerson = z.output<typeof importedPerson>

const previewedPerson = importedPerson
  .extend({
    /** What to send to have it done; null where there is nothing to do. */
    person: confirmedPerson.nullable(),
  })
  .meta({ id: 'PreviewedPerson' })
export type PreviewedPerson = z.output<typeof previewedPerson>

export const previewPeople = endpoint({
  method: 'POST',
  path: '/api/admin/users/import/preview',
  tag: 'People',
  summary: 'Reads a CSV of people and says, row by row, what importing it would do; changes nothing.',
  access: ['admin'],
  bodyLimit: Math.ceil(PEOPLE_FILE_MAX * 1.4),
  body: z.object({
    /** The file’s bytes, base64. */
    file: z.base64().max(Math.ceil(PEOPLE_FILE_MAX * 1.37)),
  }),
  answer: z.object({
    rows: z.array(previewedPerson),
    /** Headings of columns that are not read. */
    unread: z.array(z.string()),
  }),
  refusals: ['invalid'],
})

export const importPeople = endpoint({
  method: 'POST',
  path: '/api/admin/users/import',
  tag: 'People',
  summary:
    'Imports people as previewed: new ones get a mail to choose a password. Makes nobody an administrator; repeating it changes nothing.',
  access: ['admin'],
  body: z.object({ people: z.array(confirmedPerson).min(1).max(IMPORT_MAX) }),
  answer: z.object({ message: z.string(), rows: z.array(importedPerson) }),
})
