import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#server/core/app-error.ts'
import type { Secrets } from '#server/core/secrets.ts'

/** What a link opens, for whom, and how: read in the page or downloaded. */
const grant = z.object({
  kind: z.enum(['version', 'photo', 'my_data', 'export', 'receipt']),
  id: z.uuid(),
  userId: z.uuid(),
  inline: z.boolean(),
  /** Of an export: which file and filter. */
  what: z.string().max(1500).optional(),
  expires: z.number().int(),
})
export type FileGrant = Omit<z.output<typeof grant>, 'expires'>

/** Ten minutes, and then somewhat more up to the next full two: the same link twice is kept by the browser. */
const VALID_MS = 10 * 60 * 1000
const STEP_MS = 2 * 60 * 1000

/** A link that works without a header: signed, for one file and one person (decisions.md §7). */
export function signFileLink(secrets: Secrets, grant: FileGrant & { kind: 'version' | 'photo' }, now: Date) {
  return `/api/files/${sign(secrets, grant, now)}`
}

/** As {@link signFileLink}: to a zip of everything the portal holds about a person, for that person. */
export function signMyDataLink(secrets: Secrets, userId: string, now: Date): string {
  return `/api/my-data/${sign(secrets, { kind: 'my_data', id: userId, userId, inline: false }, now)}`
}

/** As {@link signFileLink}: to an export that is made when it is fetched; `what` comes back as it was given. */
export function signExportLink(secrets: Secrets, userId: string, what: string, now: Date): string {
  return `/api/exports/${sign(secrets, { kind: 'export', id: userId, userId, inline: false, what }, now)}`
}

/** As {@link signFileLink}: to a receipt, by its id. */
export function signReceiptLink(secrets: Secrets, userId: string, id: string, now: Date): string {
  return `/api/receipts/${sign(secrets, { kind: 'receipt', id, userId, inline: false }, now)}`
}

function sign(secrets: Secrets, { kind, id, userId, inline, what }: FileGrant, now: Date): string {
  const expires = Math.ceil((now.getTime() + VALID_MS) / STEP_MS) * STEP_MS
  const payload = Buffer.from(JSON.stringify({ kind, id, userId, inline, what, expires })).toString(
    'base64url',
  )
  return `${payload}.${macOf(secrets, payload)}`
}

/** What a link grants. Throws 422 `invalid_token` for one that is forged, changed or too old. */
export function readFileLink(secrets: Secrets, link: string, now: Date): FileGrant {
  const [payload = '', mac = '', ...rest] = link.split('.')
  const expected = Buffer.from(macOf(secrets, payload))
  const given = Buffer.from(mac)
  const genuine = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  if (!genuine) throw new AppError('invalid_token', 'This link is not valid.')
  const { expires, ...granted } = grant.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (now.getTime() > expires) {
    throw new AppError('invalid_token', 'This link has expired. Open the file from its page again.')
  }
  return granted
}

function macOf(secrets: Secrets, payload: string): string {
  return createHmac('sha256', secrets.fileLink).update(payload).digest('base64url')
}
