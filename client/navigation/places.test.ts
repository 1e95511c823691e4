import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressTo, parseSearch, placeAt, places, stringifySearch } from './places.ts'

const authorSearch = places['/author']

test('a known view and its ids are taken, everything else in the address is ignored', () => {
  const address = '?view=details&abstractId=A26-0007&__proto__=x&utm=1'
  expect(authorSearch(parseSearch(address))).toEqual({ view: 'details', abstractId: 'A26-0007' })
})

test('an unknown view is the home view', () => {
  expect(authorSearch(parseSearch('?view=nowhere'))).toEqual({})
  expect(authorSearch({ view: ['details'], abstractId: 7 })).toEqual({})
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

test('an address is the place and what stands behind it', () => {
  expect(addressTo({ to: '/author', search: { view: 'details', abstractId: 'A26-0007' } })).toBe(
    '/author?view=details&abstractId=A26-0007',
  )
  expect(addressTo({ to: '/' })).toBe('/')
})
