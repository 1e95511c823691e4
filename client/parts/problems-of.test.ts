// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { problemsOf } from './problems-of.ts'

beforeEach(() => localStorage.clear())

const refused = (code: string, message: string) => new ApiError({ message, status: 401, code, spoken: true })
const said = (code: string) => problemsOf(refused(code, 'Please log in.'), 'Failed', [])

test('a session that was lost, in this tab or another, is said by the window over the form alone', () => {
  expect([said('token_expired'), said('not_authenticated')]).toEqual([[], []])
  localStorage.setItem('accessToken', 'of who has logged in again')
  expect([said('token_expired'), said('not_authenticated')]).toEqual([
    [{ message: 'Please log in.' }],
    [{ message: 'Please log in.' }],
  ])
  localStorage.clear()
  expect(said('wrong_credentials')).toEqual([{ message: 'Please log in.' }])
})
