import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1_500_000, '1.4 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [50 * 1024 * 1024, '50 MB'],
  [3_200 * 1024 ** 3, '3,200 GB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
