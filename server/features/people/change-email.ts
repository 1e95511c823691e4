import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { formerAddresses, oneTimeTokens, users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { readdress } from '#server/features/mail/readdress.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { tell } from '#server/features/notices/tell.ts'
import { evenly } from './evenly.ts'
import { type PersonRow, personByEmail, personById } from './find-person.ts'
import { leftNothing } from './left-nothing.ts'
import {
  accountMessages,
  confirmNewEmail,
  emailChanged,
  emailChangedFrom,
  roleChangedKey,
} from './messages.ts'
import { hashToken, linkNotValid, makeToken, takeToken, voidTokens } from './one-time-token.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { tellOwner } from './register.ts'
import { secondFactorMessages } from './second-factor-messages.ts'
import { assertNotThrottled, countTry, limits } from './throttle.ts'
import { mayMailUnasked } from './unasked-mail.ts'

/**
 * What is written to an address for its own sake: links that let its holder in, and alarms, which must not follow whoever took
 * the account to an address of theirs.
 */
const boundToAddress = [...accountMessages, ...secondFactorMessages]
  .map(({ key }) => key)
  .filter((key) => key !== roleChangedKey)

/**
 * Mails a link to a new address; the old one stays until the link is used (decisions.md §4). An address that has an account
 * gets a mail saying so, and the answer is the same; an account that stands for nobody (left-nothing.ts) is none. At most one a
 * minute, and to one address no more often than `mayMailUnasked` lets, whoever asks. Refuses 422 (a wrong password, one's own
 * address), 429.
 */
export async function changeEmail(steps: Steps, password: string, email: string) {
  const person = await withOwnPassword(steps, password)
  if (person instanceof AppError) return person
  if (person.email.toLowerCase() === email.toLowerCase()) {
    const message = 'This is your address already.'
    return new AppError('invalid', message, [{ field: 'email', message }])
  }
  const even = evenly()
  await steps.transact(async (ctx) => {
    await lockedPerson(ctx, person)
    const key = `mail:change:${person.id}`
    await assertNotThrottled(ctx, [key], 'A link was just sent.')
    await countTry(ctx, key, limits.mail)
    const owner = await personByEmail(ctx, email)
    if (owner !== undefined && !(await standsForNobody(ctx, owner))) return tellOwner(ctx, owner)
    // Its owner may be a stranger, and whoever has many accounts asks for each of them.
    if (!(await mayMailUnasked(ctx, email, confirmNewEmail.key))) return
    const token = await makeToken(ctx, 'change_email', person.id, email)
    await queueMail(ctx, recipientOf({ ...person, email }), confirmNewEmail.of(ctx, token))
  })
  await even
  return {
    message: `We sent a link to ${email}. Open it to confirm the new address; until then the old one stays.`,
  }
}

/**
 * Confirms an address by the mailed token: a new account's, or the new one of somebody who changes theirs. Refuses
 * 422 `invalid_token`; where the address is confirmed all the same, as where the first answer was lost, that says so.
 */
export async function verifyEmail(ctx: Ctx, token: string) {
  const taken = await takeToken(ctx, ['verify_email', 'change_email'], token)
  if (taken === undefined) throw (await isConfirmedBy(ctx, token)) ? confirmedAlready() : linkNotValid()
  const { userId, address } = taken
  const person = userId === null ? undefined : await personById(ctx, userId)
  if (person === undefined || person.disabledAt !== null) throw linkNotValid()
  if (address !== null) return moveTo(ctx, person, address)
  await ctx.tx
    .update(users)
    .set({ emailVerifiedAt: ctx.now })
    .where(and(eq(users.id, person.id), isNull(users.emailVerifiedAt)))
  return { message: 'Your e-mail address is confirmed. You can log in now.' }
}

/** Whether what a link that is good no longer was for holds: nobody else has the link. */
async function isConfirmedBy(ctx: Ctx, token: string): Promise<boolean> {
  const [row] = await ctx.tx
    .select({ address: oneTimeTokens.address, email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.hash, hashToken(token)),
        inArray(oneTimeTokens.purpose, ['verify_email', 'change_email']),
        isNotNull(oneTimeTokens.usedAt),
        isNull(users.disabledAt),
      ),
    )
  if (row === undefined || row.verifiedAt === null) return false
  return row.address === null || row.address.toLowerCase() === row.email.toLowerCase()
}

function confirmedAlready(): AppError {
  const message = 'Your e-mail address is confirmed already. You can log in with it.'
  return new AppError('invalid_token', message, { confirmed: true })
}

/**
 * Both addresses are told. Links that went to the old one are good no longer, and mails that did not arrive yet go to
 * the new one, but for what is bound to the old.
 */
async function moveTo(ctx: Ctx, person: PersonRow, address: string) {
  const holder = await personByEmail(ctx, address)
  // Where it is somebody's, they have shown as much as this person that it is theirs.
  if (holder !== undefined && !(await isRemoved(ctx, holder))) throw linkNotValid()
  await ctx.tx.update(users).set({ email: address, emailVerifiedAt: ctx.now }).where(eq(users.id, person.id))
  await voidTokens(ctx, person.id)
  await readdress(ctx, person, address, boundToAddress)
  await ctx.tx.insert(formerAddresses).values({ userId: person.id, email: person.email, until: ctx.now })
  await queueMail(ctx, recipientOf(person), emailChangedFrom(ctx))
  await tell(ctx, [person.id], emailChanged(ctx, address))
  return { message: 'Your new e-mail address is confirmed. Log in with it from now on.' }
}

async function standsForNobody(ctx: Ctx, { id }: PersonRow): Promise<boolean> {
  const nobodys = and(eq(users.id, id), leftNothing(ctx))
  return (await ctx.tx.select({ id: users.id }).from(users).where(nobodys)).length > 0
}

/** Removes an account that stands for nobody, and says whether it was one. */
async function isRemoved(ctx: Ctx, { id }: PersonRow): Promise<boolean> {
  // Before the account, as who follows a link does.
  await voidTokens(ctx, id)
  const nobodys = and(eq(users.id, id), leftNothing(ctx))
  return (await ctx.tx.delete(users).where(nobodys).returning({ id: users.id })).length > 0
}
