import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'lectern-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (path: string, text: string) => {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** A checkout of next to nothing, with an npm and a Vite that only note that they ran. */
function checkOut() {
  for (const path of ['package.json', 'package-lock.json', 'vite.config.ts', 'vite.server.config.ts'])
    put(path, '{}')
  for (const path of ['client', 'server', 'shared', 'scripts/vite']) put(`${path}/one.ts`, '')
  const notes = (what: string) => `require('node:fs').appendFileSync('ran', '${what} ');`
  const vite = `require('node:fs').mkdirSync('dist/server', { recursive: true });require('node:fs').writeFileSync('dist/server/main.js', '');`
  put('npm.js', notes('install'))
  put('node_modules/vite/bin/vite.js', notes('build') + vite)
  const script = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url))
  copyFileSync(script, join(folder, 'scripts/setup.mjs'))
}

/** What it warned of the last time. */
let warned = ''

/** What was run to bring it to where it can run. */
function setUp(env: Record<string, string> = {}, ...flags: string[]): string[] {
  put('ran', '')
  const given = { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.js'), ...env }
  const ended = spawnSync(process.execPath, ['scripts/setup.mjs', ...flags], { cwd: folder, env: given })
  expect(ended.status).toBe(0)
  warned = ended.stderr.toString()
  return readFileSync(join(folder, 'ran'), 'utf8').split(' ').filter(Boolean)
}

test('a build setting that changed builds anew at a start, and never for an operator’s command beside the running portal', () => {
  checkOut()
  const built = ['build', 'build']
  expect(setUp()).toEqual(['install', ...built])
  expect(setUp()).toEqual([])
  for (const name of ['VITE_MAINTENANCE', 'VITE_API_URL', 'VITE_CONFERENCE_URL']) {
    expect([name, setUp({ [name]: 'on' }, '--once'), warned]).toEqual([name, [], ''])
    expect([name, setUp({ [name]: 'on' })]).toEqual([name, built])
  }
  put('client/one.ts', '// A newer version, not started yet.')
  expect([setUp({}, '--once'), warned]).toEqual([[], expect.stringContaining('older than the checkout')])
  put('package-lock.json', '{"newer":true}')
  expect([setUp({}, '--once'), warned]).toEqual([[], expect.stringContaining('older than the checkout')])
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(setUp({}, '--once')).toEqual(['install', ...built])
})

test('operators’ commands are such, and a start is not', () => {
  const { prestart, prebackup, prerestore, preverify, 'premake-admin': premakeAdmin } = manifest.scripts
  const once = 'node scripts/setup.mjs --once'
  expect([prebackup, prerestore, preverify, premakeAdmin]).toEqual([once, once, once, once])
  expect(prestart).toBe('node scripts/setup.mjs')
})
