import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inMemory } from './in-memory.ts'

const texts = ['a long one'.repeat(100_000), 'short', '', 'a longer one'.repeat(100_000)]
let folder: string
const pathOf = (nth: number) => join(folder, String(nth))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-memory-'))
  await Promise.all(texts.map((text, nth) => writeFile(pathOf(nth), text)))
})
afterAll(() => rm(folder, { recursive: true }))

const read = (nth: number) => inMemory(pathOf(nth), async (bytes) => Buffer.from(bytes).toString())

test('each file is read with its own bytes alone, after a longer one too, and beside others', async () => {
  for (const nth of [0, 1, 2, 3, 1]) expect(await read(nth)).toBe(texts[nth])
  expect(await Promise.all([3, 1, 0, 2].map(read))).toEqual([texts[3], texts[1], texts[0], texts[2]])
})

test('what fails in looking is told, and the next file is read', async () => {
  await expect(inMemory(pathOf(0), async () => Promise.reject(new Error('no PDF')))).rejects.toThrow('no PDF')
  expect(await read(1)).toBe('short')
  await expect(read(9)).rejects.toMatchObject({ code: 'ENOENT' })
})
