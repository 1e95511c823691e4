import { expect, test } from 'vitest'
import { commentsTogether } from './comments-together.ts'

test('one comment stands alone, several are numbered, and reviews without any are passed over', () => {
  expect(commentsTogether([null, ''])).toBeNull()
  expect(commentsTogether([null, 'Shorten it.'])).toBe('Shorten it.')
  expect(commentsTogether(['Shorten it.', null, 'Name the rig.'])).toBe(
    'Review 1: Shorten it.\n\nReview 2: Name the rig.',
  )
})
