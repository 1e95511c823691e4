import { plainly } from '#client/api/plainly.ts'
import { meCall } from '#client/api/read-me.ts'
import type { Read } from '#client/api/read-together.ts'
import * as desk from '#client/features/admin-abstracts/calls.ts'
import { listPapers } from '#client/features/admin-papers/calls.ts'
import { listUsers } from '#client/features/admin-people/calls.ts'
import { listReviewers } from '#client/features/admin-reviewers/calls.ts'
import * as author from '#client/features/author/calls.ts'
import { listNotices } from '#client/features/notices/calls.ts'
import * as reviewer from '#client/features/reviewer/calls.ts'
import { type Path, parseSearch, places } from '#client/navigation/places.ts'
import type { listActivity } from '#shared/activity/contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import type { readPreferences } from '#shared/mail/preferences.ts'
import type { listSessions } from '#shared/people/account-contract.ts'
import type { readUser } from '#shared/people/desk-contract.ts'
import type { readSecondFactor } from '#shared/people/second-factor-contract.ts'
import type { readTopics } from '#shared/people/topics-contract.ts'
import type { calendarFeed } from '#shared/reminders/contract.ts'
import type { paperDeskOverview, paperDeskPreview } from '#shared/reviewing/desk-contract.ts'
import type { listPublications, readReviewerTexts } from '#shared/reviewing/publications-contract.ts'
import type { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import type { config, readSettings } from '#shared/settings/contract.ts'
import type { statistics } from '#shared/statistics/contract.ts'
import type { previewAbstract } from '#shared/submissions/desk-contract.ts'

/** What an address says behind its path, as the portal reads it (places.ts). */
type Search = Readonly<Record<string, string | undefined>>
/** What a screen reads first, by what its address says and by whom it is opened. */
type Reads = (search: Search, roles: readonly string[]) => readonly Read[]

const all = (...specs: EndpointSpec[]) => specs.map((spec): Read => ({ spec }))
const whole = (...specs: EndpointSpec[]): Reads => {
  const reads = all(...specs)
  return () => reads
}
/** A list's first page; one that is searched, filtered or ordered asks for it by itself. */
const page = (spec: EndpointSpec): Reads => {
  const reads: Read[] = [{ spec, query: { limit: SCREEN_PAGE } }]
  return ({ q, status, sort }) => (q === undefined && status === undefined && sort === undefined ? reads : [])
}
/** What one thing's screen reads, by the parameter of the address that names the thing. */
const about =
  (name: string, specs: readonly EndpointSpec[], param = name): Reads =>
  ({ [name]: id }) =>
    id === undefined ? [] : specs.map((spec) => ({ spec, params: { [param]: id } }))

/** What the frame of every screen reads. It does not wait for what the screen reads. */
export const frame = all(meCall, listNotices, plainly<typeof config>('GET', '/api/config'))

const aPaper = [
  plainly<typeof paperDeskOverview>('GET', '/api/admin/papers/{paperId}/overview'),
  plainly<typeof paperDeskPreview>('GET', '/api/admin/papers/{paperId}/preview'),
]

/** What a screen reads first, by its path and view. */
const firstReads: Readonly<Record<string, Reads>> = {
  '/author': (_, roles) => [
    ...all(author.listOngoing, author.listCompleted),
    ...(roles.includes('staff') ? [author.reportedPayments] : []),
  ],
  '/author?ongoing': whole(author.listOngoing),
  '/author?completed': whole(author.listCompleted),
  '/author?upload-abstract': ({ abstractId }) => (abstractId === undefined ? all(author.listOngoing) : []),
  '/author?details': about('abstractId', [
    ...[author.abstractOverview, author.paperOverview, author.readSubmissionText],
  ]),
  '/reviewer': whole(reviewer.listAssigned, reviewer.listReviewed),
  '/reviewer?assigned': whole(reviewer.listAssigned),
  '/reviewer?reviewed': whole(reviewer.listReviewed),
  '/reviewer?paper': (search, roles) => [
    ...about('paperId', [reviewer.previewPaper])(search, roles),
    // The papers beside it, for the keys that lead there.
    ...all(reviewer.listAssigned),
  ],
  '/profile': (_, roles) =>
    all(
      plainly<typeof readSecondFactor>('GET', '/api/profile/second-factor'),
      plainly<typeof readPreferences>('GET', '/api/profile/mails'),
      plainly<typeof calendarFeed>('GET', '/api/profile/calendar'),
      plainly<typeof listSessions>('GET', '/api/profile/sessions'),
      ...(roles.includes('reviewer')
        ? [
            plainly<typeof readTopics>('GET', '/api/profile/topics'),
            plainly<typeof listPublications>('GET', '/api/profile/publications'),
          ]
        : []),
    ),
  '/admin?all': page(desk.listAbstracts),
  '/admin?pending': page(desk.listPendingAbstracts),
  '/admin?reviewed': page(desk.listReviewedAbstracts),
  '/admin?deleted': page(desk.listDeleted),
  '/admin?abstract': about('abstractId', [
    plainly<typeof previewAbstract>('GET', '/api/admin/abstracts/{abstractId}/preview'),
  ]),
  '/admin/papers': page(listPapers),
  '/admin/papers?paper': ({ paperId }) =>
    paperId === undefined
      ? []
      : [
          ...aPaper.map((spec) => ({ spec, params: { paperId } })),
          // Whom it may be assigned to.
          { spec: listReviewers, query: { paperId } },
        ],
  '/admin/reviewers': page(listReviewers),
  '/admin/reviewers?reviewer': about('reviewerId', [
    plainly<typeof readReviewer>('GET', '/api/admin/reviewers/{reviewerId}'),
    plainly<typeof readReviewerTexts>('GET', '/api/admin/reviewers/{reviewerId}/texts'),
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

/** What the screen at a path reads first with what stands behind it in the address; `roles` as they were when last told. */
export function firstReadsOf(path: Path, text: string, roles: readonly string[]): readonly Read[] {
  const search: Search = places[path](parseSearch(text))
  const { view } = search
  return firstReads[view === undefined ? path : `${path}?${view}`]?.(search, roles) ?? []
}
