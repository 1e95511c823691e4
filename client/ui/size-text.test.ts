import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_440_000, '1.4 MB'],
  [50_000_000, '50 MB'],
  [3_200_000_000_000, '3,200 GB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
