/**
 * Every place of the portal: its path, and what its search parameters may be. Inline views live in the address:
 * `/author?view=details&abstractId=A26-0007`; the path alone is the home view. Anything else in the address is
 * ignored. Plain functions instead of schemas, because the first page carries this and should not carry the schema
 * library.
 */
function search<const View extends string, const Key extends string>(
  views: readonly View[],
  keys: readonly Key[],
) {
  return (given: Record<string, unknown>): { view?: View } & { [K in Key]?: string } => {
    const view = views.find((one) => one === given.view)
    const found: Record<string, string> = view === undefined ? {} : { view }
    for (const key of keys) {
      const value = given[key]
      if (typeof value === 'string' && value !== '') found[key] = value
    }
    // Only listed names and views went in.
    return found as { view?: View } & { [K in Key]?: string }
  }
}

/** On every dashboard. */
const notices = ['notifications', 'notification'] as const
const mailLink = search([], ['token'])

export const places = {
  '/': search([], []),
  '/signup': search([], ['role', 'email', 'invitation']),
  '/forgot-password': search([], ['email']),
  '/reset-password': mailLink,
  '/verify-email': mailLink,
  '/set-up': mailLink,
  '/setup-profile': search([], []),
  '/profile': search([], []),
  '/author': search(
    [...notices, 'ongoing', 'completed', 'details', 'edit-details', 'upload-abstract', 'upload-paper'],
    ['notificationId', 'abstractId'],
  ),
  '/author/instructions': search([], []),
  '/reviewer': search([...notices, 'assigned', 'reviewed', 'paper'], ['notificationId', 'paperId']),
  '/admin': search(
    [...notices, 'pending', 'reviewed', 'abstract'],
    ['notificationId', 'abstractId', 'q', 'status'],
  ),
  '/admin/papers': search(['paper'], ['paperId', 'q', 'status']),
  '/admin/assignments': search(['list', 'choose'], ['papers']),
  '/admin/reviewers': search(['invitations', 'invite', 'reviewer'], ['reviewerId', 'q', 'status']),
  '/admin/payments': search(['payment', 'import'], ['paperId', 'q', 'status']),
  '/admin/people': search(['person'], ['personId', 'q', 'status']),
  '/admin/statistics': search([], []),
  '/admin/mail': search(['mail', 'texts', 'text', 'write'], ['emailId', 'key', 'q', 'status']),
  '/admin/activity': search([], ['q', 'status']),
  '/admin/settings': search([], []),
} as const

/** A path that a screen has. */
export type Path = keyof typeof places

/** A place with a dashboard, which shows the notifications too. */
export type Dashboard = '/author' | '/reviewer' | '/admin'

/** What may stand in the address behind it. */
export type SearchOf<P extends Path> = ReturnType<(typeof places)[P]>

/** The place at a path, a slash at its end forgiven; undefined where no screen is. */
export function placeAt(pathname: string): Path | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return isPath(path) ? path : undefined
}

function isPath(path: string): path is Path {
  return Object.hasOwn(places, path)
}

/** Where a link leads: a place and what stands in its address. */
export interface Target<P extends Path = Path> {
  to: P
  search?: SearchOf<P>
}

/** The address of a target, from the root of the site. */
export function addressTo<P extends Path>({ to, search: given }: Target<P>): string {
  return to + stringifySearch(given ?? {})
}

/** The address's search as plain texts; nothing is guessed to be a number or JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The reverse; what is missing or empty is left out. */
export function stringifySearch(given: Record<string, unknown>): string {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}
