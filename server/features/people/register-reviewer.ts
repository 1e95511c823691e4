import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { invitations, users } from '#server/db/schema.ts'
import { tell } from '#server/features/notices/tell.ts'
import type { reviewerRegistration } from '#shared/people/contract.ts'
import { type PersonRow, personByEmail } from './find-person.ts'
import { mailVerification } from './first-links.ts'
import { withRightPassword } from './log-in.ts'
import { roleChanged } from './messages.ts'
import { networkOf } from './network.ts'
import { newReviewer } from './new-reviewer-kind.ts'
import { hashToken } from './one-time-token.ts'
import { assertStrongEnough, hashPassword, verifyPassword } from './passwords.ts'
import { plainPin } from './pin.ts'
import { createPerson, registered } from './register.ts'
import { isUnconfirmed, takeOver } from './register-again.ts'
import { forgetTries, limits } from './throttle.ts'
import { tryingSecret } from './trying.ts'

const TOO_MANY_PINS =
  'Too many wrong PINs for this address. Who comes by the link in the invitation need not wait.'

/** For whose account is in use: no link comes, and they have given its password. */
const accepted = { message: 'The invitation was accepted. Log in with your password.' }

type Given = z.output<typeof reviewerRegistration>
type InvitationRow = typeof invitations.$inferSelect

/**
 * Registers an invited reviewer (decisions.md §5, §6). A wrong, revoked or expired PIN is refused alike, 422
 * `invalid_pin`; five wrong ones for an address within an hour 429, except for who came by the mailed link. Who has the
 * PIN of an invitation that was used is told so: their first answer may have been lost. An author
 * with an account and its right password becomes both; that is a log-in and limited as one. An account that nobody
 * confirmed is theirs who has the PIN, whichever password it waits with: the PIN was mailed to its address.
 */
export async function registerReviewer(steps: Steps, given: Given) {
  const key = `pin:${given.email.toLowerCase()}`
  const invitation = await withRightPin(steps, given, key)
  if (invitation instanceof AppError) return invitation
  const known = await steps.transact((ctx) => personByEmail(ctx, given.email))
  if (invitation.acceptedAt !== null) return sentAgain(steps, given, known)
  if (known !== undefined && !isUnconfirmed(known)) {
    const owner = await withRightPassword(steps, given)
    if (owner instanceof AppError) return owner
    return steps.transact((ctx) => addReviewerRole(ctx, owner, invitation, key))
  }
  await assertStrongEnough(steps, given.password, given)
  const passwordHash = await hashPassword(given.password)
  return steps.transact(async (ctx) => {
    if (known !== undefined) {
      const taken = await takeOver(ctx, known, { name: given.name, passwordHash })
      if (taken === undefined) throw sameMoment()
      return addReviewerRole(ctx, taken, invitation, key)
    }
    const id = await createPerson(ctx, {
      name: given.name,
      email: given.email,
      passwordHash,
      role: 'reviewer',
      topics: invitation.topics,
    })
    if (id === undefined) throw sameMoment()
    await accept(ctx, invitation, id)
    await forgetTries(ctx, key)
    return registered
  })
}

/** What the PIN of a used invitation gives: the first answer again, as long as what was chosen then waits to be confirmed. */
async function sentAgain(steps: Steps, given: Given, known: PersonRow | undefined) {
  if (known === undefined || !isUnconfirmed(known)) return alreadyUsed()
  const owner = await withRightPassword(steps, given)
  return owner instanceof AppError ? alreadyUsed() : registered
}

/**
 * The invitation that a PIN is of, the open one or else the last that was accepted; else the refusal, with the try counted. Who
 * came by the mailed link need not wait.
 */
async function withRightPin(steps: Steps, given: Given, key: string): Promise<InvitationRow | AppError> {
  const from = `pin-from:${networkOf(steps.origin.address)}`
  // Asked for both, whatever there is: the time does not tell.
  const open = await steps.alone((ctx) => openInvitation(ctx, given.email))
  const used = await steps.alone((ctx) => usedInvitation(ctx, given.email))
  const invitation = open ?? used
  const byLink = invitation !== undefined && cameByLink(invitation, given.invitation)
  return tryingSecret(steps, {
    limitsOf: byLink ? {} : { [key]: limits.pin, [from]: limits.pinByAddress },
    message: TOO_MANY_PINS,
    test: async () =>
      (await verifyPassword(invitation?.pinHash, plainPin(given.pin))) ? invitation : undefined,
    wrong: wrongPin,
  })
}

const wrongPin = () => notTaken('The PIN is not valid for this e-mail address, or it has expired.')
const alreadyUsed = () =>
  notTaken('This invitation was already used. Log in with the password that you chose.')

/** Marked at the field, as what a form's own check finds. */
function notTaken(message: string): AppError {
  return new AppError('invalid_pin', message, [{ field: 'pin', message }])
}

function sameMoment(): AppError {
  return new AppError('already_exists', 'Somebody registered this address at the same moment.')
}

async function openInvitation(ctx: Ctx, email: string): Promise<InvitationRow | undefined> {
  const [row] = await ctx.tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(sql`lower(${invitations.email})`, email.toLowerCase()),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
  return row !== undefined && row.expiresAt > ctx.now ? row : undefined
}

/** The last one that whoever has the address accepted. */
async function usedInvitation(ctx: Ctx, email: string): Promise<InvitationRow | undefined> {
  const [row] = await ctx.tx
    .select({ invitation: invitations })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.acceptedBy))
    .where(
      and(
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        eq(sql`lower(${invitations.email})`, email.toLowerCase()),
      ),
    )
    .orderBy(desc(invitations.acceptedAt))
    .limit(1)
  return row?.invitation
}

function cameByLink(invitation: InvitationRow, token: string | undefined): boolean {
  return token !== undefined && hashToken(token) === invitation.linkHash
}

async function addReviewerRole(ctx: Ctx, person: PersonRow, invitation: InvitationRow, key: string) {
  if (person.disabledAt !== null) {
    return new AppError('account_disabled', 'This account is disabled. Please contact the organisers.')
  }
  await accept(ctx, invitation, person.id)
  await forgetTries(ctx, key)
  // As it is by now: while the password was proved, somebody may have changed it.
  const [now] = await ctx.tx
    .select({ role: users.role, topics: users.topics })
    .from(users)
    .where(eq(users.id, person.id))
    .for('update')
  if (now === undefined) throw wrongPin()
  const role = now.role === 'author' ? 'both' : now.role
  const topics = [...new Set([...now.topics, ...invitation.topics])]
  await ctx.tx.update(users).set({ role, topics }).where(eq(users.id, person.id))
  if (role !== now.role) await tell(ctx, [person.id], roleChanged(ctx, role))
  if (person.emailVerifiedAt !== null) return accepted
  await mailVerification(ctx, person)
  return registered
}

/** Uses an invitation up: of two registrations at once exactly one gets it. Their conflicts are looked for again. */
async function accept(ctx: Ctx, invitation: InvitationRow, userId: string): Promise<void> {
  const used = await ctx.tx
    .update(invitations)
    .set({ acceptedAt: ctx.now, acceptedBy: userId })
    .where(
      and(eq(invitations.id, invitation.id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    )
    .returning({ id: invitations.id })
  if (used.length === 0) throw wrongPin()
  await ctx.jobs.enqueue(ctx.tx, newReviewer, [{ userIds: [userId] }])
}
