import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ofLength } from './of-length.ts'

const given = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)))

test('bytes of the length that was said pass; fewer or more fail, and what they come from is let go of', async () => {
  expect(String(await buffer(ofLength(given('ab', 'cd'), 4)))).toBe('abcd')
  for (const wrong of [3, 5]) {
    const from = given('ab', 'cd')
    await expect(buffer(ofLength(from, wrong))).rejects.toThrow(`must have ${wrong}`)
    expect(from.destroyed).toBe(true)
  }
})
