import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, ownFolder } from './own-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-own-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8)

test('a folder and those above it are made for this account alone; those that are there are left as they are', async () => {
  const there = join(folder, 'there')
  await mkdir(there)
  await chmod(there, 0o755)
  expect(await makeFolder(join(there, 'a', 'b'))).toBe(join(there, 'a'))
  expect(await Promise.all([there, join(there, 'a'), join(there, 'a', 'b')].map(modeOf))).toEqual([
    '755',
    '700',
    '700',
  ])
  expect(await makeFolder(join(there, 'a', 'b'))).toBeUndefined()
  await symlink(there, join(folder, 'mounted'))
  expect(await makeFolder(join(folder, 'mounted'))).toBeUndefined()
})

test('the portal’s own folder is closed to others where it is there, and nothing else of it is changed', async () => {
  const own = join(folder, 'own')
  await mkdir(own)
  await chmod(own, 0o2755)
  await ownFolder(own)
  expect(await modeOf(own)).toBe('2700')
})

test('a folder that cannot be made is told, also where the system says that its parent is missing', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
  await expect(makeFolder(join(folder, 'file', 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')(
  'what nobody may change does not stop whoever opens it, and what nobody can make is told',
  async () => {
    // Not even root may.
    expect(await modeOf('/proc/self')).toBe('555')
    await ownFolder('/proc/self')
    expect(await modeOf('/proc/self')).toBe('555')
    await expect(makeFolder('/proc/x')).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
