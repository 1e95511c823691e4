import { expect, test } from 'vitest'
import { words as activity } from '#client/features/admin-activity/words.ts'
import { words as mail } from '#client/features/admin-mail/words.ts'
import { words as papers } from '#client/features/admin-papers/words.ts'
import { words as payments } from '#client/features/admin-payments/words.ts'
import { words as people } from '#client/features/admin-people/words.ts'
import { words as reviewers } from '#client/features/admin-reviewers/words.ts'

test('the filters of every list are words with a capital, no raw values', () => {
  const lists = [activity, mail, papers, payments, people, reviewers, reviewers.invitationsList]
  const raw = lists.flatMap(({ filters }) => Object.values(filters)).filter((word) => !/^[A-Z]/.test(word))
  expect(raw).toEqual([])
})

test('an invitation is called in the filter what it is called in the list', () => {
  const { '': all, ...states } = reviewers.invitationsList.filters
  expect(all).toBe('All invitations')
  expect(states).toEqual(reviewers.states)
})
