import { expect, test } from 'vitest'
import { avatarProblem } from './avatar-problem.ts'

const LIMIT = 5 * 1024 * 1024

test.each([
  ['image/png', LIMIT, undefined],
  ['image/jpeg', 1, undefined],
  ['image/webp', 1, undefined],
  ['image/png', LIMIT + 1, 'Image size must be 5MB or less.'],
  ['image/gif', 1, 'Please choose a PNG/JPG/WEBP image.'],
  ['', 1, 'Please choose a PNG/JPG/WEBP image.'],
])('a picture of type "%s" with %d bytes: %s', (type, size, problem) => {
  expect(avatarProblem({ type, size })).toBe(problem)
})
