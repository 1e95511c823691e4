import { expect, test } from 'vitest'
import { nameOf } from './commands.ts'

const key = (given: Partial<KeyboardEvent>) =>
  nameOf({ key: '', code: '', shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...given })

test.each<[string, Partial<KeyboardEvent>, string | undefined]>([
  ['a letter', { key: 'j', code: 'KeyJ' }, 'j'],
  ['a letter with Shift', { key: 'X', code: 'KeyX', shiftKey: true }, 'Shift+x'],
  ['a letter under Caps Lock', { key: 'J', code: 'KeyJ' }, 'j'],
  ['a sign that needs Shift on this keyboard', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['a letter of another script, by its place', { key: 'о', code: 'KeyJ' }, 'j'],
  ['Ctrl and a letter', { key: 'k', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
  ['Cmd and a letter', { key: 'k', code: 'KeyK', metaKey: true }, 'Mod+k'],
  [
    'Ctrl, Shift and a letter: the browser’s',
    { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true },
    undefined,
  ],
  ['Alt and a letter: the menu’s', { key: 'j', code: 'KeyJ', altKey: true }, undefined],
  ['AltGr', { key: 'j', code: 'KeyJ', altKey: true, ctrlKey: true }, undefined],
  ['Ctrl and Cmd', { key: 'k', code: 'KeyK', ctrlKey: true, metaKey: true }, undefined],
])('%s', (_, given, name) => {
  expect(key(given)).toBe(name)
})
