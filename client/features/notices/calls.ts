import { plainly } from '#client/api/plainly.ts'
import type * as notices from '#shared/notices/contract.ts'

/** The calls of these screens, without their schemas: a dashboard opens without the schema library. */
export const listNotices = plainly<typeof notices.listNotices>('GET', '/api/notifications')
export const markRead = plainly<typeof notices.markRead>('POST', '/api/notifications/mark-read')
export const markAllRead = plainly<typeof notices.markAllRead>('POST', '/api/notifications/mark-all-read')
