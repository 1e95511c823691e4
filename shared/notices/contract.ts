import { z } from 'zod'
import { endpoint } from '#shared/core/endpoint.ts'
import { uuid } from '#shared/core/ids.ts'
import { message, page, pageQuery } from '#shared/core/page.ts'
import { timestamp } from '#shared/core/timestamp.ts'

/** Where the submission that a notification names is opened: its author's own page, a reviewer's, or a desk. */
export const noticeOpens = z.enum(['own', 'review', 'desk', 'payments'])
export type NoticeOpens = z.output<typeof noticeOpens>

/** A notification (portal.md §3); `opens` where it names a submission that its reader may open. */
export const notice = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    ts: timestamp,
    read: z.boolean(),
    opens: noticeOpens.optional(),
  })
  .meta({ id: 'Notification' })
export type Notice = z.output<typeof notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notifications',
  tag: 'Notifications',
  summary: 'One’s own notifications, newest first.',
  access: 'signed-in',
  query: pageQuery,
  answer: page(notice).extend({ unread: z.number().int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/mark-read',
  tag: 'Notifications',
  summary: 'Marks one of one’s own notifications as read.',
  access: 'signed-in',
  body: z.object({ id: uuid }),
  answer: message,
  refusals: ['not_found'],
})

export const markAllRead = endpoint({
  method: 'POST',
  path: '/api/notifications/mark-all-read',
  tag: 'Notifications',
  summary: 'Marks all of one’s own notifications as read; with `upTo` that one and those before it.',
  access: 'signed-in',
  query: z.object({ upTo: uuid.optional() }),
  answer: message,
})
