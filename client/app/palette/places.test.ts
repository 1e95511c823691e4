import { expect, test } from 'vitest'
import { addressTo } from '#client/navigation/places.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { type Permission, permissionsOf, type Role } from '#shared/core/roles.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { listUsers } from '#shared/people/desk-contract.ts'
import { listAssigned } from '#shared/reviewing/contract.ts'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import { listOngoing } from '#shared/submissions/contract.ts'
import { listAbstracts } from '#shared/submissions/desk-contract.ts'
import { sources } from './found.ts'
import { mayOpen, placesOf } from './places.ts'
import { words } from './words.ts'

const person = (role: Role, isStaff = false, isProfileComplete = true) => ({
  role,
  roles: permissionsOf({ role, isStaff }),
  isProfileComplete,
  needsSecondFactor: false,
})
const { groups } = words
const ofAuthor = ['upload-abstract', 'ongoing', 'completed'].map((view) => `/author?view=${view}`)
const ofReviewer = ['assigned', 'reviewed'].map((view) => `/reviewer?view=${view}`)
const ofAdmin = [
  '/admin?view=pending',
  '/admin?view=reviewed',
  '/admin?view=all',
  '/admin?view=deleted',
  '/admin/papers?status=decision_needed',
  '/admin/papers?status=unassigned',
  '/admin/papers?status=late_conflict',
  '/admin/papers?status=withheld',
  '/admin/assignments?view=list',
  '/admin/assignments?view=propose',
  '/admin/reviewers?view=invitations',
  '/admin/reviewers?view=invite',
  '/admin/mail?view=texts',
  '/admin/mail?view=write',
  '/admin/mail?status=held',
]

test.each<[string, ReturnType<typeof person>, string[], string[]]>([
  ['an author', person('author'), [...ofAuthor, '/author/instructions'], [groups.submissions]],
  [
    'staff',
    person('author', true),
    [...ofAuthor, '/author/instructions'],
    [groups.payments, groups.submissions],
  ],
  ['a reviewer', person('reviewer'), ofReviewer, [groups.review]],
  [
    'both',
    person('both'),
    [...ofAuthor, '/author/instructions', ...ofReviewer],
    [groups.review, groups.submissions],
  ],
  ['an admin', person('admin'), ofAdmin, [groups.papers, groups.abstracts, groups.people, groups.payments]],
  ['an unfinished profile', person('author', false, false), [], []],
])('%s is offered their own places and finds their own things, nothing more', (_, who, places, found) => {
  const offered = placesOf(who).map(({ target }) => addressTo(target))
  expect(offered.filter((address) => !address.includes('notifications'))).toEqual(places)
  expect(offered.filter((address) => address.includes('notifications'))).toHaveLength(
    places.length > 0 ? 1 : 0,
  )
  expect(sources.filter(({ place }) => mayOpen(who, place)).map(({ group }) => group)).toEqual(found)
})

test('who finds things of a kind may also make the call that finds them', () => {
  const calls: Record<string, EndpointSpec> = {
    [groups.papers]: listPapers,
    [groups.abstracts]: listAbstracts,
    [groups.people]: listUsers,
    [groups.payments]: listPayments,
    [groups.review]: listAssigned,
    [groups.submissions]: listOngoing,
  }
  const people = (['author', 'reviewer', 'both', 'admin'] as const).flatMap((role) => [
    person(role),
    person(role, true),
  ])
  for (const { group, place } of sources) {
    const access = calls[group]?.access
    if (!Array.isArray(access)) throw new Error(`no call is known for ${group}`)
    const allowed: readonly Permission[] = access
    for (const who of people) {
      expect([group, who, mayOpen(who, place)]).toEqual([
        group,
        who,
        who.roles.some((role) => allowed.includes(role)),
      ])
    }
  }
})
