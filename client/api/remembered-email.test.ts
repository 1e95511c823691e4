// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetEmail, rememberEmail, rememberedEmail } from './remembered-email.ts'

const DAY = 24 * 60 * 60 * 1000
const start = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

beforeEach(() => localStorage.clear())

test('an address is remembered for 30 days and not a moment longer', () => {
  rememberEmail('ada@example.org', start)
  expect(rememberedEmail(after(30 * DAY - 1))).toBe('ada@example.org')
  expect(rememberedEmail(after(30 * DAY))).toBeUndefined()
})

test('nothing but the address and its end is stored', () => {
  rememberEmail('ada@example.org', start)
  expect(Object.keys(JSON.parse(localStorage.getItem('rememberedEmail') ?? ''))).toEqual(['email', 'until'])
})

test('a forgotten address and one that somebody garbled are none', () => {
  rememberEmail('ada@example.org', start)
  forgetEmail()
  expect(rememberedEmail(start)).toBeUndefined()
  localStorage.setItem('rememberedEmail', '{"email":')
  expect(rememberedEmail(start)).toBeUndefined()
})
