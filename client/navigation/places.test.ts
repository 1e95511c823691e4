import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressTo, cleanSearch, parseSearch, placeAt, places, shows, stringifySearch } from './places.ts'

const authorSearch = places['/author']

test('a known view and its ids are taken, everything else in the address is ignored', () => {
  const address = '?view=details&abstractId=A26-0007&__proto__=x&utm=1'
  expect(authorSearch(parseSearch(address))).toEqual({ view: 'details', abstractId: 'A26-0007' })
})

test('an unknown view is the home view', () => {
  expect(authorSearch(parseSearch('?view=nowhere'))).toEqual({})
  expect(authorSearch({ view: ['details'], abstractId: 7 })).toEqual({})
})

test('an id that cannot be one, or a view without what it is about, is the home view', () => {
  for (const address of ['?view=details', '?view=upload-abstract&abstractId=A26-7', '?abstractId=%3Cb%3E']) {
    expect(authorSearch(parseSearch(address))).toEqual({})
  }
  expect(authorSearch({ view: 'upload-abstract' })).toEqual({ view: 'upload-abstract' })
})

test('an address loses what means nothing at its place, and nothing else', () => {
  expect(cleanSearch('/author', '?abstractId=A26-0007&view=details')).toBe(
    '?abstractId=A26-0007&view=details',
  )
  expect(cleanSearch('/author', '?view=details&abstractId=A26-0007&utm=1')).toBe(
    '?view=details&abstractId=A26-0007',
  )
  expect(cleanSearch('/author', '?view=nowhere')).toBe('')
  expect(cleanSearch('/admin/papers', '?q=a%20b&status=%22')).toBe('')
  expect(cleanSearch('/reset-password', '?token=a.b-c_d%2B')).toBe('?token=a.b-c_d%2B')
})

test('texts survive the address as they are, also those that look like numbers', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.string({ minLength: 1, unit: 'grapheme' })),
      (given) => {
        expect(parseSearch(stringifySearch(given))).toEqual({ ...given })
      },
    ),
  )
  expect(parseSearch('?token=123e4')).toEqual({ token: '123e4' })
})

test('a place is known by its path alone, a slash at its end forgiven', () => {
  expect(['/author', '/author/', '/', '/nowhere', '/author/x', '/toString'].map(placeAt)).toEqual([
    '/author',
    '/author',
    '/',
    undefined,
    undefined,
    undefined,
  ])
})

test('an address shows a list however it was searched, and nothing that is about something else', () => {
  const list = { to: '/admin/papers', search: {} } as const
  const showing = ['/admin/papers', '/admin/papers?q=a+b&status=overdue&sort=-title', '/admin/papers/?q=x']
  expect(showing.filter((address) => shows(address, list))).toEqual(showing)
  const other = ['/admin/papers?view=paper&paperId=P26-0001-A', '/admin/people', '/admin', '/nowhere', '/']
  expect(other.filter((address) => shows(address, list))).toEqual([])
  const details = { to: '/author', search: { view: 'details', abstractId: 'A26-0007' } } as const
  expect(shows('/author?view=details&abstractId=A26-0007', details)).toBe(true)
  expect(shows('/author?view=details&abstractId=A26-0008', details)).toBe(false)
  expect(shows('/author?view=edit-details&abstractId=A26-0007', details)).toBe(false)
})

test('an address is the place and what stands behind it', () => {
  expect(addressTo({ to: '/author', search: { view: 'details', abstractId: 'A26-0007' } })).toBe(
    '/author?view=details&abstractId=A26-0007',
  )
  expect(addressTo({ to: '/' })).toBe('/')
})
