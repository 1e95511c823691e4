import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { sendsMail } from '#server/core/config.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { isNobody, NOBODYS_NAME } from '#server/core/nobody.ts'
import { both } from '#server/db/both.ts'
import { countAll } from '#server/db/db.ts'
import { withCount } from '#server/db/found.ts'
import { alphabet, rankAmong } from '#server/db/schema/columns.ts'
import { emailEvents, emails, users } from '#server/db/schema.ts'
import { holds } from '#server/db/search.ts'
import { alphabetical, ascending, latest, walkBy } from '#server/db/sort.ts'
import { countTallied, tallyOf } from '#server/db/tallies.ts'
import { settingsInForce } from '#server/features/settings/load-settings.ts'
import { signReceiptLink } from '#server/http/file-link.ts'
import type { QueryOf } from '#shared/core/endpoint.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import type { Chosen, listEmails as contract } from '#shared/mail/contract.ts'
import { type EmailState, emailStates } from '#shared/mail/states.ts'
import type { Afresh } from './afresh.ts'
import type { Attach } from './attach.ts'
import { isBeingSent, type Mail } from './claim.ts'
import { headerLines, wholeHeader } from './header-lines.ts'
import { asTheyWouldGo } from './held-mails.ts'
import { outOfDate } from './out-of-date.ts'
import { withoutSecrets } from './sealed.ts'
import { waitingMails } from './waiting.ts'

/** Bounds a mail's history as it is shown. */
const EVENTS_MAX = 500

const orders = {
  newest: latest(emails.createdAt, emails.id),
  to: alphabetical(alphabet(emails.toAddress), emails.id),
  subject: alphabetical(alphabet(emails.subject), emails.id),
  status: ascending(rankAmong(emails.state, emailStates), emails.id),
}

/** Every mail, newest first unless asked otherwise, with how many stand in each state. */
export async function listEmails(ctx: Ctx, { limit, cursor, sort, ...filter }: QueryOf<typeof contract>) {
  const walk = walkBy(orders, sort, cursor)
  const all = matching(filter)
  const page = ctx.tx
    .select({ mail: emails, place: walk.place })
    .from(emails)
    .where(and(all, walk.beyond))
    .orderBy(...walk.orderBy)
    .limit(limit + 1)
  const { q, status, kind } = filter
  const counting =
    q || kind
      ? ctx.tx.select({ count: countAll }).from(emails).where(all)
      : countTallied(ctx.tx, 'emails', status ? [status] : emailStates)
  const view = (rows: Awaited<typeof page>) => {
    const { items, ...more } = walk.pageOf(rows, limit)
    return { items: items.map(({ mail }) => listed(mail, ctx.now)), ...more }
  }
  const [counts, mails] = await both(
    ctx.tx,
    () => countsOf(ctx),
    () =>
      withCount(
        ctx.tx,
        () => counting,
        () => page.then(view),
      ),
  )
  const waiting = counts.queued === 0 ? null : await waitingMails(ctx)
  return { ...mails, counts, waiting, sends: sendsMail(ctx.config) }
}

interface Filter {
  q?: string | undefined
  status?: EmailState | '' | undefined
  kind?: string | undefined
}

/** The condition of a filter of the list. */
function matching({ q, status, kind }: Filter): SQL | undefined {
  return and(
    q ? or(holds(emails.searched, q), hadMessageId(`<${q.replace(/^<|>$/g, '')}>`)) : undefined,
    status ? eq(emails.state, status) : undefined,
    kind ? eq(emails.kind, kind) : undefined,
  )
}

/** Sent again, a mail has a new one; its history has those before. As an array, which is looked up once, by an index. */
const hadMessageId = (messageId: string) =>
  or(
    eq(emails.messageId, messageId),
    sql`${emails.id} = any(array(select ${emailEvents.emailId} from ${emailEvents} where ${emailEvents.messageId} = ${messageId}))`,
  )

/** The condition of mails chosen one by one, or by a filter. */
export function chosenMails(chosen: Chosen): SQL | undefined {
  return 'ids' in chosen ? inArray(emails.id, chosen.ids) : matching(chosen.matching)
}

async function countsOf(ctx: Ctx): Promise<Record<EmailState, number>> {
  const mailsIn = await tallyOf(ctx.tx, 'emails')
  return {
    held: mailsIn('held'),
    queued: mailsIn('queued'),
    sent: mailsIn('sent'),
    failed: mailsIn('failed'),
    bounced: mailsIn('bounced'),
    kept: mailsIn('kept'),
    discarded: mailsIn('discarded'),
  }
}

function listed(mail: Mail, now: Date) {
  const { id, kind, toAddress, toName, subject, state, attempts, lastAnswer } = mail
  return {
    id,
    kind,
    toAddress: isNobody(toAddress) ? NOBODYS_NAME : toAddress,
    toName,
    subject,
    state,
    attempts,
    sending: isBeingSent(mail, now),
    lastAnswer,
    createdAt: toTimestamp(mail.createdAt),
    sentAt: mail.sentAt === null ? null : toTimestamp(mail.sentAt),
  }
}

/**
 * One mail with its text, its secrets hidden, what goes with it, and every step that became of it; a held one as it would
 * go now. Refuses 404.
 */
export async function readEmail(ctx: Ctx, emailId: string, attach: Attach, afresh: Afresh) {
  const [row] = await ctx.tx
    .select({ mail: emails, outOfDate: outOfDate(ctx) })
    .from(emails)
    .where(eq(emails.id, emailId))
  if (row === undefined) throw notFound('That mail')
  const [{ mail, holdsNoLonger }] = await asTheyWouldGo(ctx, afresh, [row.mail])
  const events = await ctx.tx
    .select({
      at: emailEvents.at,
      deed: emailEvents.deed,
      answer: emailEvents.answer,
      messageId: emailEvents.messageId,
      by: users.name,
    })
    .from(emailEvents)
    .leftJoin(users, eq(users.id, emailEvents.actorId))
    .where(eq(emailEvents.emailId, emailId))
    .orderBy(emailEvents.id)
    .limit(EVENTS_MAX)
  return {
    ...listed(mail, ctx.now),
    body: withoutSecrets(mail.body, mail.secrets),
    text: withoutSecrets(mail.text, mail.secrets),
    html: withoutSecrets(mail.html, mail.secrets),
    attachments: await attachmentsOf(ctx, mail, attach),
    headers: await headersOf(ctx, mail),
    outOfDate: row.outOfDate,
    holdsNoLonger,
    revision: mail.revision,
    events: events.map(({ at, ...event }) => ({ at: toTimestamp(at), ...event })),
  }
}

/** As the mail server was given them at the last try; of a mail that is yet to be sent, or never is, as they would be now. */
async function headersOf(ctx: Ctx, mail: Mail) {
  const tried = mail.state === 'queued' ? null : mail.headers
  if (tried !== null) return { tried: true, lines: wholeHeader(mail, tried) }
  const { settings } = await settingsInForce(ctx.tx, ctx.config)
  return { tried: false, lines: wholeHeader(mail, headerLines(mail, settings, ctx.config)) }
}

/** What goes with a mail, made to be measured, and a link to it for the acting person. */
async function attachmentsOf(ctx: Ctx, { attached }: Mail, attach: Attach) {
  const file = attached === null ? undefined : await attach(attached)
  if (attached === null || file === undefined) return []
  const { fileName, mime, bytes } = file
  const downloadUrl = signReceiptLink(ctx.secrets, personOf(ctx), attached.id, ctx.now)
  return [{ fileName, mime, size: bytes.length, downloadUrl }]
}
