import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['Novák', 'novak'],
  ['Yılmaz', 'yilmaz'],
  ['İNCİ', 'inci'],
  ['Søren Østergård', 'soren ostergard'],
  ['Łukasz', 'lukasz'],
  ['Straße STRASSE', 'strasse strasse'],
  ['Đorđe', 'dorde'],
  ['Æsir Œuvre', 'aesir oeuvre'],
  ['Þór Guðrún', 'thor gudrun'],
  ['ﬁn', 'fin'],
  ['山田 花子', '山田 花子'],
])('%s is found as %s', (written, typed) => {
  expect(fold(written)).toBe(typed)
})
