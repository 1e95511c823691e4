import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { formerAddresses, users } from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { readdress } from '#server/features/mail/readdress.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { tell } from '#server/features/notices/tell.ts'
import { evenly } from './evenly.ts'
import { type PersonRow, personByEmail, personById } from './find-person.ts'
import { confirmNewEmail, emailChanged, emailChangedFrom } from './messages.ts'
import { linkNotValid, makeToken, redeemToken, voidTokens } from './one-time-token.ts'
import { lockedPerson, withOwnPassword } from './own-password.ts'
import { tellOwner } from './register.ts'
import { assertNotThrottled, countTry, limits } from './throttle.ts'
import { mayMailUnasked } from './unasked-mail.ts'

/**
 * Mails a link to a new address; the old one stays until the link is used (decisions.md §4). An address that has an
 * account gets a mail saying so, and the answer is the same. At most one a minute, and to one address no more often than
 * `mayMailUnasked` lets, whoever asks. Refuses 422 (a wrong password, one's own address), 429.
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
    await assertNotThrottled(
      ctx,
      [key],
      'A link was just sent. Wait a minute before you ask for another one.',
    )
    await countTry(ctx, key, limits.mail)
    const owner = await personByEmail(ctx, email)
    if (owner !== undefined) return tellOwner(ctx, owner)
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
 * 422 `invalid_token`.
 */
export async function verifyEmail(ctx: Ctx, token: string) {
  const { userId, address } = await redeemToken(ctx, ['verify_email', 'change_email'], token)
  const person = userId === null ? undefined : await personById(ctx, userId)
  if (person === undefined) throw linkNotValid()
  if (address !== null) return moveTo(ctx, person, address)
  await ctx.tx
    .update(users)
    .set({ emailVerifiedAt: ctx.now })
    .where(and(eq(users.id, person.id), isNull(users.emailVerifiedAt)))
  return { message: 'Your e-mail address is confirmed. You can log in now.' }
}

/** Both addresses are told. Links that went to the old one are good no longer, and mails that did not arrive yet go to the new one. */
async function moveTo(ctx: Ctx, person: PersonRow, address: string) {
  // Somebody registered it in the meantime: they have shown as much as this person that it is theirs.
  if ((await personByEmail(ctx, address)) !== undefined) throw linkNotValid()
  await ctx.tx.update(users).set({ email: address, emailVerifiedAt: ctx.now }).where(eq(users.id, person.id))
  await voidTokens(ctx, person.id)
  await readdress(ctx, person, address)
  await ctx.tx.insert(formerAddresses).values({ userId: person.id, email: person.email, until: ctx.now })
  await queueMail(ctx, recipientOf(person), emailChangedFrom(ctx))
  await tell(ctx, [person.id], emailChanged(ctx, address))
  return { message: 'Your new e-mail address is confirmed. Log in with it from now on.' }
}
