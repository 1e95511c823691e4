import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PersonActor } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Secrets } from '#server/core/secrets.ts'

/** What a link opens, for whom in which session, and how: read in the page or downloaded. */
const grant = z.object({
  kind: z.enum(['version', 'photo', 'my_data', 'export', 'receipt']),
  id: z.uuid(),
  userId: z.uuid(),
  /** The session that asked for it: the link ends with it. */
  sessionId: z.uuid(),
  inline: z.boolean(),
  /** Of an export: which file and filter. */
  what: z.string().max(1500).optional(),
  expires: z.number().int(),
})
export type FileGrant = Omit<z.output<typeof grant>, 'expires'>

/** Whom a link is given to. */
type Holder = Pick<PersonActor, 'userId' | 'sessionId'>
/** A file and how it is opened. */
type Opening = Pick<FileGrant, 'id' | 'inline'> & { kind: 'version' | 'photo' }

/** Ten minutes, and then somewhat more up to the next full two: what shows one is the same for a while, so that
 * it is answered as unchanged. */
const VALID_MS = 10 * 60 * 1000
const STEP_MS = 2 * 60 * 1000

/** A link that works without a header: signed, for one file and one person's session (decisions.md §7). */
export function signFileLink(secrets: Secrets, holder: Holder, opening: Opening, now: Date): string {
  return `/api/files/${sign(secrets, holder, opening, now)}`
}

/** As {@link signFileLink}: to a zip of everything the portal holds about a person, for that person. */
export function signMyDataLink(secrets: Secrets, holder: Holder, now: Date): string {
  return `/api/my-data/${sign(secrets, holder, { kind: 'my_data', id: holder.userId, inline: false }, now)}`
}

/** As {@link signFileLink}: to an export that is made when it is fetched; `what` comes back as it was given. */
export function signExportLink(secrets: Secrets, holder: Holder, what: string, now: Date): string {
  const opening = { kind: 'export', id: holder.userId, inline: false, what } as const
  return `/api/exports/${sign(secrets, holder, opening, now)}`
}

/** As {@link signFileLink}: to a receipt, by its id. */
export function signReceiptLink(secrets: Secrets, holder: Holder, id: string, now: Date): string {
  return `/api/receipts/${sign(secrets, holder, { kind: 'receipt', id, inline: false }, now)}`
}

function sign(
  secrets: Secrets,
  { userId, sessionId }: Holder,
  { kind, id, inline, what }: Omit<FileGrant, keyof Holder>,
  now: Date,
): string {
  const expires = Math.ceil((now.getTime() + VALID_MS) / STEP_MS) * STEP_MS
  const granted: z.output<typeof grant> = { kind, id, userId, sessionId, inline, what, expires }
  const payload = Buffer.from(JSON.stringify(granted)).toString('base64url')
  return `${payload}.${macOf(secrets, payload)}`
}

/** What a link grants. Throws 422 `invalid_token` for one that is forged, changed or too old. */
export function readFileLink(secrets: Secrets, link: string, now: Date): FileGrant {
  const [payload = '', mac = '', ...rest] = link.split('.')
  const expected = Buffer.from(macOf(secrets, payload))
  const given = Buffer.from(mac)
  const genuine = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  if (!genuine) throw new AppError('invalid_token', 'This link is not valid.')
  // One that an earlier release gave names no session: it is taken for one that is too old.
  const read = grant.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!read.success || now.getTime() > read.data.expires) {
    throw new AppError('invalid_token', 'This link has expired. Open the file from its page again.')
  }
  const { expires: _, ...granted } = read.data
  return granted
}

function macOf(secrets: Secrets, payload: string): string {
  return createHmac('sha256', secrets.fileLink).update(payload).digest('base64url')
}
