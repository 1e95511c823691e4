import { eq } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import type { Afresh } from './afresh.ts'
import { asTheyWouldGo } from './held-mails.ts'
import { letterFrom, oneLine } from './letter.ts'
import { renderMail } from './render-mail.ts'
import { toldBoth } from './told-facts.ts'

/** Changes the words of a held mail. Refuses 404; 422 a placeholder, as nothing is filled in any more; 409 when it is not held, or somebody changed them meanwhile. */
export async function editEmail(
  ctx: Ctx,
  emailId: string,
  given: { subject: string; body: string; revision: number },
  afresh: Afresh,
) {
  const [stored] = await ctx.tx.select().from(emails).where(eq(emails.id, emailId)).for('update')
  if (stored === undefined) throw notFound('That mail')
  const [{ mail, told }] = await asTheyWouldGo(ctx, afresh, [stored])
  if (mail.state !== 'held' || mail.button === null)
    throw new AppError('wrong_state', 'This mail is not held any more.')
  if (mail.revision !== given.revision) {
    const { subject, body, revision } = mail
    const newer = { subject, body, revision }
    throw new AppError('stale', 'Somebody else changed this mail meanwhile. Look at it again.', newer)
  }
  assertNoPlaceholders(mail, given)
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  const { conferenceName: conference, supportEmail } = settings
  const letter = letterFrom(given.subject, given.body, mail.button)
  const revision = mail.revision + 1
  await ctx.tx
    .update(emails)
    .set({
      subject: oneLine(given.subject),
      body: given.body,
      ...renderMail(letter, { name: mail.toName, conference, supportEmail }),
      // What it was told before too: the words may have been written from that.
      told: toldBoth(mail.told, told),
      revision,
    })
    .where(eq(emails.id, emailId))
  await ctx.tx
    .insert(emailEvents)
    .values({ emailId, at: ctx.now, deed: 'edited', actorId: personOf(ctx).userId })
  return { message: 'The mail was changed.', revision }
}

type Words = Record<'subject' | 'body', string>

/** What stood in braces before was typed by somebody, and stays where it is; what is new would go out as it stands. */
function assertNoPlaceholders(before: Words, given: Words): void {
  const named = /\{[A-Za-z]\w*\}/g
  const timesIn = (text: string, one: string) => text.split(one).length - 1
  const problems = (['subject', 'body'] as const).flatMap((field) =>
    [...new Set(given[field].match(named))]
      .filter((one) => timesIn(given[field], one) > timesIn(before[field], one))
      .map((one) => ({
        field,
        message: `${one} is filled in no more in a written mail: write the words themselves.`,
      })),
  )
  if (problems[0] !== undefined) throw new AppError('invalid', problems[0].message, problems)
}
