import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenFile, openTogether } from './open-together.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-together-'))
})
afterEach(() => rm(folder, { recursive: true }))

const said = async (file: OpenFile) => {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(20), 0, 20, 0)
  return buffer.subarray(0, bytesRead).toString()
}

test('a file is open once for all who read it, and as long as one of them does', async () => {
  const path = join(folder, 'file')
  await writeFile(path, 'the first')
  let opened = 0
  const shared = openTogether((one) => {
    opened += 1
    return open(one)
  })
  const [ada, ben] = await Promise.all([shared(path), shared(path)])
  expect([await said(ada), await said(ben), (await ben.stat()).size, opened]).toEqual([
    'the first',
    'the first',
    9,
    1,
  ])
  await ada.close()
  const eve = await shared(path)
  await ben.close()
  expect([await said(eve), opened]).toEqual(['the first', 1])
  await eve.close()
  await expect(said(eve)).rejects.toMatchObject({ code: 'EBADF' })

  await writeFile(join(folder, 'next'), 'another')
  await rename(join(folder, 'next'), path)
  const later = await shared(path)
  expect([await said(later), opened]).toEqual(['another', 2])
  await later.close()
})

test('what is not there is told to all who ask, and looked for again by who comes later', async () => {
  const path = join(folder, 'late')
  const shared = openTogether()
  const gone = await Promise.allSettled([shared(path), shared(path)])
  expect(gone).toEqual(
    [1, 2].map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'ENOENT' }) })),
  )
  await writeFile(path, 'there')
  const file = await shared(path)
  expect(await said(file)).toBe('there')
  await file.close()
})
