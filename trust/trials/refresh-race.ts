import { me, refreshToken } from '#shared/people/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

/** Tabs that ask at once. */
const TABS = { few: 10, full: 100 }
/** decisions.md §4: how long the token before answers again. */
const REUSE_MS = 10_000

/** RFC 9700 §4.14.2: nobody is logged out by their own tabs or a lost answer, and a stolen token ends the session. */
export const refreshRace: Trial = {
  name: 'refresh-race',
  promise: 'Tabs that refresh at once share one session; a token used again later ends it.',
  run: async ({ template, times, tried }) => {
    const t = await openTestPortal({ template })
    try {
      const tabs = times(TABS.few, TABS.full)
      for (let round = 0; round < times(20, 200); round += 1) await oneSession(t, tabs, tried)
    } finally {
      await t.close()
    }
  },
}

async function oneSession(t: TestPortal, tabs: number, tried: (fault?: string) => void): Promise<void> {
  const person = await makePerson(t, { role: 'author' })
  /** Who is asked to come back comes back. */
  const refresh = async (token: string): Promise<Awaited<ReturnType<typeof once>>> => {
    const answer = await once(token)
    return answer.status === 503 ? refresh(token) : answer
  }
  const once = (token: string) => t.call(refreshToken, { body: { refreshToken: token } })
  const first = person.refreshToken
  const answers = await Promise.all(Array.from({ length: tabs }, () => refresh(first)))
  const refused = answers.filter(({ status }) => status !== 200).length
  tried(refused === 0 ? undefined : `${refused} of ${tabs} tabs were logged out`)
  const given = new Set(answers.map(({ body }) => body.refreshToken))
  tried(given.size === 1 ? undefined : `the session was forked into ${given.size}`)

  t.clock.advance(REUSE_MS)
  const lost = await refresh(first)
  tried(lost.status === 200 ? undefined : 'an answer that was lost logged the person out')

  t.clock.advance(1)
  const stolen = await refresh(first)
  tried(stolen.status === 401 ? undefined : `a token used again later answered ${stolen.status}`)
  const [current = ''] = given
  tried((await refresh(current)).status === 401 ? undefined : 'the session went on after a reuse')
  const seen = await t.call(me, { as: lost.body.token })
  tried(seen.status === 401 ? undefined : 'an access token went on after a reuse')
}
