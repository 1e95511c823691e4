import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword } from '#shared/people/account-contract.ts'
import { register } from '#shared/people/contract.ts'
import { breachedListOf } from '#tests/breached-list.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { assertBreachedPasswords, isBreached } from './breached-passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-breached-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const known = Array.from({ length: 5000 }, (_, nth) => `breached secret ${nth}`)

async function listOf(name: string, ...given: Parameters<typeof breachedListOf>): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, breachedListOf(...given))
  return path
}

test.each([
  ['as published', '\r\n', true],
  ['with other ends of lines', '\n', true],
  ['without counts', '\n', false],
])(
  'of a list %s every password is found, the first and the last too, and no other',
  async (name, end, counted) => {
    const path = await listOf(name, known, { end, counted })
    await assertBreachedPasswords(path)
    const found = await Promise.all(known.map((one) => isBreached(path, one)))
    expect(found.filter((one) => !one)).toEqual([])
    const others = await Promise.all(known.slice(0, 500).map((one) => isBreached(path, `${one}!`)))
    expect(others.filter((one) => one)).toEqual([])
  },
)

test('a list of one, and one without an end to its last line', async () => {
  const one = await listOf('one', ['breached secret 1'])
  expect([await isBreached(one, 'breached secret 1'), await isBreached(one, 'other')]).toEqual([true, false])
  const open = join(folder, 'open')
  await writeFile(open, `${createHash('sha1').update('x').digest('hex')}:3`)
  await assertBreachedPasswords(open)
  expect(await isBreached(open, 'x')).toBe(true)
})

test('what is no such list is refused when the portal starts, with the reason', async () => {
  const write = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }
  const refused = (path: string) =>
    assertBreachedPasswords(path).then(String, (error: Error) => error.message)
  expect(await refused(join(folder, 'missing'))).toContain('cannot be read')
  expect(await refused(await write('empty', ''))).toContain('is no list')
  expect(await refused(await write('plain', 'password\nletmein\n'))).toContain('is no list')
  const unsorted = `${'F'.repeat(40)}:1\n${'0'.repeat(40)}:1\n`
  expect(await refused(await write('unsorted', unsorted))).toContain('is not sorted')
})

test('a portal that was given a list refuses its passwords, in exactly this spelling, wherever one is set', async () => {
  const path = await listOf('of the portal', known)
  const t = await openTestPortal({ env: { BREACHED_PASSWORDS_FILE: path } })
  try {
    const registers = (password: string) =>
      t.call(register, { body: { name: 'Ada', email: 'ada@north.example', password } })
    const refused = await registers('breached secret 17')
    expect([refused.status, refused.refusal.error]).toEqual([422, 'weak_password'])
    expect(refused.refusal.message).toContain('stolen')
    expect((await registers('Breached secret 17')).status).toBe(200)
    const bob = await makePerson(t, { role: 'author' })
    const body = { password: bob.password, newPassword: 'breached secret 18' }
    const change = await t.call(changePassword, { as: bob.token, body })
    expect(change.refusal.details).toMatchObject([{ field: 'newPassword' }])
  } finally {
    await t.close()
  }
})
