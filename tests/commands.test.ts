import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { openExisting } from '#server/db/open-existing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A command as a person would run it, with its exit code and what it wrote to standard error. */
function command(name: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', `server/${name}.ts`, ...args],
      { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'mistyped') }, timeout: 60_000 },
      (_error, _stdout, said) => resolve({ code: child.exitCode ?? -1, said }),
    )
  })
}

test.each([
  [['--to'], "Option '--to <value>' argument missing."],
  [['--too', 'here'], "Unknown option '--too'."],
  [[], 'Say where the backup is put.'],
  [['--to', ''], 'Say where the backup is put.'],
])('backup %j is told what is wrong and how it is called', async (args, says) => {
  expect(await command('make-backup', args)).toEqual({
    code: 2,
    said: `${says}\nnpm run backup -- --to FOLDER\n`,
  })
})

test('restore and make-admin, called wrongly, are told so too', async () => {
  expect(await command('restore-backup', ['--from'])).toEqual({
    code: 2,
    said: "Option '--from <value>' argument missing.\nnpm run restore -- --from BACKUP [--check]\n",
  })
  expect(await command('make-admin', [])).toEqual({
    code: 2,
    said: 'Set ADMIN_EMAIL and ADMIN_PASSWORD to the new administrator’s.\nADMIN_EMAIL=… ADMIN_PASSWORD=… npm run make-admin\n',
  })
})

test('a backup or a check of a folder without a portal is refused by name, and nothing is made there', async () => {
  const says = `There is no portal in ${join(folder, 'mistyped')}: set DATA_DIR to the folder of one, or DATABASE_URL to its database.\n`
  expect(await command('make-backup', ['--to', join(folder, 'backups')])).toEqual({
    code: 1,
    said: `No backup was made.\n${says}`,
  })
  expect(await command('verify-portal', [])).toEqual({
    code: 1,
    said: `Not everything was verified.\n${says}`,
  })
  expect(await readdir(folder)).toEqual([])
})

test('an empty database is no portal', async () => {
  const dataDir = join(folder, 'empty')
  const where = { databaseUrl: undefined, dataDir }
  await (await openDatabase(where, null)).close()
  await expect(openExisting(where)).rejects.toThrow(`There is no portal in ${dataDir}`)
  // It is given free.
  await (await openDatabase(where, null)).close()
})
