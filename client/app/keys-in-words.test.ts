import { expect, test } from 'vitest'
import { keysInWords } from './keys-in-words.ts'

test.each([
  ['j', false, ['J']],
  ['Shift+x', false, ['Shift + X']],
  ['g p', false, ['G', 'P']],
  ['?', false, ['?']],
  ['Escape', false, ['Esc']],
  ['Mod+k', false, ['Ctrl + K']],
  ['Mod+k', true, ['⌘ + K']],
])('%s on a Mac: %s', (keys, isMac, words) => {
  expect(keysInWords(keys, isMac)).toEqual(words)
})
