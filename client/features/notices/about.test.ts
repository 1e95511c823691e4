import { expect, test } from 'vitest'
import { aboutOf } from './about.ts'

const paper = { title: 'Paper P26-0007-I received', body: 'We have your paper “On A26-0009”.' }
const abstract = { title: 'Abstract A26-0007 received', body: '' }

test('a notification leads to where its reader opens what it names', () => {
  const to = (opens: 'own' | 'review' | 'desk' | 'payments') =>
    [paper, abstract].map((words) => aboutOf({ ...words, opens })?.target)
  const details = { to: '/author', search: { view: 'details', abstractId: 'A26-0007' } }
  expect(to('own')).toEqual([details, details])
  expect(to('review')).toEqual([
    { to: '/reviewer', search: { view: 'paper', paperId: 'P26-0007-I' } },
    undefined,
  ])
  expect(to('desk')).toEqual([
    { to: '/admin/papers', search: { view: 'paper', paperId: 'P26-0007-I' } },
    { to: '/admin', search: { view: 'abstract', abstractId: 'A26-0007' } },
  ])
  expect(to('payments')[0]).toEqual({ to: '/admin/payments', search: { q: 'P26-0007-I' } })
})

test('it leads nowhere where it names nothing, or what its reader may not open', () => {
  expect(aboutOf({ title: 'Your role was changed', body: '', opens: 'own' })).toBeUndefined()
  expect(aboutOf({ ...paper, opens: undefined })).toBeUndefined()
})
