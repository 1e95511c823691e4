import { expect, test } from 'vitest'
import { conflictOf } from './conflict.ts'

const reviewer = { id: 'r', organization: 'Institute of the South', email: 'rita@south.example' }
const author = { id: 'a', organization: 'University of the North', email: 'ada@north.example' }
const facts = { reviewer, author, declared: null, isPublicDomain: (domain: string) => domain === 'gmail.com' }

test('strangers have no conflict', () => {
  expect(conflictOf(facts)).toBeNull()
})

test('one’s own paper and a declared conflict can never be overridden', () => {
  expect(conflictOf({ ...facts, reviewer: { ...reviewer, id: 'a' } })?.overridable).toBe(false)
  expect(conflictOf({ ...facts, declared: 'my student' })).toEqual({
    reason: 'The reviewer declared a conflict: my student',
    overridable: false,
  })
})

test('the same organisation is a conflict however it is written', () => {
  const same = { ...reviewer, organization: ' university  of the NORTH. ' }
  expect(conflictOf({ ...facts, reviewer: same })?.overridable).toBe(true)
  const accents = {
    ...facts,
    reviewer: { ...reviewer, organization: 'École Polytechnique' },
    author: { ...author, organization: 'Ecole polytechnique' },
  }
  expect(conflictOf(accents)?.overridable).toBe(true)
  expect(
    conflictOf({
      ...facts,
      reviewer: { ...reviewer, organization: '' },
      author: { ...author, organization: '' },
    }),
  ).toBeNull()
})

test('the same mail domain is a conflict, with its subdomains, unless anybody may use it', () => {
  const at = (a: string, b: string) =>
    conflictOf({ ...facts, reviewer: { ...reviewer, email: a }, author: { ...author, email: b } })
  expect(at('r@cs.uni.example', 'a@UNI.example')?.reason).toBe(
    'Reviewer and author share the mail domain cs.uni.example.',
  )
  expect(at('r@gmail.com', 'a@gmail.com')).toBeNull()
  expect(at('r@notuni.example', 'a@uni.example')).toBeNull()
})
