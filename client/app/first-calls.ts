import { plainly } from '#client/api/plainly.ts'
import { meCall } from '#client/api/read-me.ts'
import { askTogether, type Read } from '#client/api/read-together.ts'
import * as desk from '#client/features/admin-abstracts/calls.ts'
import { listPapers } from '#client/features/admin-papers/calls.ts'
import { listUsers } from '#client/features/admin-people/calls.ts'
import { listReviewers } from '#client/features/admin-reviewers/calls.ts'
import * as author from '#client/features/author/calls.ts'
import { listNotices } from '#client/features/notices/calls.ts'
import * as reviewer from '#client/features/reviewer/calls.ts'
import { type Path, places } from '#client/navigation/places.ts'
import type { listActivity } from '#shared/activity/contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import type { readPreferences } from '#shared/mail/preferences.ts'
import type { listSessions } from '#shared/people/account-contract.ts'
import type { readUser } from '#shared/people/desk-contract.ts'
import type { readSecondFactor } from '#shared/people/second-factor-contract.ts'
import type { calendarFeed } from '#shared/reminders/contract.ts'
import type { paperDeskOverview, paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import type { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import type { config, readSettings } from '#shared/settings/contract.ts'
import type { statistics } from '#shared/statistics/contract.ts'
import type { previewAbstract } from '#shared/submissions/desk-contract.ts'

/** What an address says behind its path, as the portal reads it (places.ts). */
type Search = Readonly<Record<string, string | undefined>>

const whole = (...specs: EndpointSpec[]) => specs.map((spec): Read => ({ spec }))
/** A list's first page, of all that there is and in the list's own order. */
const page = (spec: EndpointSpec): Read[] => [{ spec, query: { limit: SCREEN_PAGE } }]
/** What one thing's screen reads, by the parameter of the address that names the thing. */
const about =
  (name: string, specs: readonly EndpointSpec[], param = name) =>
  (search: Search): Read[] => {
    const id = search[name]
    return id === undefined ? [] : specs.map((spec) => ({ spec, params: { [param]: id } }))
  }

/** What the frame of every screen reads. It does not wait for what the screen reads. */
const frame = whole(meCall, listNotices, plainly<typeof config>('GET', '/api/config'))

/** What a screen reads first, by its path and view; one that is searched, filtered or ordered asks for its list by itself. */
const firstReads: Readonly<Record<string, readonly Read[] | ((search: Search) => readonly Read[])>> = {
  '/author': whole(author.listOngoing, author.listCompleted),
  '/author?ongoing': whole(author.listOngoing),
  '/author?completed': whole(author.listCompleted),
  '/author?details': about('abstractId', [
    ...[author.abstractOverview, author.paperOverview, author.readSubmissionText],
  ]),
  '/reviewer': whole(reviewer.listAssigned, reviewer.listReviewed),
  '/reviewer?assigned': whole(reviewer.listAssigned),
  '/reviewer?reviewed': whole(reviewer.listReviewed),
  '/reviewer?paper': about('paperId', [reviewer.previewPaper]),
  '/profile': whole(
    plainly<typeof readSecondFactor>('GET', '/api/profile/second-factor'),
    plainly<typeof readPreferences>('GET', '/api/profile/mails'),
    plainly<typeof calendarFeed>('GET', '/api/profile/calendar'),
    plainly<typeof listSessions>('GET', '/api/profile/sessions'),
  ),
  '/admin?all': page(desk.listAbstracts),
  '/admin?pending': page(desk.listPendingAbstracts),
  '/admin?reviewed': page(desk.listReviewedAbstracts),
  '/admin?deleted': page(desk.listDeleted),
  '/admin?abstract': about('abstractId', [
    plainly<typeof previewAbstract>('GET', '/api/admin/abstracts/{abstractId}/preview'),
  ]),
  '/admin/papers': page(listPapers),
  '/admin/papers?paper': about('paperId', [
    plainly<typeof paperDeskOverview>('GET', '/api/admin/papers/{paperId}/overview'),
    plainly<typeof paperDeskPreview>('GET', '/api/admin/papers/{paperId}/preview'),
  ]),
  '/admin/reviewers': page(listReviewers),
  '/admin/reviewers?reviewer': about('reviewerId', [
    plainly<typeof readReviewer>('GET', '/api/admin/reviewers/{reviewerId}'),
  ]),
  '/admin/payments': page(desk.listPayments),
  '/admin/people': page(listUsers),
  '/admin/people?person': about(
    'personId',
    [plainly<typeof readUser>('GET', '/api/admin/users/{userId}')],
    'userId',
  ),
  '/admin/activity': page(plainly<typeof listActivity>('GET', '/api/admin/activity')),
  '/admin/statistics': whole(plainly<typeof statistics>('GET', '/api/admin/statistics')),
  '/admin/settings': whole(plainly<typeof readSettings>('GET', '/api/admin/settings')),
}

/** Asks for the first data of a protected screen, and of its frame, with one request each, while its code is on the way. */
export function askFirst(path: Path, address: string): void {
  const search: Search = places[path](Object.fromEntries(new URLSearchParams(address)))
  const { view } = search
  const reads = isNarrowed(search) ? [] : (firstReads[view === undefined ? path : `${path}?${view}`] ?? [])
  askTogether(frame)
  askTogether(typeof reads === 'function' ? reads(search) : reads)
}

const isNarrowed = (search: Search) => ['q', 'status', 'sort'].some((key) => search[key] !== undefined)
