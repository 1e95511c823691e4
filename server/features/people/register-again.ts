import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { anyOf } from '#server/db/any-of.ts'
import { users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import type { PersonRow } from './find-person.ts'
import { mailFirstLinks } from './first-links.ts'
import { choosePassword } from './messages.ts'
import { makeToken, voidTokens } from './one-time-token.ts'
import { endSessions } from './sessions.ts'
import { mayMailUnasked } from './unasked-mail.ts'

/** Whether an account waits for its owner: nobody has shown yet that the mail is theirs, so that nobody ever logged in. */
export function isUnconfirmed(person: PersonRow): boolean {
  return person.emailVerifiedAt === null && person.disabledAt === null
}

/** Whether organisers gave it nothing: neither a role nor the payments desk. */
const isNobodys = ({ role, isStaff }: PersonRow) => role === 'author' && !isStaff

/** The password that an account waits to be confirmed with; null where it does not wait, or without one. */
export function waitingHash(person: PersonRow | undefined): string | null {
  return person !== undefined && isUnconfirmed(person) ? person.passwordHash : null
}

/**
 * Registers an account that waits to be confirmed once more, with another password. Which of the two is the owner cannot
 * be told, and whoever holds the mailbox may follow either link: so neither password is good, links to confirm the
 * address end, and the mail leads to choosing one, which confirms the address too. Its name is the last one given, unless
 * organisers know it already: as a reviewer, say. False where the account is another by now.
 */
export async function registerAgain(ctx: Ctx, person: PersonRow, name: string): Promise<boolean> {
  // Before the account, as who follows a link does.
  await voidTokens(ctx, person.id, 'verify_email')
  const called = person.passwordHash === null || !isNobodys(person) ? person.name : name
  if (person.passwordHash !== null) {
    const waits = and(isNull(users.emailVerifiedAt), eq(users.passwordHash, person.passwordHash))
    const changed = await ctx.tx
      .update(users)
      .set({ passwordHash: null, name: called })
      .where(and(eq(users.id, person.id), waits))
      .returning({ id: users.id })
    if (changed.length === 0) return false
    ctx.log.warn(
      { event: 'registered_again', userId: person.id },
      'an account was registered with two passwords',
    )
  }
  if (await mayMailUnasked(ctx, person.email, choosePassword.key)) {
    const token = await makeToken(ctx, 'welcome', person.id)
    const to = recipientOf({ ...person, name: called })
    await queueMail(ctx, to, choosePassword.of(ctx, token))
  }
  return true
}

/**
 * Of accounts that are given a role or the payments desk while they wait to be confirmed: nobody has shown that the password is
 * their owner's, who may follow a stranger's link. So it is good no longer, and each is mailed a link to choose one; whoever is
 * disabled meanwhile is mailed none.
 */
export async function letChooseAnew(ctx: Ctx, people: readonly PersonRow[]): Promise<void> {
  const waiting = people.filter((person) => person.emailVerifiedAt === null && person.passwordHash !== null)
  for (const { id } of waiting) await voidTokens(ctx, id, 'verify_email')
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  await ctx.tx.update(users).set({ passwordHash: null }).where(anyOf(users.id, ids))
  await mailFirstLinks(
    ctx,
    waiting.filter(isUnconfirmed).map((person) => ({ ...person, passwordHash: null })),
  )
}

/**
 * Gives an account that waits to be confirmed to somebody who has shown that the mail is theirs, by what was mailed
 * there: with their name and password, and none of the links before. Undefined where it waits no longer.
 */
export async function takeOver(
  ctx: Ctx,
  { id }: PersonRow,
  theirs: { name: string; passwordHash: string },
): Promise<PersonRow | undefined> {
  await voidTokens(ctx, id)
  const [taken] = await ctx.tx
    .update(users)
    .set(theirs)
    .where(and(eq(users.id, id), isNull(users.emailVerifiedAt), isNull(users.disabledAt)))
    .returning()
  if (taken !== undefined) await endSessions(ctx, id)
  return taken
}
