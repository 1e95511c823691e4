import type { MessageKind } from '#server/core/message.ts'
import type { Permission } from '#shared/core/roles.ts'
import type { NoticeOpens } from '#shared/notices/contract.ts'

const openTo: Readonly<Record<NoticeOpens, readonly Permission[]>> = {
  own: ['author'],
  review: ['reviewer'],
  desk: ['admin'],
  payments: ['admin', 'staff'],
}

/** Where the notifications of each kind lead. */
export type OpensByKind = ReadonlyMap<string, NoticeOpens>

/** The same of all kinds that are declared, by their keys. */
export function opensByKind(kinds: readonly MessageKind[]): OpensByKind {
  return new Map(kinds.flatMap(({ key, notice }) => (notice?.opens ? [[key, notice.opens]] : [])))
}

/**
 * Where a person opens what a notification is about; undefined where they may not. Organisers have every submission at
 * their own desk, one of theirs or one they reviewed before too.
 */
export function opensFor(
  opens: NoticeOpens | undefined,
  roles: readonly Permission[],
): NoticeOpens | undefined {
  if (opens === undefined) return undefined
  if (openTo[opens].some((one) => roles.includes(one))) return opens
  return roles.includes('admin') ? 'desk' : undefined
}
