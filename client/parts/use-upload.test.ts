import { expect, test } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { helpAfter } from './use-upload.ts'

const refused = (status: number, code = 'some_code') => helpAfter(new ApiError({ message: '', status, code }))

test('a try that may go well another time says that the file is still here', () => {
  expect([0, 401, 429, 500, 503].map((status) => refused(status))).toEqual(Array(5).fill('again'))
  expect(refused(409, 'key_in_progress')).toBe('again')
  expect(helpAfter(new TypeError('a fault of the page'))).toBe('again')
})

test('one that was refused for the file asks for another, and one that is over asks for nothing', () => {
  expect([413, 415, 422].map((status) => refused(status))).toEqual(Array(3).fill('other'))
  expect([403, 404, 409].map((status) => refused(status))).toEqual([undefined, undefined, undefined])
})
