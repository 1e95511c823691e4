import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Audience } from '#shared/mail/audience.ts'
import {
  type Attached,
  emailDeeds,
  emailStates,
  type HeaderLine,
  type ToldFacts,
} from '#shared/mail/states.ts'
import { alphabet, moment, oneOf, rankAmong, searchable } from './columns.ts'
import { submissions } from './submissions.ts'

/** The outbox: a row stands here if and only if the change it tells of was committed. Written by the mail feature. */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    toAddress: text().notNull(),
    toName: text().notNull().default(''),
    subject: text().notNull(),
    /** The words alone, as an organiser may still change them while the mail is held. */
    body: text().notNull().default(''),
    button: jsonb().$type<{ label: string; url: string }>(),
    text: text().notNull(),
    html: text().notNull(),
    /** What of the text nobody but the recipient reads: PINs, links that let in. */
    secrets: text().array().notNull().default([]),
    /** The link's key that turns mails of its kind off; null: nobody can turn it off (decisions.md §10). */
    unsubscribe: text(),
    /** What is made anew and attached at each sending. */
    attached: jsonb().$type<Attached>(),
    /** The submission that the mail tells a decision on; null: it tells none. */
    decides: text().references(() => submissions.id, { onDelete: 'set null' }),
    /** Of a held mail: what it was told of the facts that may change before it goes; null for any other. */
    told: jsonb().$type<ToldFacts>(),
    messageId: text().notNull(),
    state: text({ enum: emailStates }).notNull(),
    attempts: integer().notNull().default(0),
    lastAnswer: text(),
    /** Until then one process is talking to the mail server about it, and no other may. */
    claimedUntil: moment(),
    /** Counts the changes to a held mail's words. */
    revision: integer().notNull().default(0),
    createdAt: moment().notNull(),
    sentAt: moment(),
    /** What the mail server was given above the text at the last try, but for recipient and subject, which stand here anyway. */
    headers: jsonb().$type<HeaderLine[]>(),
    searched: text()
      .notNull()
      .generatedAlwaysAs(searchable('to_address', 'to_name', 'subject')),
  },
  (t) => [
    index('emails_created').on(t.createdAt, t.id),
    index('emails_state').on(t.state, t.createdAt, t.id),
    index('emails_message_id').on(t.messageId),
    index('emails_decides').on(t.decides).where(sql`decides is not null`),
    index('emails_to').on(sql`lower(${t.toAddress})`),
    index('emails_recipient').on(alphabet(t.toAddress), t.id),
    index('emails_subject').on(alphabet(t.subject), t.id),
    index('emails_rank').on(rankAmong(t.state, emailStates), t.id),
    index('emails_search').using('gin', t.searched.op('gin_trgm_ops')),
    oneOf('emails_state_known', t.state, emailStates),
  ],
)

/** What became of a mail, step by step: each try with the server's answer, and what organisers did with it. */
export const emailEvents = pgTable(
  'email_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    emailId: uuid()
      .notNull()
      .references(() => emails.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    deed: text({ enum: emailDeeds }).notNull(),
    /** The words of the server or the provider; empty for an organiser's deed. */
    answer: text().notNull().default(''),
    /** Of a try, and of what came back of it: under which Message-ID, as the mail server's log knows it; a mail that is sent again has another. */
    messageId: text(),
    /** Null: the portal, a mail server or the mail provider. No reference: it stays when a person goes. */
    actorId: uuid(),
  },
  (t) => [
    index('email_events_email').on(t.emailId, t.id),
    index('email_events_message_id').on(t.messageId).where(sql`message_id is not null`),
    oneOf('email_events_deed_known', t.deed, emailDeeds),
  ],
)

/** How far each mailbox with bounces is read: its UIDs are good for one `validity` (RFC 3501 §2.3.1.1). */
export const mailboxPlaces = pgTable('mailbox_places', {
  mailbox: text().primaryKey(),
  validity: text().notNull(),
  uid: bigint({ mode: 'number' }).notNull(),
})

/** Messages' texts as organisers edited them; without a row, or with nulls after a reset, the portal's own words. */
export const emailTemplates = pgTable('email_templates', {
  key: text().primaryKey(),
  subject: text(),
  body: text(),
  button: text(),
  revision: integer().notNull(),
  changedAt: moment().notNull(),
  changedBy: uuid(),
})

/** Messages that organisers sent to a group, as they were typed. */
export const mailings = pgTable(
  'mailings',
  {
    id: uuid().primaryKey(),
    /** Whom it went to, as it was asked for. */
    audience: jsonb().$type<Audience>().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    recipients: integer().notNull(),
    sentBy: uuid().notNull(),
    sentAt: moment().notNull(),
  },
  (t) => [index('mailings_sent').on(t.sentAt, t.id)],
)
