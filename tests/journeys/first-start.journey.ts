import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPortal } from '#tests/portal-process.ts'

/** What a database was named by whoever made it from nothing: the first eight bytes of its control file (PostgreSQL, pg_control.h). */
const nameOf = async (folder: string) =>
  (await readFile(join(folder, 'global/pg_control'))).subarray(0, 8).toString('hex')

test('a first start of the built portal takes the database that was packed with it', async () => {
  const [image, ...more] = (await readdir('dist')).filter((name) => name.startsWith('database-'))
  expect([image, more]).toEqual([expect.any(String), []])
  const portal = await startPortal()
  try {
    expect(await nameOf(join(portal.dataDir, 'database/pglite'))).toBe(
      await nameOf(join('dist', image ?? '')),
    )
  } finally {
    await portal.close()
  }
})
