import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, newPassword, requiredLine, requiredText, seenLine, seenText, text } from './text.ts'

test('typed text is trimmed and normalised to NFC', () => {
  expect(text(100).parse('  Zu\u0308rich \n')).toBe('Zürich')
})

test('NUL, lone surrogates and what is no character are refused, never repaired', () => {
  for (const sign of ['\u0000', '\ud800', '\ufffe', '\uffff'])
    expect(text(100).safeParse(`a${sign}b`).success, JSON.stringify(sign)).toBe(false)
  expect(text(100).parse('a\ufffdb\u{1f600}')).toBe('a\ufffdb\u{1f600}')
})

test('a blank or missing required text says what the form says', () => {
  const schema = requiredText(10, 'reason is required')
  for (const given of ['', '  ', undefined]) {
    expect(schema.safeParse(given).error?.issues[0]?.message).toBe('reason is required')
  }
})

test('text of which nothing is seen is as missing as none', () => {
  const schema = seenText(10, 'Write a subject.')
  for (const given of ['', '  ', '\u0001\u0002', '\u202e\u202c', '\u200b \u2060', '\u3164', undefined])
    expect(schema.safeParse(given).error?.issues.map((issue) => issue.message)).toEqual(['Write a subject.'])
  expect(['.', ' \u202eא\u202c', '👍🏽', '中'].map((given) => schema.safeParse(given).success)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
})

test('what is one line by its nature is on one line, whatever was pasted', () => {
  for (const schema of [line(40), requiredLine(40), seenLine(40, 'Write a subject.')]) {
    expect(schema.parse(' Ada\r\n\t Lovelace\u2028\u0085of\u0007London \n')).toBe('Ada Lovelace of London')
    expect(schema.parse('two  spaces\u00a0stay')).toBe('two  spaces\u00a0stay')
  }
  expect(line(40).parse('\n')).toBe('')
  for (const schema of [requiredLine(40, 'Write a subject.'), seenLine(40, 'Write a subject.')])
    expect(schema.safeParse('\n\u2029').error?.issues[0]?.message).toBe('Write a subject.')
})

test('whatever passes is well-formed, trimmed and within its bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (given) => {
      const read = text(20).safeParse(given)
      if (!read.success) return
      expect(read.data).toBe(read.data.trim())
      expect(read.data.isWellFormed()).toBe(true)
      expect(read.data.length).toBeLessThanOrEqual(20)
    }),
  )
})

test('a password has 8 to 128 characters of any kind and keeps its spaces', () => {
  expect(newPassword.safeParse('1234567').error?.issues[0]?.message).toBe(
    'Password must be at least 8 characters.',
  )
  expect(newPassword.parse(' schlüssel ')).toBe(' schlüssel ')
  expect(newPassword.safeParse('x'.repeat(128)).success).toBe(true)
  expect(newPassword.safeParse('x'.repeat(129)).success).toBe(false)
})
