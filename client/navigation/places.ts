/**
 * Every place of the portal: its path, and what its search parameters may be. Inline views live in the address:
 * `/author?view=details&abstractId=A26-0007`; the path alone is the home view. Anything else in the address is left
 * out. Plain functions instead of schemas, because the first page carries this and should not carry the schema library.
 */
function search<const View extends string, const Key extends string>(
  views: readonly View[],
  keys: Readonly<Record<Key, RegExp>>,
  /** What a view is about: without it there is no such view. */
  about: Partial<Record<NoInfer<View>, NoInfer<Key>>> = {},
) {
  type Found = { view?: View } & { [K in Key]?: string }
  return (given: Record<string, unknown>): Found => {
    const view = views.find((one) => one === given.view)
    const found: Record<string, string> = view === undefined ? {} : { view }
    for (const key in keys) {
      const value = given[key]
      if (typeof value !== 'string' || value === '') continue
      // A view of something that cannot be is no view: an upload to it must not become another upload.
      if (!keys[key].test(value)) return {}
      found[key] = value
    }
    const key = view && about[view]
    // Only listed names and views went in.
    return (key !== undefined && found[key] === undefined ? {} : found) as Found
  }
}

const abstractId = /^A\d\d-\d{4,}$/i
const paperId = /^P\d\d-\d{4,}-[\dA-Z]$/i
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const text = /^[\s\S]{1,2000}$/
const word = /^[a-z_]{1,40}$/

/** An order by a key, with a minus turned round. */
const order = /^-?[a-z]{1,20}$/
const list = { q: text, status: word, sort: order }
const noticeKeys = { notificationId: uuid }
/** On every dashboard. */
const notices = ['notifications', 'notification'] as const
const ofNotice = { notification: 'notificationId' } as const
const mailLink = search([], { token: text })

export const places = {
  '/': search([], {}),
  '/signup': search([], { role: word, email: text, invitation: text }),
  '/forgot-password': search([], { email: text }),
  '/reset-password': mailLink,
  '/verify-email': mailLink,
  '/unsubscribe': mailLink,
  '/set-up': mailLink,
  '/setup-profile': search([], {}),
  '/profile': search([], {}),
  '/author': search(
    [...notices, 'ongoing', 'completed', 'details', 'edit-details', 'upload-abstract', 'upload-paper'],
    { ...noticeKeys, abstractId },
    { ...ofNotice, details: 'abstractId', 'edit-details': 'abstractId', 'upload-paper': 'abstractId' },
  ),
  '/author/instructions': search([], {}),
  '/reviewer': search(
    [...notices, 'assigned', 'reviewed', 'paper'],
    { ...noticeKeys, paperId },
    { ...ofNotice, paper: 'paperId' },
  ),
  '/admin': search(
    [...notices, 'pending', 'reviewed', 'all', 'deleted', 'abstract'],
    { ...noticeKeys, abstractId, ...list },
    { ...ofNotice, abstract: 'abstractId' },
  ),
  '/admin/papers': search(['paper'], { paperId, ...list }, { paper: 'paperId' }),
  '/admin/assignments': search(
    ['list', 'choose', 'propose', 'proposal'],
    { papers: /^[\w -]+$/, step: word, proposalId: uuid, with: uuid, show: word, from: /^\d{1,5}$/, q: text },
    { choose: 'papers', proposal: 'proposalId' },
  ),
  '/admin/reviewers': search(
    ['invitations', 'invite', 'reviewer'],
    { reviewerId: uuid, step: word, ...list },
    { reviewer: 'reviewerId' },
  ),
  '/admin/payments': search(['payment', 'import'], { paperId, step: word, ...list }),
  '/admin/people': search(
    ['person', 'import'],
    { personId: uuid, step: word, ...list },
    { person: 'personId' },
  ),
  '/admin/statistics': search([], {}),
  '/admin/mail': search(
    ['mail', 'texts', 'text', 'write'],
    { emailId: uuid, key: word, ...list },
    { mail: 'emailId', text: 'key' },
  ),
  '/admin/activity': search([], list),
  '/admin/settings': search([], {}),
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

/** The sections of the desk. */
export const deskPaths: readonly Path[] = Object.keys(places)
  .filter(isPath)
  .filter((path) => path.startsWith('/admin/'))

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

/** Whether an address shows a target: what more stands in it is how a list was searched, filtered and put in order. */
export function shows<P extends Path>(address: string, { to, search: wanted }: Target<P>): boolean {
  const { pathname, search: text } = new URL(address, 'http://portal')
  if (placeAt(pathname) !== to) return false
  const asked: Record<string, unknown> = { view: undefined, ...wanted }
  const given: Record<string, unknown> = places[to](parseSearch(text))
  return Object.entries(asked).every(([name, value]) => given[name] === value)
}

/** What stands behind a place in the address, without what means nothing there. */
export function cleanSearch(path: Path, text: string): string {
  const given = parseSearch(text)
  const kept = places[path](given)
  return Object.keys(kept).length === Object.keys(given).length ? text : stringifySearch(kept)
}
