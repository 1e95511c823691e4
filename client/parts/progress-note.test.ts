import { expect, test } from 'vitest'
import { progressNote } from './progress-note.ts'
import { words } from './words.ts'

const MIB = 1024 * 1024
const note = (percent: number, bytes: number, elapsedMs: number) =>
  progressNote(percent, bytes, elapsedMs, words, 'en')

test('speed and time left follow from what was sent', () => {
  expect(note(50, 10 * MIB, 5000)).toBe('1 MB per second · 5 sec left')
  expect(note(10, 50 * MIB, 20_000)).toBe('256 kB per second · 3 min left')
})

test('before a second was measured, and when all is sent, nothing is guessed', () => {
  expect([note(50, 1000, 999), note(0, 1000, 5000), note(99, 1000, 5000)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
