import { expect, test } from 'vitest'
import type { Path } from '#client/navigation/places.ts'
import { type Permission, permissionsOf, type Role } from '#shared/core/roles.ts'
import { sentElsewhere } from './admission.ts'

const person = (role: Role, isStaff = false, isProfileComplete = true) => ({
  role,
  roles: permissionsOf({ role, isStaff }),
  isProfileComplete,
  needsSecondFactor: false,
})
const without = { ...person('admin'), roles: [], needsSecondFactor: true }
const staff = person('author', true)
const unfinished = person('reviewer', false, false)

test.each<[string, ReturnType<typeof person>, Path, 'people' | Permission[], Path | undefined]>([
  ['an author', person('author'), '/author', ['author'], undefined],
  ['an author on the reviewers’ side', person('author'), '/reviewer', ['reviewer'], '/author'],
  ['a reviewer on the authors’ side', person('reviewer'), '/author', ['author'], '/reviewer'],
  ['both on the authors’ side', person('both'), '/author', ['author'], undefined],
  ['both on the reviewers’ side', person('both'), '/reviewer', ['reviewer'], undefined],
  ['both at the desk', person('both'), '/admin', ['admin'], '/reviewer'],
  ['an author at the desk', person('author'), '/admin', ['admin'], '/author'],
  ['an admin at the desk', person('admin'), '/admin', ['admin'], undefined],
  ['an admin on the authors’ side', person('admin'), '/author', ['author'], '/admin'],
  ['staff at the payments', staff, '/admin/payments', ['admin', 'staff'], undefined],
  ['staff at the desk', staff, '/admin', ['admin'], '/author'],
  ['an author at their profile', person('author'), '/profile', 'people', undefined],
  ['an admin whose second factor is waited for', without, '/admin', ['admin'], '/profile'],
  ['… at their profile', without, '/profile', 'people', undefined],
  ['an unfinished profile anywhere', unfinished, '/reviewer', ['reviewer'], '/setup-profile'],
  ['an unfinished profile at its completion', unfinished, '/setup-profile', 'people', undefined],
])('%s is let in, or sent where they work', (_, user, path, who, to) => {
  expect(sentElsewhere(user, path, who)).toBe(to)
})
