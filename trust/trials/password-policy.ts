import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { commonPasswords } from '#server/features/people/easy-to-guess.ts'
import { makeToken } from '#server/features/people/one-time-token.ts'
import { changePassword } from '#shared/people/account-contract.ts'
import { login, register, resetPassword, setUp } from '#shared/people/contract.ts'
import { breachedListOf } from '#tests/breached-list.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

/** The list that ASVS 6.2.4 asks for, of those long enough to be chosen here. */
const COMMONEST = 3000
/** argon2id, 19 MiB, two passes, one lane: OWASP's second recommendation. */
const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

/** ASVS 6.2: what is easy to guess is refused at every door, whatever else is not, and is stored by a slow hash. */
export const passwordPolicy: Trial = {
  name: 'password-policy',
  promise:
    'The commonest and breached passwords and names are refused wherever one is set; any other of 8 to 128 signs is taken.',
  run: async ({ template, times, tried }) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-breached-'))
    const list = join(folder, 'list')
    await writeFile(list, breachedListOf(breached))
    const t = await openTestPortal({ template, env: { BREACHED_PASSWORDS_FILE: list } })
    try {
      for (const password of breached.slice(0, times(20, breached.length)))
        tried(
          (await isRefused(t, password)) ? undefined : `${password} was taken, of the list of breached ones`,
        )
      const count = times(100, COMMONEST)
      const step = Math.floor(COMMONEST / count)
      for (let at = 0; at < COMMONEST; at += step) {
        const password = commonPasswords[at] ?? ''
        tried((await isRefused(t, password)) ? undefined : `${password} was taken`)
      }
      await everyDoor(t, tried)
      for (const password of good) {
        const person = await makePerson(t, { role: 'author' })
        const body = { password: person.password, newPassword: password }
        const set = await t.call(changePassword, { as: person.token, body })
        const entered = await t.call(login, { body: { email: person.email, password } })
        const cut = await t.call(login, {
          body: { email: person.email, password: password.replace(/.$/u, '') },
        })
        const right = set.status === 200 && entered.status === 200 && cut.status === 401
        tried(
          right ? undefined : `${password}: ${set.status}, ${entered.status}, without its end ${cut.status}`,
        )
        const [row] = await t.database.db.select().from(users).where(eq(users.id, person.id))
        tried(COST.test(row?.passwordHash ?? '') ? undefined : `stored as ${row?.passwordHash?.slice(0, 40)}`)
      }
      for (const password of ['short 7', 'x1 '.repeat(43), `nul \u0000 within it`])
        tried((await isRefused(t, password)) ? undefined : `${JSON.stringify(password)} was taken`)
    } finally {
      await t.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** None of them common: only the list knows them. */
const breached = Array.from({ length: 300 }, (_, nth) => `weary lantern of ${nth} sparrows`)

/** No rules of composition: any signs, spaces at the ends too, up to the longest. */
const good = [
  'aq wsx de',
  '   spaces at its ends   ',
  'Пример без правил',
  '彼は北へ歩いて行く',
  '🦦🪶🧭🪵🥾🧊🪁🛶',
  `${'é'.normalize('NFD').repeat(3)} weaves`,
  `${'wander '.repeat(18)}xy`,
]

let asked = 0

async function isRefused(t: TestPortal, password: string): Promise<boolean> {
  asked += 1
  // An hour and a bit: the address may go on registering.
  t.clock.advance(3 * 60_000)
  const body = { name: 'Xaverine Quux', email: `guess${asked}@quux.example`, password }
  return (await t.call(register, { body })).status === 422
}

/** One's own name and address, and the conference's, wherever a password is set. */
async function everyDoor(t: TestPortal, tried: (fault?: string) => void): Promise<void> {
  const name = 'Xaverine Quuxley'
  const email = 'xq.doorman@quuxley.example'
  const ada = await makePerson(t, { role: 'author', name, email })
  const easy = [
    'Xaverine1!',
    'quuxley-2026',
    'xq.doorman',
    'EngineeringConference2026',
    'Lectern!',
    'password1',
  ]
  for (const password of easy) {
    const body = { name, email, password }
    const reset = await t.transact((ctx) => makeToken(ctx, 'reset_password', ada.id))
    const first = await t.transact((ctx) => makeToken(ctx, 'set_up', null))
    const doors = {
      register: await t.call(register, { body }),
      change: await t.call(changePassword, {
        as: (await t.call(login, { body: { email, password: ada.password } })).body.token,
        body: { password: ada.password, newPassword: password },
      }),
      reset: await t.call(resetPassword, { body: { token: reset, password } }),
      'set-up': await t.call(setUp, { body: { ...body, email, token: first } }),
    }
    for (const [door, { status, refusal }] of Object.entries(doors)) {
      const right = status === 422 && refusal.error === 'weak_password'
      tried(right ? undefined : `${door} answered ${status} ${refusal.error} to ${password}`)
    }
    // The refusal has used no link up.
    const again = await t.call(resetPassword, { body: { token: reset, password: ada.password } })
    tried(again.status === 200 ? undefined : `the link was used up: ${again.status}`)
  }
}
