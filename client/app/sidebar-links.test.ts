import { expect, test } from 'vitest'
import type { Permission } from '#shared/core/roles.ts'
import { sidebarLinks } from './sidebar-links.ts'

test.each<[string, Permission[], string[]]>([
  ['an author sees no desk', ['author'], []],
  ['a reviewer who is an author too sees no desk', ['author', 'reviewer'], []],
  ['staff see payments only', ['author', 'staff'], ['Payments']],
  [
    'an admin sees it all',
    ['admin'],
    [
      'Papers',
      'Assignments',
      'Reviewers',
      'Payments',
      'People',
      'Statistics',
      'Mail',
      'Activity',
      'Settings',
    ],
  ],
])('%s', (_, roles, labels) => {
  expect(sidebarLinks({ roles }).map(({ label }) => label)).toEqual(labels)
})

test('each section has a letter of its name, and none that Dashboard or Profile has', () => {
  const desk = sidebarLinks({ roles: ['admin'] })
  const keys = [...desk.map(({ key }) => key), 'd', 'f']
  expect(new Set(keys).size).toBe(keys.length)
  for (const { key, label } of desk) expect(label.toLowerCase()).toContain(key)
})
