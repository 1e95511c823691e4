import { eq, sql } from 'drizzle-orm'
import { emails } from '#server/db/schema.ts'
import { claim } from '#server/features/mail/claim.ts'
import { listActivity } from '#shared/activity/contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { forgotPassword, login, me, refreshToken } from '#shared/people/contract.ts'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import * as desk from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { liftUploadLimits } from '#tests/lift-upload-limits.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import type { Trial } from '../trial.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Scene {
  t: TestPortal
  admin: MadePerson
  /** What an answer or a row should be, and how far the clock was set back. */
  holds: (what: string, is: unknown, wanted: unknown) => void
}

/** The portal's clock is set back while sessions, limits, deadlines, mails and chores go by it. */
export const clockBack: Trial = {
  name: 'clock-back',
  promise: 'A clock that is set back loses, repeats, locks out and mixes up nothing.',
  run: async ({ template, times, tried }) => {
    const steps = Object.entries({ 'an hour': HOUR, 'a day': DAY, 'ten seconds': 10 * SECOND })
    for (const [name, step] of steps.slice(0, times(2, 3)))
      for (let round = 0; round < times(1, 20); round += 1) {
        const t = await openTestPortal({ template })
        const holds: Scene['holds'] = (what, is, wanted) =>
          tried(
            JSON.stringify(is) === JSON.stringify(wanted)
              ? undefined
              : `${name} back, ${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`,
          )
        // As it closes, every rule of the database is asked.
        try {
          await liftUploadLimits(t.database.db)
          const scene = { t, admin: await makePerson(t, { role: 'admin' }), holds }
          const parts = [sessions, limits, history, deadlines, mails, chores, pages]
          // Each part prepares, and says what holds once the clock was set back.
          const after: (() => Promise<void>)[] = []
          for (const part of parts) after.push(await part(scene))
          t.clock.advance(-step)
          for (const then of after) await then()
        } finally {
          await t.close()
        }
      }
  },
}

type Part = (scene: Scene) => Promise<() => Promise<void>>

/** They go on; a token that was exchanged before is no good for longer than it was. */
const sessions: Part = async ({ t, holds }) => {
  const ada = await makePerson(t, { role: 'author' })
  const eve = await makePerson(t, { role: 'author' })
  const exchange = async (token: string) => t.call(refreshToken, { body: { refreshToken: token } })
  await exchange(eve.refreshToken)
  return async () => {
    holds('the access token', (await t.call(me, { as: ada.token })).status, 200)
    const again = await exchange(ada.refreshToken)
    holds('the refresh token', again.status, 200)
    holds('the new access token', (await t.call(me, { as: again.body.token })).status, 200)
    t.clock.advance(21 * SECOND)
    holds('an old refresh token, later', (await exchange(eve.refreshToken)).status, 401)
    t.clock.advance(-21 * SECOND)
  }
}

/** Nobody waits longer than the longest wait there is. */
const limits: Part = async ({ t, holds }) => {
  const ada = await makePerson(t, { role: 'author' })
  const guess = (password: string) => t.call(login, { body: { email: ada.email, password } })
  for (let times = 0; times < 12; times += 1) await guess('a wrong guess at it')
  const forgot = async () => {
    await t.call(forgotPassword, { body: { email: ada.email } })
    await t.drain()
  }
  await forgot()
  return async () => {
    t.clock.advance(61 * MINUTE)
    holds('the owner, after the longest wait that there is', (await guess(ada.password)).status, 200)
    const before = (await t.mails()).length
    await forgot()
    holds('a link to a new password', (await t.mails()).length - before, 1)
    for (let times = 0; times < 6; times += 1) await guess('a wrong guess at it')
    holds('guesses are still counted', (await guess(ada.password)).status, 429)
    t.clock.advance(-61 * MINUTE)
  }
}

/** Steps stand in the order in which they were taken, and the last decision is in force. */
const history: Part = async ({ t, admin, holds }) => {
  const ada = await makePerson(t, { role: 'author' })
  const as = { as: ada.token }
  const file = await makePdf()
  const { abstractId } = (await t.upload(author.submitAbstract, { ...as, file })).body
  const params = { abstractId }
  const asAdmin = { as: admin.token, params }
  const ask = (reason: string) => ({ confirmText: 'REQUEST_CHANGE', reason })
  await t.call(desk.requestAbstractChange, { ...asAdmin, body: ask('first') })
  return async () => {
    const steps = [
      await t.upload(author.resubmitAbstract, { ...as, params, file: await makePdf() }),
      await t.call(desk.requestAbstractChange, { ...asAdmin, body: ask('second') }),
      await t.upload(author.resubmitAbstract, { ...as, params, file: await makePdf() }),
      await t.call(desk.approveAbstract, { ...asAdmin, body: { comments: 'third' } }),
    ]
    holds(
      'steps after it',
      steps.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const { abstract, timeline } = (await t.call(author.abstractOverview, { ...as, params })).body
    holds(
      'the timeline',
      timeline.map(({ kind, note }) => `${kind} ${note ?? ''}`.trim()),
      [
        ...['abstract_submitted', 'abstract_change_requested first', 'abstract_resubmitted'],
        ...['abstract_change_requested second', 'abstract_resubmitted', 'abstract_accepted third'],
      ],
    )
    holds('the decision in force', abstract.approved, true)
    const moments = timeline.map(({ at }) => at._seconds * 1e9 + at._nanoseconds)
    holds(
      'moments of the timeline',
      moments,
      moments.toSorted((a, b) => a - b),
    )
  }
}

/** A deadline is kept by the clock as it is now. */
const deadlines: Part = async ({ t, admin, holds }) => {
  const ada = await makePerson(t, { role: 'author' })
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const due = new Date(t.clock.now.getTime() - 5 * SECOND)
  const saved = { ...settings, deadlines: { ...settings.deadlines, abstract: due.toISOString() } }
  const submit = async () => {
    const { status } = await t.upload(author.submitAbstract, { as: ada.token, file: await makePdf() })
    return status
  }
  // The other parts hand in abstracts before this one is set.
  return async () => {
    await t.call(saveSettings, { as: admin.token, body: { settings: saved, revision } })
    holds('before the deadline, once more', await submit(), 200)
    const now = t.clock.now
    t.clock.now = new Date(due.getTime() + 61 * MINUTE)
    const late = await makePerson(t, { role: 'author' })
    const after = await t.upload(author.submitAbstract, { as: late.token, file: await makePdf() })
    holds('after the deadline', after.status, 409)
    t.clock.now = now
    const open = { ...saved, deadlines: settings.deadlines }
    const body = { settings: open, revision: revision + 1 }
    await t.call(saveSettings, { as: admin.token, body })
  }
}

/** A mail that waits leaves at once, and one whose sender died leaves once its claim would have ended. */
const mails: Part = async ({ t, admin, holds }) => {
  const write = async (email: string) => {
    await t.call(inviteReviewers, { as: admin.token, body: { email, name: 'Guest' } })
    return (await t.mails()).find(({ toAddress }) => toAddress === email)?.id ?? ''
  }
  const [waiting, left] = [await write('waiting@north.example'), await write('left@north.example')]
  await claim(t.database.db, left, t.clock.now)
  const state = async (id: string) =>
    (await t.database.db.select().from(emails).where(eq(emails.id, id)))[0]?.state
  return async () => {
    await t.drain()
    holds('a mail that waited', await state(waiting), 'kept')
    t.clock.advance(91 * SECOND)
    await t.database.db.execute(sql`update pgboss.job set start_after = now() - interval '1 second'`)
    await t.drain()
    holds('a mail whose sender died', await state(left), 'kept')
    t.clock.advance(-91 * SECOND)
  }
}

/** Each day's chores are done once, the day that comes again included. */
const chores: Part = async ({ t, holds }) => {
  const begin = t.clock.now
  const first = await t.app.doChores()
  holds('chores of a day', first.length > 5, true)
  return async () => {
    const now = t.clock.now
    holds('chores of a day that comes again', await t.app.doChores(), [])
    t.clock.now = begin
    holds('chores of the day itself, again', await t.app.doChores(), [])
    t.clock.now = new Date(begin.getTime() + DAY)
    holds('chores of the next day', await t.app.doChores(), first)
    t.clock.now = now
  }
}

/** Whoever reads page by page meets each row once, rows of before and after alike. */
const pages: Part = async ({ t, admin, holds }) => {
  const ada = await makePerson(t, { role: 'author' })
  const submit = async () => {
    const sent = await t.upload(author.submitAbstract, { as: ada.token, file: await makePdf() })
    t.clock.advance(SECOND)
    return sent.body.abstractId
  }
  const ids = [await submit(), await submit(), await submit()]
  t.clock.advance(-3 * SECOND)
  return async () => {
    const own = await t.call(author.listOngoing, { as: ada.token, query: { limit: 2 } })
    ids.push(await submit(), await submit())
    t.clock.advance(-2 * SECOND)
    const rest = await t.call(author.listOngoing, {
      as: ada.token,
      query: { limit: 2, cursor: own.body.nextCursor ?? '' },
    })
    const seen = [...own.body.abstracts, ...rest.body.abstracts].map(({ abstractId }) => abstractId)
    holds('no row twice on two pages', new Set(seen).size, seen.length)
    for (const sort of ['newest', 'changed'] as const) {
      const found = await walk(t, desk.listAbstracts, { sort }, admin)
      const theirs = found.map((row) => Object(row).abstractId).filter((id) => ids.includes(id))
      holds(`all abstracts by ${sort}`, inOrder(theirs), inOrder(ids))
    }
    const entries = (await walk(t, listActivity, {}, admin)).map((row) => Object(row).id)
    holds('no activity twice', new Set(entries).size, entries.length)
    const { count } = (await t.call(listActivity, { as: admin.token, query: { limit: 1 } })).body
    holds('all of the activity', entries.length, count)
  }
}

const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1))

/** Every row of a list, three at a time. */
async function walk(
  t: TestPortal,
  spec: EndpointSpec,
  query: Record<string, unknown>,
  { token }: MadePerson,
): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const asked: Record<string, unknown> = { ...query, limit: 3, ...(cursor && { cursor }) }
    const { items = [], nextCursor } = Object((await t.call(spec, { as: token, query: asked })).body)
    rows.push(...items)
    cursor = nextCursor
  }
  return rows
}
