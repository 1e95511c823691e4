import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, oneOf } from './columns.ts'
import { users } from './people.ts'

/** In-app notifications. Written by the notices feature. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    createdAt: moment().notNull(),
    readAt: moment(),
  },
  (t) => [
    index('notices_user').on(t.userId, t.createdAt, t.id),
    index('notices_unread').on(t.userId).where(sql`read_at is null`),
  ],
)

export const emailStates = ['queued', 'sent', 'failed', 'kept'] as const

/** The outbox: a row stands here if and only if the change it tells of was committed. Written by the mail feature. */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    toAddress: text().notNull(),
    toName: text().notNull().default(''),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    messageId: text().notNull(),
    state: text({ enum: emailStates }).notNull(),
    attempts: integer().notNull().default(0),
    lastAnswer: text(),
    /** Until then one process is talking to the mail server about it, and no other may. */
    claimedUntil: moment(),
    createdAt: moment().notNull(),
    sentAt: moment(),
  },
  (t) => [
    index('emails_created').on(t.createdAt, t.id),
    index('emails_to').on(sql`lower(${t.toAddress})`),
    oneOf('emails_state_known', t.state, emailStates),
  ],
)
