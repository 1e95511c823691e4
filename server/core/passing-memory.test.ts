import { expect, test } from 'vitest'
import { passingMemory } from './passing-memory.ts'

const MEGABYTE = 1024 * 1024

test('young memory is looked through each time that two megabytes have passed', () => {
  let collected = 0
  const notePassed = passingMemory(() => {
    collected += 1
  })
  const after = [1, 1, 1.5, 0.5, 20, 1].map((megabytes) => {
    notePassed(megabytes * MEGABYTE)
    return collected
  })
  expect(after).toEqual([0, 1, 1, 2, 3, 3])
})

test('where it cannot be asked for, nothing happens', () => {
  expect(passingMemory(undefined)(5 * MEGABYTE)).toBe(undefined)
})
