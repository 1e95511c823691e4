import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { MessageKind } from '#server/core/message.ts'
import { emailTemplates } from '#server/db/schema.ts'
import { inForce, ownText, type TextInForce, textInForce } from '#server/features/mail/texts.ts'
import { personById } from '#server/features/people/find-person.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { type MailText, problemsIn } from '#shared/mail/template.ts'

type Kinds = readonly MessageKind[]

/** The message of a key. Refuses 404. */
export function kindOf(kinds: Kinds, key: string): MessageKind {
  const kind = kinds.find((each) => each.key === key)
  if (kind === undefined) throw notFound('That message')
  return kind
}

/** Every message that the portal sends. */
export async function listTexts(ctx: Ctx, kinds: Kinds) {
  const rows = await ctx.tx.select().from(emailTemplates).limit(kinds.length)
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  return { items: kinds.map((kind) => listed(kind, inForce(kind, rowOf.get(kind.key)))), count: kinds.length }
}

function listed({ key, group, to, when }: MessageKind, { text, edited }: TextInForce) {
  return { key, group, to, when, subject: text.subject, edited }
}

/** One message's text, with what may stand in it. Refuses 404. */
export async function readText(ctx: Ctx, kinds: Kinds, key: string) {
  const kind = kindOf(kinds, key)
  const force = await textInForce(ctx.tx, kind)
  const { text, revision, changedAt, changedBy } = force
  const editor = changedBy === null ? undefined : await personById(ctx, changedBy)
  return {
    ...listed(kind, force),
    text,
    own: ownText(kind),
    placeholders: Object.entries(kind.placeholders).map(([name, { about, kind: type, ...has }]) => ({
      name,
      about,
      kind: type,
      optional: has.optional ?? false,
      required: has.required ?? false,
    })),
    revision,
    changedAt: changedAt === null ? null : toTimestamp(changedAt),
    changedBy: editor?.name ?? null,
  }
}

/** Refuses 422 with every problem at its field: an unknown placeholder, a missing or misplaced one. */
export function assertFits(text: MailText, kind: MessageKind): void {
  const problems = problemsIn(text, kind.placeholders)
  if (problems.length > 0)
    throw new AppError('invalid', problems[0]?.message ?? 'The text does not fit.', problems)
}

/** Saves an edited text. Refuses 404; 422; 409 `stale` with the newer text when somebody saved meanwhile. */
export async function saveText(ctx: Ctx, kind: MessageKind, text: MailText, revision: number) {
  assertFits(text, kind)
  await write(ctx, kind, text, revision)
  return { message: 'The text was saved. Mails written from now on use it.', revision: revision + 1 }
}

/** Gives a message the portal's own text back. Refuses 409 `stale`. */
export async function resetText(ctx: Ctx, kind: MessageKind, revision: number) {
  await write(ctx, kind, { subject: null, body: null, button: null }, revision)
  return { message: 'The portal’s own text is back.', revision: revision + 1 }
}

async function write(
  ctx: Ctx,
  kind: MessageKind,
  text: MailText | Record<keyof MailText, null>,
  revision: number,
): Promise<void> {
  const { key } = kind
  const change = { ...text, revision: revision + 1, changedAt: ctx.now, changedBy: personOf(ctx).userId }
  const written =
    revision === 0
      ? await ctx.tx
          .insert(emailTemplates)
          .values({ key, ...change })
          .onConflictDoNothing()
          .returning({ key: emailTemplates.key })
      : await ctx.tx
          .update(emailTemplates)
          .set(change)
          .where(and(eq(emailTemplates.key, key), eq(emailTemplates.revision, revision)))
          .returning({ key: emailTemplates.key })
  if (written.length > 0) return
  const newer = await textInForce(ctx.tx, kind)
  throw new AppError('stale', 'Somebody else changed this text meanwhile. Look at it again before saving.', {
    ...newer.text,
    revision: newer.revision,
  })
}
