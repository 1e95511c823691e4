import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { choosableGroups, mailTimes } from '#shared/mail/choosable.ts'
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

/** Reminders that went out or were passed over: each person's of each thing, due moment and day once. */
export const reminders = pgTable(
  'reminders',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What is due, `review:<assignment>:<round>` or the like. */
    thing: text().notNull(),
    dueAt: moment().notNull(),
    /** Days after the due date; negative before it. */
    days: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.thing, t.dueAt, t.days] })],
)

/** Calendars to subscribe to: the link is derived from `id` and the server's secret; nothing usable is kept. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  id: uuid().notNull().unique(),
  madeAt: moment().notNull(),
})

/** When somebody's mails of a kind come, where they chose: without a row, at once. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messages: text({ enum: choosableGroups }).notNull(),
    come: text({ enum: mailTimes }).notNull(),
    /** What it was before a mail's link turned it off, so that the link can take that back; else null. */
    before: text({ enum: mailTimes }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.messages] }),
    oneOf('mail_preferences_messages_known', t.messages, choosableGroups),
    oneOf('mail_preferences_come_known', t.come, mailTimes),
  ],
)

/** Notifications that wait for somebody's daily mail; gone once that is written. */
export const digestItems = pgTable(
  'digest_items',
  {
    noticeId: uuid()
      .primaryKey()
      .references(() => notices.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    messages: text({ enum: choosableGroups }).notNull(),
    /** Where the mail's button would have led. */
    url: text().notNull(),
  },
  (t) => [
    index('digest_items_user').on(t.userId),
    oneOf('digest_items_messages_known', t.messages, choosableGroups),
  ],
)
