import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { users } from '#server/db/schema.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, login, register, registerReviewer } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { confirmSecondFactor, startSecondFactor } from '#shared/people/second-factor-contract.ts'
import { type MadePerson, makePerson, PASSWORD as OWN_PASSWORD, sessionOf } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Bench, Trial } from '../trial.ts'

/** How far known and unknown addresses may lie apart, in the median of all pairs. */
const APART_MS = 5
/** So many pairs tell one distribution from another. */
const ENOUGH = 500
/** Of Kolmogorov and Smirnov's test of two samples, for one false alarm in a thousand. */
const CRITICAL = 1.95
/** Of the sign test, in standard deviations, for the same. */
const SIGNS = 3.29
/** Longer than any limit on tries lasts. */
const LATER_MS = 2 * 3600_000
const PASSWORD = 'another long secret'
/** A door is asked about an address of each other standing so often; each is a person made anew. */
const STANDINGS = { few: 1, full: 20 }

/** What somebody asks to learn whether an address has an account. */
interface Door {
  name: string
  ask: (t: TestPortal, email: string, asker: MadePerson) => Promise<{ status: number; body: unknown }>
}

const doors: readonly Door[] = [
  {
    name: 'log-in',
    ask: (t, email) => t.call(login, { body: { email, password: 'a wrong guess' } }),
  },
  { name: 'forgot password', ask: (t, email) => t.call(forgotPassword, { body: { email } }) },
  {
    name: 'registration',
    ask: (t, email) => t.call(register, { body: { name: 'Nora New', email, password: PASSWORD } }),
  },
  {
    name: 'registration as a reviewer',
    ask: (t, email) =>
      t.call(registerReviewer, { body: { name: 'Nora New', email, password: PASSWORD, pin: 'ABCD2345' } }),
  },
  {
    name: 'another address',
    ask: async (t, email, { email: own, password }) => {
      const { token } = await sessionOf(t, own, password)
      return t.call(changeEmail, { as: token, body: { email, password } })
    },
  },
]

/** How an address may stand that is neither unknown nor a plain author’s. */
interface Standing {
  name: string
  make: (t: TestPortal) => Promise<string>
  /** What a log-in with the right password is answered. */
  saidToOwner: string
}

const standings: readonly Standing[] = [
  {
    name: 'disabled',
    make: async (t) => {
      const { id, email } = await makePerson(t, { role: 'author' })
      await t.database.db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, id))
      return email
    },
    saidToOwner: '403 account_disabled',
  },
  {
    name: 'not confirmed',
    make: async (t) => (await makePerson(t, { role: 'author', unverified: true })).email,
    saidToOwner: '403 email_not_verified',
  },
  {
    name: 'with a second step',
    make: async (t) => {
      const { token: as, email } = await makePerson(t, { role: 'author' })
      const { key } = (await t.call(startSecondFactor, { as, body: { password: OWN_PASSWORD } })).body
      const code = new TOTP({ secret: key }).generate({ timestamp: t.clock.now.getTime() })
      await t.call(confirmSecondFactor, { as, body: { code } })
      return email
    },
    saidToOwner: '403 second_factor_needed',
  },
  {
    name: 'invited',
    make: async (t) => {
      const { token: as } = await makePerson(t, { role: 'admin' })
      const email = `invited.${t.clock.now.getTime()}@far.example`
      await t.call(inviteReviewers, { as, body: { email } })
      return email
    },
    // There is no account yet.
    saidToOwner: '401 wrong_credentials',
  },
]

/** Known and unknown addresses by turns at every door; bodies compared one by one, times by the median of their differences. */
export const enumeration: Trial = {
  name: 'enumeration',
  promise: 'No answer and no time taken tells whether an address has an account.',
  run: async (bench) => {
    const t = await openTestPortal({ template: bench.template })
    try {
      const asker = await makePerson(t, { role: 'author' })
      for (const door of doors) {
        await tryDoor(door, t, asker, bench)
        for (let round = 0; round < bench.times(STANDINGS.few, STANDINGS.full); round += 1)
          for (const standing of standings) bench.tried(await toldOf(standing, door, t, asker, round))
      }
      for (const standing of standings) bench.tried(await saidToOwner(standing, t))
    } finally {
      await t.close()
    }
  },
}

async function tryDoor({ name, ask }: Door, t: TestPortal, asker: MadePerson, bench: Bench): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const rounds = bench.times(30, 500)
  for (let round = -3; round < rounds; round += 1) {
    const { email } = await makePerson(t, { role: 'author' })
    const addresses = { known: email, unknown: `nobody.${round}.${name.replaceAll(' ', '-')}@far.example` }
    const answers: string[] = []
    // By turns, so that neither always comes after a pause.
    for (const which of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      t.clock.advance(LATER_MS)
      const began = performance.now()
      const { status, body } = await ask(t, addresses[which], asker)
      const took = performance.now() - began
      answers.push(`${status} ${JSON.stringify(body).replaceAll(addresses[which], 'ADDRESS')}`)
      // The first rounds warm up.
      if (round >= 0) times[which].push(took)
      if (round >= 0) bench.measured(`${name}, ${which}, ms`, took)
    }
    bench.tried(answers[0] === answers[1] ? undefined : `${name}: ${answers.join(' – ')}`)
  }
  // Of the pairs, so that what slows the machine down for a while slows both.
  const differences = times.known.map((took, at) => took - (times.unknown[at] ?? 0))
  const apart = Math.abs(median(differences))
  const isSo = apart >= APART_MS && isOneSided(differences)
  bench.tried(isSo ? `${name}: the pairs lie ${apart.toFixed(1)} ms apart` : undefined)
  if (rounds < ENOUGH) return
  const distance = distanceOf(times.known, times.unknown)
  bench.measured(`${name}, greatest distance of the two distributions, thousandths`, 1000 * distance)
  const told = distance > CRITICAL * Math.sqrt(2 / rounds)
  bench.tried(told ? `${name}: the times are told apart, by ${distance.toFixed(3)}` : undefined)
}

/** An address of another standing is answered as an unknown one, word for word. */
async function toldOf(
  { name, make }: Standing,
  { name: door, ask }: Door,
  t: TestPortal,
  asker: MadePerson,
  round: number,
): Promise<string | undefined> {
  const answers: string[] = []
  for (const email of [await make(t), `nobody.${round}.${name}.${door}@far.example`.replaceAll(' ', '-')]) {
    t.clock.advance(LATER_MS)
    const { status, body } = await ask(t, email, asker)
    answers.push(`${status} ${JSON.stringify(body).replaceAll(email, 'ADDRESS')}`)
  }
  return answers[0] === answers[1] ? undefined : `${door}, ${name}: ${answers.join(' – ')}`
}

/** What differs by decision: who shows that the account is theirs, by its password, is told how it stands. */
async function saidToOwner(
  { name, make, saidToOwner }: Standing,
  t: TestPortal,
): Promise<string | undefined> {
  const email = await make(t)
  t.clock.advance(LATER_MS)
  const { status, refusal } = await t.call(login, { body: { email, password: OWN_PASSWORD } })
  const said = `${status} ${refusal.error}`
  return said === saidToOwner ? undefined : `the owner of an account that is ${name} was answered ${said}`
}

/** Whether more have one sign than chance gives (the sign test): a busy machine is late for both alike. */
function isOneSided(differences: readonly number[]): boolean {
  const half = differences.length / 2
  const positive = differences.filter((one) => one > 0).length
  return Math.abs(positive - half) > SIGNS * Math.sqrt(half / 2)
}

/** The greatest distance of the distributions of two samples of one size (Kolmogorov and Smirnov). */
function distanceOf(one: readonly number[], other: readonly number[]): number {
  const upTo = (values: readonly number[], most: number) => values.filter((value) => value <= most).length
  return Math.max(...[...one, ...other].map((at) => Math.abs(upTo(one, at) - upTo(other, at)))) / one.length
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
