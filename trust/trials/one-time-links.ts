import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, register, resetPassword, verifyEmail } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

/** Uses of one link at the same moment. */
const AT_ONCE = 50
const NEW_PASSWORD = 'another long secret'
const HOUR = 3600_000

interface Link {
  name: string
  /** decisions.md §4. */
  validMs: number
  make: (t: TestPortal, round: number) => Promise<string>
  use: (t: TestPortal, token: string) => Promise<number>
}

const verify: Link['use'] = async (t, token) => (await t.call(verifyEmail, { body: { token } })).status
const links: readonly Link[] = [
  {
    name: 'a new password',
    validMs: HOUR,
    make: async (t) => {
      const { email } = await makePerson(t, { role: 'author' })
      await t.call(forgotPassword, { body: { email }, headers: poisoned })
      await t.drain()
      return tokenIn(t, 'reset_password')
    },
    use: async (t, token) =>
      (await t.call(resetPassword, { body: { token, password: NEW_PASSWORD } })).status,
  },
  {
    name: 'a confirmed address',
    validMs: 24 * HOUR,
    make: async (t, round) => {
      const body = { name: 'Nora New', email: `nora${round}@north.example`, password: NEW_PASSWORD }
      await t.call(register, { body, headers: poisoned })
      return tokenIn(t, 'verify_email')
    },
    use: verify,
  },
  {
    name: 'a changed address',
    validMs: 24 * HOUR,
    make: async (t, round) => {
      const { token, password } = await makePerson(t, { role: 'author' })
      await t.call(changeEmail, {
        as: token,
        body: { email: `moved${round}@south.example`, password },
        headers: poisoned,
      })
      return tokenIn(t, 'confirm_new_email')
    },
    use: verify,
  },
]

/** What a link in a mail must never be made of. */
const poisoned = {
  host: 'elsewhere.example',
  'x-forwarded-host': 'elsewhere.example',
  origin: 'https://elsewhere.example',
}

/** ASVS 6.4.1, 6.5.1: a link in a mail leads to us, works once, in its time, and looking at it uses nothing up. */
export const oneTimeLinks: Trial = {
  name: 'one-time-links',
  promise:
    'A link in a mail works exactly once and in its time, is not used up by looking, and leads to us alone.',
  run: async ({ template, times, tried }) => {
    const t = await openTestPortal({ template })
    try {
      for (const link of links)
        for (let round = 0; round < times(2, 40); round += 1) {
          const fault = await follow(t, link, round)
          tried(fault && `${link.name}: ${fault}`)
          // The next one comes from an address that has not asked for too many.
          t.clock.advance(HOUR)
        }
    } finally {
      await t.close()
    }
  },
}

async function follow(
  t: TestPortal,
  { make, use, validMs }: Link,
  round: number,
): Promise<string | undefined> {
  const late = await make(t, 2 * round)
  t.clock.advance(validMs + 1000)
  if ((await use(t, late)) !== 422) return 'worked a second after its end'
  const token = await make(t, 2 * round + 1)
  if (/elsewhere\.example/.test((await t.mails()).at(-1)?.text ?? ''))
    return 'the mail’s link leads elsewhere'
  t.clock.advance(validMs - 1000)
  for (const path of ['verify-email', 'reset-password'])
    await t.app.http.inject({ method: 'GET', url: `/${path}?token=${encodeURIComponent(token)}` })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => use(t, token)))
  const worked = answers.filter((status) => status === 200).length
  if (worked !== 1) return `of ${AT_ONCE} uses at once ${worked} worked`
  return (await use(t, token)) === 422 ? undefined : 'worked a second time'
}

async function tokenIn(t: TestPortal, kind: string): Promise<string> {
  const mail = (await t.mails()).filter((one) => one.kind === kind).at(-1)
  return decodeURIComponent(/token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail came')
}
