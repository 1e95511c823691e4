import { isNull } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { makeFirstAdmin } from '#server/features/people/make-first-admin.ts'
import { changeEmail } from '#shared/people/account-contract.ts'
import { forgotPassword, register, resetPassword, setUp, verifyEmail } from '#shared/people/contract.ts'
import { importPeople, previewPeople } from '#shared/people/import-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

/** Uses of one link at the same moment. */
const AT_ONCE = 50
const NEW_PASSWORD = 'another long secret'
const HOUR = 3600_000
const DAY = 24 * HOUR

interface Link {
  name: string
  /** decisions.md §4. */
  validMs: number
  /** Everything that its holder is sent of it. */
  make: (t: TestPortal, round: number) => Promise<string>
  use: (t: TestPortal, token: string) => Promise<number>
}

const choose: Link['use'] = async (t, token) =>
  (await t.call(resetPassword, { body: { token, password: NEW_PASSWORD } })).status
const verify: Link['use'] = async (t, token) => (await t.call(verifyEmail, { body: { token } })).status
const links: readonly Link[] = [
  {
    name: 'a new password',
    validMs: HOUR,
    make: async (t) => {
      const { email } = await makePerson(t, { role: 'author' })
      await t.call(forgotPassword, { body: { email }, headers: poisoned })
      await t.drain()
      return mailOf(t, 'reset_password')
    },
    use: choose,
  },
  {
    name: 'a confirmed address',
    validMs: DAY,
    make: async (t, round) => {
      const body = { name: 'Nora New', email: `nora${round}@north.example`, password: NEW_PASSWORD }
      await t.call(register, { body, headers: poisoned })
      return mailOf(t, 'verify_email')
    },
    use: verify,
  },
  {
    name: 'a changed address',
    validMs: DAY,
    make: async (t, round) => {
      const { token, password } = await makePerson(t, { role: 'author' })
      await t.call(changeEmail, {
        as: token,
        body: { email: `moved${round}@south.example`, password },
        headers: poisoned,
      })
      return mailOf(t, 'confirm_new_email')
    },
    use: verify,
  },
  {
    name: 'a first password',
    validMs: 30 * DAY,
    make: async (t, round) => {
      const { token: as } = await makePerson(t, { role: 'admin' })
      const csv = `E-mail,Name\nada${round}@west.example,Ada Asked\n`
      const body = { file: Buffer.from(csv).toString('base64') }
      const { rows } = (await t.call(previewPeople, { as, body, headers: poisoned })).body
      const people = rows.flatMap(({ person }) => person ?? [])
      await t.call(importPeople, { as, body: { people }, headers: poisoned })
      return mailOf(t, 'welcome')
    },
    use: choose,
  },
  {
    name: 'the first administrator',
    validMs: 365 * DAY,
    make: async (t) => {
      // There is one only where nobody is an administrator.
      await t.database.db.update(users).set({ disabledAt: t.clock.now }).where(isNull(users.disabledAt))
      return (await makeFirstAdmin(t, t.config)) ?? 'no link was made'
    },
    use: async (t, token) => {
      const email = 'first@portal.example'
      return (await t.call(setUp, { body: { token, name: 'Fay First', email, password: NEW_PASSWORD } }))
        .status
    },
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
  const late = tokenIn(await make(t, 2 * round))
  t.clock.advance(validMs + 1000)
  if ((await use(t, late)) !== 422) return 'worked a second after its end'
  const sent = await make(t, 2 * round + 1)
  if (sent.includes('elsewhere.example')) return 'the link leads elsewhere'
  const token = tokenIn(sent)
  t.clock.advance(validMs - 1000)
  for (const path of ['verify-email', 'reset-password', 'set-up'])
    await t.app.http.inject({ method: 'GET', url: `/${path}?token=${encodeURIComponent(token)}` })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => use(t, token)))
  const worked = answers.filter((status) => status === 200).length
  if (worked !== 1) return `of ${AT_ONCE} uses at once ${worked} worked`
  return (await use(t, token)) === 422 ? undefined : 'worked a second time'
}

/** The last mail of a kind: its text, and its HTML. */
async function mailOf(t: TestPortal, kind: string): Promise<string> {
  const mail = (await t.mails()).filter((one) => one.kind === kind).at(-1)
  return mail === undefined ? 'no mail came' : `${mail.text}\n${mail.html}`
}

const tokenIn = (sent: string) => decodeURIComponent(/token=(\S+)/.exec(sent)?.[1] ?? 'there is no link')
