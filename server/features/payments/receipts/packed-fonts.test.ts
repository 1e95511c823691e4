import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { cutFont, fewSigns, lettersOf } from './font-files.ts'
import { packedFont, packedName } from './packed-fonts.ts'

test('a font that a build has cut is read in its weight; one that it has not is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fonts-'))
  try {
    await writeFile(join(folder, packedName('noto-sans/files/noto-sans-latin', 400)), 'of four hundred')
    await writeFile(join(folder, packedName('noto-sans/files/noto-sans-latin', 700)), 'of seven hundred')
    const read = async (name: string, weight: number) => (await packedFont(name, weight, folder))?.toString()
    expect(await read('noto-sans/files/noto-sans-latin', 400)).toBe('of four hundred')
    expect(await read('noto-sans/files/noto-sans-latin', 700)).toBe('of seven hundred')
    expect(await read('noto-sans/files/noto-sans-greek', 400)).toBeUndefined()
    // What cannot be read is no reason to go on without it.
    await expect(packedFont('x', 400, join(folder, 'noto-sans-latin-400.ttf'))).rejects.toThrow('ENOTDIR')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('what a build cuts has every letter of its file, and each file a name of its own', async () => {
  const files = (await Promise.all(fewSigns.map((family) => family()))).flat()
  expect(new Set(files.map(({ name }) => packedName(name, 400))).size).toBe(files.length)
  expect(files.length).toBe(27)
  for (const file of files) {
    const font = create(await cutFont(file, 400))
    if (!('characterSet' in font)) throw new Error(`${file.name} holds several fonts`)
    expect([file.name, new Set(font.characterSet)]).toEqual([file.name, await lettersOf(file)])
  }
})
