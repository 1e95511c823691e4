import { expect, test } from 'vitest'
import { messageKinds } from '#server/messages.ts'
import { permissionsOf, roles } from '#shared/core/roles.ts'
import { noticeOpens } from '#shared/notices/contract.ts'
import { opensByKind, opensFor } from './opens-for.ts'

/** Who is told, in the words of the kind, and where they open what it is about. */
const whereOf = (to: string) => {
  if (/^Admins and staff$/.test(to)) return 'payments'
  if (/^The organisers$/.test(to)) return 'desk'
  if (/reviewers?\b/.test(to)) return 'review'
  return /^The author/.test(to) ? 'own' : null
}

/** Their readers have nothing to open: the paper is not theirs any more, or it is about no submission. */
const nothingToOpen = [
  ...['paper_gone', 'unassigned', 'unassigned_together'],
  ...['reviews_missing', 'reviews_late', 'new_reviewers_conflicts'],
]

test('every kind of notification leads to where the people whom it tells open a submission', () => {
  const opens = opensByKind(messageKinds)
  for (const { key, to, notice } of messageKinds) {
    const expected = notice === undefined || nothingToOpen.includes(key) ? undefined : whereOf(to)
    expect([key, opens.get(key) ?? null]).toEqual([key, expected ?? null])
  }
})

test('nobody is led to what their role does not open; organisers have all at their desk', () => {
  const led = (role: (typeof roles)[number], isStaff: boolean) =>
    noticeOpens.options.map((one) => opensFor(one, permissionsOf({ role, isStaff })))
  expect(roles.map((role) => [role, led(role, false)])).toEqual([
    ['author', ['own', undefined, undefined, undefined]],
    ['reviewer', [undefined, 'review', undefined, undefined]],
    ['both', ['own', 'review', undefined, undefined]],
    ['admin', ['desk', 'desk', 'desk', 'payments']],
  ])
  expect(led('author', true)).toEqual(['own', undefined, undefined, 'payments'])
  expect(led('both', true)).toEqual(['own', 'review', undefined, 'payments'])
  expect(opensFor(undefined, ['admin'])).toBeUndefined()
})
