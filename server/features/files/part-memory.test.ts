import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partMemory } from './part-memory.ts'

const [size, from, most] = [64, 16, 3]

function counted() {
  const made: number[] = []
  const make = (bytes: number) => {
    made.push(bytes)
    return Buffer.allocUnsafeSlow(bytes)
  }
  return { made, ...partMemory({ size, from, most, make }) }
}

test('a part has the memory of one that was given back; what is short has its own, no longer than it is', () => {
  const memory = counted()
  const first = memory.take(50)
  memory.giveBack(first)
  const second = memory.take(20)
  expect([first.length, second.length, second.buffer === first.buffer]).toEqual([50, 20, true])
  memory.giveBack(memory.take(from - 1))
  memory.take(from - 1)
  expect(memory.made).toEqual([size, from - 1, from - 1])
})

test('no more wait to be taken again than are wanted', () => {
  const memory = counted()
  const taken = Array.from({ length: 5 }, () => memory.take(size))
  for (const bytes of taken) memory.giveBack(bytes)
  for (const _ of taken) memory.take(size)
  expect(memory.made).toHaveLength(5 + 5 - most)
})

test('whatever is taken and given back, no two have the same bytes', () => {
  const step = fc.oneof(fc.integer({ min: 1, max: size }), fc.constant('give back' as const))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const memory = counted()
      const taken: Buffer[] = []
      for (const one of steps) {
        const last = one === 'give back' ? taken.shift() : undefined
        if (last !== undefined) memory.giveBack(last)
        if (one !== 'give back') taken.push(memory.take(one))
        expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(taken.length)
      }
    }),
  )
})
