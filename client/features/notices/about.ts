import type { Target } from '#client/navigation/places.ts'
import type { Notice, NoticeOpens } from '#shared/notices/contract.ts'

/** The first number that a text names, of an abstract or a paper. */
const named = /\b([AP])(\d\d-\d{4,})(?:-[\dA-Z])?\b/

interface Named {
  name: string
  /** A paper's serial is its abstract's (decisions.md §2). */
  abstractId: string
  isPaper: boolean
}

const targets: Readonly<Record<NoticeOpens, (named: Named) => Target | undefined>> = {
  own: ({ abstractId }) => ({ to: '/author', search: { view: 'details', abstractId } }),
  review: ({ name, isPaper }) =>
    isPaper ? { to: '/reviewer', search: { view: 'paper', paperId: name } } : undefined,
  desk: ({ name, isPaper, abstractId }) =>
    isPaper
      ? { to: '/admin/papers', search: { view: 'paper', paperId: name } }
      : { to: '/admin', search: { view: 'abstract', abstractId } },
  payments: ({ name }) => ({ to: '/admin/payments', search: { q: name } }),
}

/**
 * The submission that a notification names, as its reader opens it, whichever dashboard shows the notification; undefined
 * where it names none or they may not open it, which the server says.
 */
export function aboutOf({ title, body, opens }: Pick<Notice, 'title' | 'body' | 'opens'>) {
  const [name, letter, stem] = named.exec(`${title}\n${body}`) ?? []
  if (name === undefined || opens === undefined) return undefined
  const target = targets[opens]({ name, abstractId: `A${stem}`, isPaper: letter === 'P' })
  return target && { name, target }
}
