import { login } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

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

/** ASVS 6.3.1, 4.1.3: guessing is slowed down wherever it says it comes from, and never shuts the owner out for good. */
export const bruteForce: Trial = {
  name: 'brute-force',
  promise:
    'Of the guesses at a password few are heard, a made-up X-Forwarded-For helps nobody, and the owner comes in.',
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
    } finally {
      await t.close()
    }
  },
}

/** Guesses that all come before the first is known to be wrong. */
async function heardAtOnce(t: TestPortal): Promise<string | undefined> {
  const { email } = await makePerson(t, { role: 'author' })
  const guesses = Array.from({ length: AT_ONCE }, (_, n) => tryAs(t, email, `guess ${n}`, '198.51.100.1'))
  const heard = (await Promise.all(guesses)).filter(({ status }) => status === 401).length
  return heard === FREE ? undefined : `of ${AT_ONCE} guesses at once ${heard} were heard`
}

async function tryAs(t: TestPortal, email: string, password: string, forwardedFor: string, device?: string) {
  const headers = {
    'x-forwarded-for': forwardedFor,
    'x-real-ip': forwardedFor,
    forwarded: `for=${forwardedFor}`,
  }
  return t.call(login, { body: { email, password, ...(device && { device }) }, headers })
}
