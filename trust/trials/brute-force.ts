import { login } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Bench, Trial } from '../trial.ts'

/** decisions.md §4: wrong tries that are free, and the longest that anybody waits. */
const FREE = 5
const WINDOW_MS = 15 * 60_000
/** Between two guesses of an attacker who does not wait. */
const GUESS_MS = 100
/** In a window, with waits of 5, 10, 20 … seconds up to the window's end. */
const HEARD_MAX = FREE + 9
/** The owner comes after every so many guesses, to a device where they logged in before. */
const OWNER_EVERY = 25
const AT_ONCE = 100
/** decisions.md §4: wrong tries from one address that are free, whomever they are about. */
const FREE_BY_ADDRESS = 100
/** Guesses at an account each, so that no account's limit holds. */
const ACCOUNTS = 105
const PROXY = '192.0.2.10'

/** ASVS 6.3.1, 4.1.3: guessing is slowed down wherever it says it comes from, and never shuts the owner out for good. */
export const bruteForce: Trial = {
  name: 'brute-force',
  promise:
    'Of the guesses at a password few are heard, be they at one account or many, a made-up X-Forwarded-For helps nobody, and the owner comes in.',
  run: async ({ template, times, tried }) => {
    const t = await openTestPortal({ template })
    try {
      const owner = await makePerson(t, { role: 'author' })
      const { device } = (await tryAs(t, owner.email, owner.password, '203.0.113.5')).body
      const guesses = times(300, 10_000)
      let heard = 0
      let windows = 1
      const began = t.clock.now.getTime()
      for (let guess = 0; guess < guesses; guess += 1) {
        const from = `198.51.100.${guess % 250}`
        const { status } = await tryAs(t, owner.email, `wrong guess ${guess}`, from)
        if (status === 401) heard += 1
        tried(status === 401 || status === 429 ? undefined : `a wrong password answered ${status}`)
        t.clock.advance(GUESS_MS)
        if (guess % OWNER_EVERY === OWNER_EVERY - 1) {
          const during = await tryAs(t, owner.email, owner.password, '203.0.113.5', device)
          tried(during.status === 200 ? undefined : `during it the owner was answered ${during.status}`)
        }
        windows = Math.ceil((t.clock.now.getTime() - began) / WINDOW_MS)
      }
      tried(heard <= HEARD_MAX * windows ? undefined : `${heard} of ${guesses} guesses were heard`)
      tried(heard > 0 ? undefined : 'not one guess was heard')
      t.clock.advance(WINDOW_MS)
      const { status } = await tryAs(t, owner.email, owner.password, '203.0.113.5')
      tried(status === 200 ? undefined : `the owner was answered ${status}`)
      tried(await heardAtOnce(t))
      tried(await heardFrom(t, '192.0.2.20', (guess) => `203.0.113.${guess}`))
    } finally {
      await t.close()
    }
    await behindProxy({ template, times, tried })
  },
}

/** Guesses that all come before the first is known to be wrong. */
async function heardAtOnce(t: TestPortal): Promise<string | undefined> {
  const { email } = await makePerson(t, { role: 'author' })
  const guesses = Array.from({ length: AT_ONCE }, (_, n) => tryAs(t, email, `guess ${n}`, '198.51.100.1'))
  const heard = (await Promise.all(guesses)).filter(({ status }) => status === 401).length
  return heard === FREE ? undefined : `of ${AT_ONCE} guesses at once ${heard} were heard`
}

/** A guess at each of many accounts, all from one address: whatever they say of where they come from, the address is slowed down. */
async function heardFrom(t: TestPortal, remoteAddress: string, forwardedFor: (guess: number) => string) {
  let heard = 0
  for (let guess = 0; guess < ACCOUNTS; guess += 1) {
    const status = await guessFrom(t, remoteAddress, forwardedFor(guess), guess)
    if (status === 401) heard += 1
    else if (status !== 429) return `a guess was answered ${status}`
  }
  return heard === FREE_BY_ADDRESS
    ? undefined
    : `of ${ACCOUNTS} guesses at an account each, from ${remoteAddress}, ${heard} were heard`
}

/** Where a proxy is named, what it says of the client counts, what a client said before it does not, and what others say neither. */
async function behindProxy({ template, times, tried }: Pick<Bench, 'template' | 'times' | 'tried'>) {
  const t = await openTestPortal({ template, env: { TRUST_PROXY: PROXY } })
  try {
    const client = '203.0.113.9'
    tried(await heardFrom(t, PROXY, (guess) => `198.51.100.${guess}, ${client}`))
    const again = await guessFrom(t, PROXY, client, ACCOUNTS)
    tried(again === 429 ? undefined : `behind the proxy the slowed-down client was answered ${again}`)
    const other = await guessFrom(t, PROXY, `${client}, 203.0.113.10`, ACCOUNTS)
    tried(other === 401 ? undefined : `behind the proxy another client was answered ${other}`)
    if (times(0, 1) === 1) tried(await heardFrom(t, '192.0.2.20', (guess) => `198.51.100.${guess}`))
  } finally {
    await t.close()
  }
}

/** The status of a wrong guess at an account that nothing else guesses at. */
async function guessFrom(t: TestPortal, remoteAddress: string, forwardedFor: string, account: number) {
  const { statusCode } = await t.app.http.inject({
    method: login.method,
    url: login.path,
    remoteAddress,
    headers: saying(forwardedFor),
    payload: { email: `somebody${account}@north.example`, password: 'a wrong guess' },
  })
  return statusCode
}

const saying = (forwardedFor: string) => ({
  'x-forwarded-for': forwardedFor,
  'x-real-ip': forwardedFor,
  forwarded: `for=${forwardedFor}`,
})

async function tryAs(t: TestPortal, email: string, password: string, forwardedFor: string, device?: string) {
  return t.call(login, {
    body: { email, password, ...(device && { device }) },
    headers: saying(forwardedFor),
  })
}
