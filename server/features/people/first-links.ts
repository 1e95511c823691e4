import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import { queueEach } from '#server/features/mail/queue-mail.ts'
import { type Called, recipientOf } from '#server/features/mail/recipient.ts'
import { verifyYourEmail, welcomeMail } from './messages.ts'
import { makeTokens } from './one-time-token.ts'

interface Confirming extends Called {
  id: string
  email: string
}

interface Unconfirmed extends Confirming {
  passwordHash: string | null
}

/** Mails a fresh link to somebody whose address is not confirmed; who has no password yet chooses one by it. */
export function mailFirstLink(ctx: Ctx, person: Unconfirmed): Promise<void> {
  return mailFirstLinks(ctx, [person])
}

/** As {@link mailFirstLink}, to several with a few statements. */
export async function mailFirstLinks(ctx: Ctx, people: readonly Unconfirmed[]): Promise<void> {
  const [chosen, unchosen] = [
    people.filter(({ passwordHash }) => passwordHash !== null),
    people.filter(({ passwordHash }) => passwordHash === null),
  ]
  await mailLinks(ctx, 'verify_email', chosen, verifyYourEmail)
  await mailLinks(ctx, 'welcome', unchosen, welcomeMail)
}

/** Mails a fresh verification link; earlier ones are good no longer. */
export async function mailVerification(ctx: Ctx, person: Confirming): Promise<void> {
  await mailLinks(ctx, 'verify_email', [person], verifyYourEmail)
}

async function mailLinks(
  ctx: Ctx,
  purpose: 'verify_email' | 'welcome',
  people: readonly Confirming[],
  mailOf: (ctx: Ctx, token: string) => Message,
): Promise<void> {
  const tokens = await makeTokens(
    ctx,
    purpose,
    people.map(({ id }) => id),
  )
  await queueEach(
    ctx,
    people.map((person) => ({
      to: recipientOf(person),
      message: mailOf(ctx, tokens.get(person.id) ?? ''),
    })),
  )
}
