/** The words of the notifications (portal.md §2). */
export const words = {
  title: 'Notifications',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  defaultTitle: 'Notification',
  defaultBody: 'No additional details.',
  notFound: 'This notification was not found',
  notFoundHint: 'It is not among your notifications.',
  newestOf: (shown: number, count: number) => `The newest ${shown} of ${count} are shown.`,
  empty: 'No notifications',
  emptyHint: 'Decisions, deadlines and news of your submissions appear here.',
  loading: 'Loading notifications…',
  failed: 'Failed to load',
  back: 'Back',
  open: (name: string) => `Open ${name}`,
  allRead: 'All notifications are marked read.',
  markAllRead: 'Mark all read',
  unread: 'Unread',
} as const
