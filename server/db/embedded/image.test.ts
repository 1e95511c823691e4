import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageOf, unpackImage } from './image.ts'

/** A built portal's folder with migrations and an image that was made of them, and a data folder beside. */
let root: string
let migrations: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-image-'))
  migrations = join(root, 'dist/server/migrations')
  folder = join(root, 'data/pglite')
  await mkdir(join(migrations, 'meta'), { recursive: true })
  await mkdir(join(root, 'data'))
  await writeFile(join(migrations, 'meta/_journal.json'), '{}')
  await writeFile(join(migrations, '0000_first.sql'), 'select 1')
  const image = await imageOf(migrations)
  await mkdir(join(image, 'base'), { recursive: true })
  await writeFile(join(image, 'PG_VERSION'), '18')
  await writeFile(join(image, 'base/1'), 'rows')
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('a folder that is not there becomes a copy of the image, for its owner alone', async () => {
  await unpackImage(folder, migrations)
  expect(await readFile(join(folder, 'base/1'), 'utf8')).toBe('rows')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('what an unpacking left that was cut off is replaced', async () => {
  await mkdir(`${folder}.new`)
  await writeFile(join(`${folder}.new`, 'half'), '')
  await unpackImage(folder, migrations)
  expect((await readdir(folder)).sort()).toEqual(['PG_VERSION', 'base'])
  expect(await readdir(join(root, 'data'))).toEqual(['pglite'])
})

test('a database that is there stays as it is', async () => {
  await mkdir(folder)
  await writeFile(join(folder, 'mine'), '')
  await unpackImage(folder, migrations)
  expect(await readdir(folder)).toEqual(['mine'])
})

test('an image of other migrations is not used: one more, another text, another order', async () => {
  const changes = [
    () => writeFile(join(migrations, '0001_second.sql'), ''),
    () => writeFile(join(migrations, '0000_first.sql'), 'select 2'),
    () => writeFile(join(migrations, 'meta/_journal.json'), '{"entries":[]}'),
  ]
  for (const change of changes) {
    await change()
    await unpackImage(folder, migrations)
    expect(await readdir(join(root, 'data'))).toEqual([])
  }
})
