import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { mailings, users } from '#server/db/schema.ts'
import { saidOfMail } from '#server/features/mail/on-its-way.ts'
import { calledBy } from '#server/features/mail/recipient.ts'
import { textInForce } from '#server/features/mail/texts.ts'
import { tellEach } from '#server/features/notices/tell.ts'
import { personById } from '#server/features/people/find-person.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { DAY_MS, dayNumber } from '#shared/core/calendar.ts'
import type { PageQuery } from '#shared/core/page.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Audience } from '#shared/mail/audience.ts'
import { leftOutInWords, waysInWords } from '#shared/mail/reach.ts'
import { filled, type Placeholders, problemsIn } from '#shared/mail/template.ts'
import { peopleIn } from './audience.ts'
import { preview, sendToSelf } from './draft.ts'
import { organisersMessage } from './messages.ts'

/** The most people one message goes to, in one transaction. */
const RECIPIENTS_MAX = 5000
const SHOWN = 100

interface Words {
  subject: string
  body: string
}

/** What the typed words may name. */
const nameable: Placeholders = { name: { about: 'the recipient’s name', sample: 'Ada Author', kind: 'line' } }

/** The message as one person gets it; the typed words may name them. */
function messageFor(ctx: Ctx, name: string, { subject, body }: Words) {
  const named = (text: string) => filled(text, () => name)
  return organisersMessage.of({ subject: named(subject), message: named(body) }, ctx.config.publicUrl)
}

/** Refuses 422 with whatever stands in braces and is not the recipient's name, at its field. */
function assertNameable({ subject, body }: Words): void {
  const problems = problemsIn({ subject, body, button: '' }, nameable)
  if (problems.length > 0)
    throw new AppError('invalid', problems[0]?.message ?? 'The text does not fit.', problems)
}

/** Who would get a message, and how it would arrive: addressed to the first of them, else to whoever asks. */
export async function previewMessage(ctx: Ctx, audience: Audience, words: Words) {
  assertNameable(words)
  const { count, reach, stamp, people } = await peopleIn(ctx, audience, SHOWN)
  const name = people[0]?.name ?? (await ownName(ctx))
  const { text } = await textInForce(ctx.tx, organisersMessage.kind)
  return {
    ...(await preview(ctx, messageFor(ctx, name, words), text, name)),
    count,
    reach,
    stamp,
    people: people.map(({ name: who, email }) => ({ name: who, email })),
  }
}

/** Sends a message to oneself alone. */
export async function testMessage(ctx: Ctx, words: Words) {
  assertNameable(words)
  const { text } = await textInForce(ctx.tx, organisersMessage.kind)
  return sendToSelf(ctx, messageFor(ctx, await ownName(ctx), words), text)
}

async function ownName(ctx: Ctx): Promise<string> {
  const self = await personById(ctx, personOf(ctx).userId)
  return self === undefined ? '' : calledBy(self)
}

/** For so long the same message to the same group is taken for one sent by mistake. */
const AGAIN_MS = DAY_MS
/** Any fixed number: one message is sent at a time, so that the second of two equal ones finds the first. */
const SENDING_LOCK = 584_120_377

/** Refuses 409 `already_exists`, with whose it was and when, where just this was sent to just this group lately. */
async function assertNotSentLately(ctx: Ctx, audience: Audience, { subject, body }: Words): Promise<void> {
  await ctx.tx.execute(sql`select pg_advisory_xact_lock(${SENDING_LOCK})`)
  const [sent] = await ctx.tx
    .select({
      at: mailings.sentAt,
      recipients: mailings.recipients,
      by: mailings.sentBy,
      name: users.name,
    })
    .from(mailings)
    .leftJoin(users, eq(users.id, mailings.sentBy))
    .where(
      and(
        gt(mailings.sentAt, new Date(ctx.now.getTime() - AGAIN_MS)),
        eq(mailings.subject, subject),
        eq(mailings.body, body),
        sql`${mailings.audience} = ${JSON.stringify(audience)}::jsonb`,
      ),
    )
    .orderBy(desc(mailings.sentAt), desc(mailings.id))
    .limit(1)
  if (sent === undefined) return
  const { timeZone } = await settingsOf(ctx.tx)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const day = dayNumber(sent.at, timeZone) === dayNumber(ctx.now, timeZone) ? '' : ' yesterday'
  const who = sent.by === personOf(ctx).userId ? 'You' : (sent.name ?? 'Another organiser')
  const people = sent.recipients === 1 ? '1 person' : `${sent.recipients} people`
  throw new AppError(
    'already_exists',
    `${who} sent this to ${people}${day} at ${time.format(sent.at)}. Send it again?`,
    { recipients: sent.recipients, sentAt: toTimestamp(sent.at) },
  )
}

/**
 * Sends a message to a group: a notification and a mail each, through the outbox. Refuses 409 `stale` when the group
 * is not what was previewed, 409 `already_exists` when the same was sent to the same group within a day, unless it is to be
 * sent `again`, 422 when the group is larger than one message may reach.
 */
export async function sendMessage(
  ctx: Ctx,
  audience: Audience,
  words: Words,
  previewed: { count: number; stamp: string; again: boolean },
) {
  assertNameable(words)
  const { count, reach, stamp, people } = await peopleIn(ctx, audience, RECIPIENTS_MAX)
  if (stamp !== previewed.stamp) {
    const change =
      count === previewed.count
        ? 'The group has other people now.'
        : `The group has ${count} people now, not ${previewed.count}.`
    throw new AppError('stale', `${change} Look at it again before sending.`, { count, stamp })
  }
  if (count > RECIPIENTS_MAX)
    throw new AppError(
      'invalid',
      `One message reaches at most ${RECIPIENTS_MAX} people. Choose a smaller group.`,
    )
  if (!previewed.again) await assertNotSentLately(ctx, audience, words)
  const { subject, body } = words
  const sent = await tellEach(
    ctx,
    people.map(({ id, name }) => ({ userId: id, message: messageFor(ctx, name, words) })),
  )
  await ctx.tx.insert(mailings).values({
    id: ctx.newId(),
    audience,
    subject,
    body,
    recipients: sent,
    sentBy: personOf(ctx).userId,
    sentAt: ctx.now,
  })
  const toWhom = sent === 1 ? '1 person' : `${sent} people`
  const how = [`${waysInWords(reach)}.`, leftOutInWords(reach)].join(' ').trim()
  const said = {
    sent: `The message is on its way to ${toWhom}: ${how}`,
    written: `The message to ${toWhom} was written: ${how}`,
  }
  return { message: saidOfMail(ctx.config, said), sent, reach }
}

/** The messages sent to groups, newest first. */
export async function listMessages(ctx: Ctx, { limit, cursor }: PageQuery) {
  const rows = await ctx.tx
    .select({ row: mailings, sender: users.name })
    .from(mailings)
    .leftJoin(users, eq(users.id, mailings.sentBy))
    .where(and(beyond(decodeCursor(cursor), mailings.sentAt, mailings.id)))
    .orderBy(desc(mailings.sentAt), desc(mailings.id))
    .limit(limit + 1)
  const { items, ...more } = pageOf(rows, limit, ({ row }) => ({ at: row.sentAt, id: row.id }))
  return {
    items: items.map(({ row: { sentAt, sentBy: _, ...row }, sender }) => ({
      ...row,
      sentBy: sender ?? '–',
      sentAt: toTimestamp(sentAt),
    })),
    count: await ctx.tx.$count(mailings),
    ...more,
  }
}
