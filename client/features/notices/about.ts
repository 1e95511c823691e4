import type { Dashboard, Target } from '#client/navigation/places.ts'
import type { Notice } from '#shared/notices/contract.ts'

/**
 * The submission that a notification names, as it is opened from a dashboard; undefined where it names none. A paper's
 * serial is its abstract's (decisions.md §2).
 */
export function aboutOf({ title, body }: Pick<Notice, 'title' | 'body'>, dashboard: Dashboard) {
  const [name, kind, stem] = /\b([AP])(\d\d-\d{4,})(?:-[\dA-Z])?\b/.exec(`${title}\n${body}`) ?? []
  if (name === undefined) return undefined
  const abstractId = `A${stem}`
  const isPaper = kind === 'P'
  const target: Target | undefined =
    dashboard === '/author'
      ? { to: '/author', search: { view: 'details', abstractId } }
      : dashboard === '/reviewer'
        ? isPaper
          ? { to: '/reviewer', search: { view: 'paper', paperId: name } }
          : undefined
        : isPaper
          ? { to: '/admin/papers', search: { view: 'paper', paperId: name } }
          : { to: '/admin', search: { view: 'abstract', abstractId } }
  return target && { name, target }
}
