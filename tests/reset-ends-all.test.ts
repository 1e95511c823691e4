import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Steps } from '#server/core/ctx.ts'
import { secondFactors, sessions, users } from '#server/db/schema.ts'
import { startPasskey } from '#server/features/people/add-passkey.ts'
import { authenticate } from '#server/features/people/authenticate.ts'
import { changeEmail } from '#server/features/people/change-email.ts'
import { logIn } from '#server/features/people/log-in.ts'
import { changePassword } from '#server/features/people/password-reset.ts'
import { removePasskey } from '#server/features/people/remove-passkey.ts'
import {
  endSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#server/features/people/second-factor.ts'
import { deleteAccount } from '#server/features/privacy/delete-account.ts'
import * as account from '#shared/people/contract.ts'
import { type MadePerson, makePerson, PASSWORD } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const CHOSEN = 'thirteen blue whales'

/** What somebody who knows the password has under way, on an account with or without a second step. */
const deeds: [
  name: string,
  wants: 'no factor' | 'factor',
  deed: (steps: Steps, of: MadePerson) => Promise<unknown>,
][] = [
  ['log in', 'no factor', (steps, { email }) => logIn(steps, { email, password: PASSWORD, remember: true })],
  ['change the password', 'no factor', (steps) => changePassword(steps, PASSWORD, 'the guest’s own secret')],
  ['change the address', 'no factor', (steps, { id }) => changeEmail(steps, PASSWORD, `${id}@guest.example`)],
  ['begin an app', 'no factor', (steps) => startSecondFactor(steps, PASSWORD)],
  ['begin a passkey', 'no factor', (steps) => startPasskey(steps, PASSWORD)],
  ['delete the account', 'no factor', (steps) => deleteAccount(steps, PASSWORD)],
  ['take the app away', 'factor', (steps) => endSecondFactor(steps, PASSWORD)],
  ['renew the codes', 'factor', (steps) => renewRecoveryCodes(steps, PASSWORD)],
  ['take a passkey away', 'factor', (steps, { id }) => removePasskey(steps, id, PASSWORD)],
]

/** Somebody's own steps, with something that comes before the `nth` of them; how many there were is counted. */
async function stepsOf({ token }: MadePerson, isKnown: boolean, nth = 0, meanwhile = async () => {}) {
  const world = t.app.portal.world()
  const count = { of: 0 }
  const step = <T>(work: Parameters<Steps['transact']>[0]) => {
    count.of += 1
    return (count.of === nth ? meanwhile() : Promise.resolve()).then(() =>
      t.transact((ctx) => work({ ...ctx, actor, origin })),
    ) as Promise<T>
  }
  const actor = isKnown ? await authenticate(t.database.db, token, world.now, world.secrets) : anonymous
  const origin = { address: '192.0.2.1', device: '' }
  const steps: Steps = {
    ...world,
    actor,
    origin,
    transact: step as Steps['transact'],
    alone: step as Steps['alone'],
  }
  return { steps, count }
}

async function reset({ email }: MadePerson) {
  await t.call(account.forgotPassword, { body: { email } })
  await t.drain()
  const mail = (await t.mails()).find(
    ({ toAddress, kind }) => toAddress === email && kind === 'reset_password',
  )
  const token = decodeURIComponent(/token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '')
  expect((await t.call(account.resetPassword, { body: { token, password: CHOSEN } })).status).toBe(200)
}

async function make(wants: 'no factor' | 'factor') {
  const person = await makePerson(t, { role: 'author' })
  if (wants === 'factor')
    await t.transact(async ({ tx, now }) => {
      await tx.update(users).set({ secondFactorSince: now }).where(eq(users.id, person.id))
      await tx.insert(secondFactors).values({
        ...{
          userId: person.id,
          salt: 'a salt of its own',
          sealed: 'x',
          appSince: now,
          lastStep: 0,
          startedAt: now,
        },
      })
    })
  return person
}

test.each(deeds)(
  'of what was under way as its owner chose another password, nothing is done: %s',
  async (name, wants, deed) => {
    const [first, owner] = [await make(wants), await make(wants)]
    const isKnown = name !== 'log in'
    const undisturbed = await stepsOf(first, isKnown)
    const done = await deed(undisturbed.steps, first).catch((error: unknown) => error)
    // There is no such passkey: it is looked for where all else is in order.
    expect(done instanceof AppError ? done.code : done instanceof Error ? done.message : 'done').toBe(
      name === 'take a passkey away' ? 'not_found' : 'done',
    )

    const { steps } = await stepsOf(owner, isKnown, undisturbed.count.of, () => reset(owner))
    const refused = await deed(steps, owner).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ code: isKnown ? 'token_expired' : 'wrong_credentials' })
    const [row] = await t.transact(({ tx }) => tx.select().from(users).where(eq(users.id, owner.id)))
    expect([row?.email, row?.deletedAt]).toEqual([owner.email, null])
    const open = and(eq(sessions.userId, owner.id), isNull(sessions.endedAt))
    expect(await t.transact(({ tx }) => tx.select().from(sessions).where(open))).toEqual([])
    const login = (password: string) => t.call(account.login, { body: { email: owner.email, password } })
    expect([(await login(PASSWORD)).status, (await login(CHOSEN)).status]).toEqual([
      401,
      wants === 'factor' ? 403 : 200,
    ])
  },
)
