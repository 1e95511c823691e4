import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { earlierLinks, invitations, users } from '#server/db/schema.ts'
import { saidOfMail } from '#server/features/mail/on-its-way.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { Invitation } from '#shared/people/desk-contract.ts'
import { invitationView } from './invitation-view.ts'
import { reviewerInvitation } from './messages.ts'
import { hashToken } from './one-time-token.ts'
import { hashPassword } from './passwords.ts'
import { newPin } from './pin.ts'
import { assertNotThrottled, countTry, limits } from './throttle.ts'

const VALID_MS = 30 * 24 * 3600 * 1000
const LONGEST_MS = 366 * 24 * 3600 * 1000

export interface Invitee {
  email: string
  name?: string | undefined
  topics?: string[] | undefined
  /** Until when it is good, ISO 8601; 30 days where nothing is said. */
  expiresAt?: string | undefined
}

type Row = typeof invitations.$inferSelect
type Chance = Pick<Ctx, 'randomBytes'>

/** PIN and link of an invitation, and what is kept of the PIN. */
export interface InvitationSecret {
  pin: string
  pinHash: string
  linkToken: string
}

/** Makes them, while no transaction is open: hashing takes long. */
export async function newSecret({ randomBytes }: Chance): Promise<InvitationSecret> {
  const pin = newPin(randomBytes)
  return { pin, pinHash: await hashPassword(pin), linkToken: randomBytes(32).toString('base64url') }
}

/** Those of as many invitations. Refuses 422 a date that is not ahead, or more than a year. */
export async function newSecrets(
  world: Chance & Pick<Ctx, 'now'>,
  invitees: readonly Invitee[],
): Promise<InvitationSecret[]> {
  assertDates(world.now, invitees)
  const secrets: InvitationSecret[] = []
  for (const _ of invitees) secrets.push(await newSecret(world))
  return secrets
}

const hasAccount = 'This person has an account that needs no invitation.'
const isTwice = 'This address stands twice in the list; it is invited once.'
const isInvited = 'This address is already invited; resend the invitation instead.'

const isFlooded = 'This address was sent several invitations just now.'
const addressKey = (address: string) => `mail:invitation-to:${address.toLowerCase()}`

/** Why each of some people, in their order, would be left out; null for who would be invited. */
export async function invitationProblems(ctx: Ctx, invitees: readonly Invitee[]): Promise<(string | null)[]> {
  const addresses = invitees.map(({ email }) => email.toLowerCase())
  const known = await ctx.tx
    .select({ email: sql<string>`lower(${users.email})`, role: users.role })
    .from(users)
    .where(inArray(sql`lower(${users.email})`, addresses))
  const open = await ctx.tx
    .select({ email: sql<string>`lower(${invitations.email})` })
    .from(invitations)
    .where(
      and(
        inArray(sql`lower(${invitations.email})`, addresses),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
  const withAccount = new Set(known.flatMap(({ email, role }) => (role === 'author' ? [] : email)))
  const invited = new Set(open.map(({ email }) => email))
  return addresses.map((address, at) => {
    if (addresses.indexOf(address) < at) return isTwice
    if (withAccount.has(address)) return hasAccount
    return invited.has(address) ? isInvited : null
  })
}

/** Invites people, each by a mail with a PIN, by {@link newSecrets}; says who was left out and why (decisions.md §6). */
export async function inviteReviewers(
  ctx: Ctx,
  invitees: readonly Invitee[],
  secrets: readonly InvitationSecret[],
) {
  const outcomes = new Map<number, Invitation | string>()
  const met = new Set<string>()
  // In one order, so that of two lists at once neither waits for what the other waits for.
  for (const [at, invitee, address] of inOrder(invitees)) {
    const secret = secrets[at]
    if (met.has(address) || secret === undefined) outcomes.set(at, isTwice)
    else outcomes.set(at, await inviteOne(ctx, invitee, secret))
    met.add(address)
  }
  const items: Invitation[] = []
  const skipped: { email: string; reason: string }[] = []
  for (const [at, { email }] of invitees.entries()) {
    const outcome = outcomes.get(at) ?? isTwice
    if (typeof outcome === 'string') skipped.push({ email, reason: outcome })
    else items.push(outcome)
  }
  const what = items.length === 1 ? 'Invitation' : `${items.length} invitations`
  const message = saidOfMail(ctx.config, { sent: `${what} sent.`, written: `${what} written.` })
  return { message, items, skipped }
}

/** By address, and of one address the first first; each with its place in the list. */
function inOrder(invitees: readonly Invitee[]): [at: number, invitee: Invitee, address: string][] {
  const all = invitees.map((one, at): [number, Invitee, string] => [at, one, one.email.toLowerCase()])
  return all.sort(([at, , a], [other, , b]) => (a === b ? at - other : a < b ? -1 : 1))
}

const inThirtyDays = ({ now }: { now: Date }) => new Date(now.getTime() + VALID_MS)
const hasSetDate = (row: Row) => row.expiresAt.getTime() - row.sentAt.getTime() !== VALID_MS

function assertDates(now: Date, invitees: readonly Invitee[]): void {
  const wrong = invitees.find(({ expiresAt }) => {
    const ahead = expiresAt === undefined ? VALID_MS : Date.parse(expiresAt) - now.getTime()
    return ahead <= 0 || ahead > LONGEST_MS
  })
  if (wrong === undefined) return
  const message = 'Choose a date that lies ahead, within a year.'
  throw new AppError('invalid', message, [{ field: 'expiresAt', message }])
}

async function inviteOne(ctx: Ctx, invitee: Invitee, secret: InvitationSecret): Promise<Invitation | string> {
  const [problem] = await invitationProblems(ctx, [invitee])
  if (problem) return problem
  try {
    await assertNotThrottled(ctx, [addressKey(invitee.email)], isFlooded)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  const [row] = await ctx.tx
    .insert(invitations)
    .values({
      id: ctx.newId(),
      email: invitee.email,
      name: invitee.name ?? '',
      topics: invitee.topics ?? [],
      pinHash: secret.pinHash,
      linkHash: hashToken(secret.linkToken),
      invitedBy: personOf(ctx).userId,
      createdAt: ctx.now,
      sentAt: ctx.now,
      expiresAt: invitee.expiresAt === undefined ? inThirtyDays(ctx) : new Date(invitee.expiresAt),
    })
    .onConflictDoNothing()
    .returning()
  // Somebody else invited them at the same moment.
  if (row === undefined) return isInvited
  return mailInvitation(ctx, row, secret)
}

async function mailInvitation(ctx: Ctx, row: Row, { pin, linkToken }: InvitationSecret): Promise<Invitation> {
  await countTry(ctx, addressKey(row.email), limits.invitation)
  const message = reviewerInvitation(ctx, {
    email: row.email,
    pin,
    linkToken,
    expiresAt: row.expiresAt,
    timeZone: (await settingsOf(ctx.tx)).timeZone,
  })
  const emailId = await queueMail(ctx, { address: row.email, name: row.name || row.email }, message)
  await ctx.tx.update(invitations).set({ emailId }).where(eq(invitations.id, row.id))
  return invitationView(row, 'queued', ctx.now)
}

/**
 * Sends the same invitation again, with a new PIN and link; the old ones are good no longer. It is good for another 30
 * days, or until the date that was set, if that is still ahead. Refuses 404, 409, and 429 within a minute.
 */
export async function resendInvitation(ctx: Ctx, id: string, secret: InvitationSecret) {
  const row = await openRow(ctx, id)
  const key = `mail:invitation:${id}`
  const keys = [key, addressKey(row.email)]
  await assertNotThrottled(ctx, keys, 'This invitation was sent again just now.')
  await countTry(ctx, key, limits.mail)
  const change = {
    pinHash: secret.pinHash,
    linkHash: hashToken(secret.linkToken),
    sentAt: ctx.now,
    expiresAt: row.expiresAt > ctx.now && hasSetDate(row) ? row.expiresAt : inThirtyDays(ctx),
  }
  await ctx.tx.insert(earlierLinks).values({ linkHash: row.linkHash, invitationId: id }).onConflictDoNothing()
  await ctx.tx.update(invitations).set(change).where(eq(invitations.id, id))
  return {
    message: saidOfMail(ctx.config, {
      sent: 'Invitation sent again.',
      written: 'Invitation written again.',
    }),
    invitation: await mailInvitation(ctx, { ...row, ...change }, secret),
  }
}

/** Revokes an invitation that was not accepted. Refuses 404, 409. */
export async function revokeInvitation(ctx: Ctx, id: string) {
  await openRow(ctx, id)
  await ctx.tx
    .update(invitations)
    .set({ revokedAt: ctx.now })
    .where(and(eq(invitations.id, id), isNull(invitations.acceptedAt)))
  return { message: 'Invitation revoked.' }
}

async function openRow(ctx: Ctx, id: string): Promise<Row> {
  const [row] = await ctx.tx.select().from(invitations).where(eq(invitations.id, id)).for('update')
  if (row === undefined) throw notFound('That invitation')
  if (row.acceptedAt !== null) throw new AppError('wrong_state', 'This invitation was accepted already.')
  if (row.revokedAt !== null) throw new AppError('wrong_state', 'This invitation was revoked.')
  return row
}
