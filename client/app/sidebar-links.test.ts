import { expect, test } from 'vitest'
import type { Permission } from '#shared/core/roles.ts'
import { sidebarLinks } from './sidebar-links.ts'

test.each<[string, Permission[], string[]]>([
  ['an author sees no desk', ['author'], []],
  ['a reviewer who is an author too sees no desk', ['author', 'reviewer'], []],
  ['staff see payments only', ['author', 'staff'], ['Payments']],
  ['an admin sees it all', ['admin'], ['Papers', 'Reviewers', 'Payments', 'People', 'Activity', 'Settings']],
])('%s', (_, roles, labels) => {
  expect(sidebarLinks({ roles }).map(({ label }) => label)).toEqual(labels)
})
