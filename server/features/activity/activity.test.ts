import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activity } from '#server/db/schema.ts'
import { type ActivityEntry, listActivity } from '#shared/activity/contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { changeUser, inviteReviewers } from '#shared/people/desk-contract.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { assignReviewer, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin', name: 'Clara Chair' })
})
afterAll(() => t.close())

const list = (query: Record<string, unknown> = {}) => t.call(listActivity, { as: admin.token, query })
/** What was noted since, oldest first, in short. */
async function since(mark: number) {
  const { items } = (await list()).body
  return items
    .filter(({ id }) => id > mark)
    .reverse()
    .map(short)
}
const mark = async () => (await list({ limit: 1 })).body.items[0]?.id ?? 0
const short = ({ actor, kind, action, submission, person, changes }: ActivityEntry) => ({
  who: actor?.name ?? null,
  did: `${kind} ${action}`,
  to: submission?.abstractId ?? person?.name ?? null,
  changes: Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]])),
})

test('a decision, an assignment and a review are noted with who, what, before and after', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Ada Author' })
  const rita = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  const abstract = await submissionAt(t, 'abstract_submitted', { author, reviewer: rita, admin })
  let from = await mark()
  const params = { abstractId: abstract.abstractId }
  t.clock.advance(60_000)
  await t.call(approveAbstract, { as: admin.token, params, body: {} })
  expect(await since(from)).toEqual([
    {
      who: 'Clara Chair',
      did: 'submission changed',
      to: abstract.abstractId,
      changes: { stage: ['abstract_submitted', 'awaiting_paper'] },
    },
  ])
  const [newest] = (await list({ limit: 1 })).body.items
  expect(newest?.at._seconds).toBe(Math.floor(t.clock.now.getTime() / 1000))

  const paper = await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin })
  await t.call(unassignReviewer, { as: admin.token, params: { ...paper, reviewerId: rita.id } })
  from = await mark()
  await t.call(assignReviewer, { as: admin.token, params: paper, body: { reviewerId: rita.id } })
  await t.call(approvePaper, {
    as: rita.token,
    params: paper,
    body: { score: 77, comments: 'Private words.' },
  })
  expect(await since(from)).toEqual([
    { who: 'Clara Chair', did: 'assignment created', to: paper.abstractId, changes: {} },
    {
      who: 'Rita Reader',
      did: 'review created',
      to: paper.abstractId,
      changes: { round: [null, 1], score: [null, 77], verdict: [null, 'approve'] },
    },
    {
      who: 'Rita Reader',
      did: 'submission changed',
      to: paper.abstractId,
      changes: { stage: ['paper_submitted', 'awaiting_payment'] },
    },
  ])
})

test('roles and settings are noted by their fields; secrets and personal texts never', async () => {
  const ada = await makePerson(t, { role: 'author', name: 'Secretive Sam' })
  let from = await mark()
  await t.call(changeUser, {
    as: admin.token,
    params: { userId: ada.id },
    body: { role: 'both', staff: true },
  })
  await t.call(saveProfile, {
    as: ada.token,
    body: { firstName: 'Hidden', lastName: 'Name', organization: 'Hidden Institute', phone: '+41 555' },
  })
  expect(await since(from)).toEqual([
    {
      who: 'Clara Chair',
      did: 'person changed',
      to: 'Secretive Sam',
      changes: { is_staff: [false, true], role: ['author', 'both'] },
    },
    {
      who: 'Secretive Sam',
      did: 'person changed',
      to: 'Secretive Sam',
      changes: {
        first_name: ['…', '…'],
        last_name: ['…', '…'],
        organization: ['…', '…'],
        phone: [null, '…'],
      },
    },
  ])
  from = await mark()
  const read = (await t.call(readSettings, { as: admin.token })).body
  const settings = { ...read.settings, reviewsPerPaper: 3 }
  await t.call(saveSettings, { as: admin.token, body: { ...read, settings } })
  await t.call(inviteReviewers, { as: admin.token, body: { email: 'guest@far.example' } })
  const noted = await since(from)
  expect(noted.map(({ did, to }) => [did, to])).toEqual([
    ['settings created', null],
    ['invitation created', 'guest@far.example'],
  ])
  expect(noted[0]?.changes['reviewsPerPaper']).toEqual([null, 3])
  const all = JSON.stringify(await t.database.db.select().from(activity))
  for (const secret of ['Hidden', '+41 555', 'guest@far', '$argon2', 'Private words']) {
    expect(all).not.toContain(secret)
  }
})

test('what was rolled back or refused is not noted', async () => {
  const from = await mark()
  await t.call(changeUser, { as: admin.token, params: { userId: admin.id }, body: { role: 'author' } })
  await expect(
    t.transact(async (ctx) => {
      await ctx.tx.execute(sql`update users set is_staff = true`)
      throw new Error('never mind')
    }),
  ).rejects.toThrow('never mind')
  expect(await since(from)).toEqual([])
})

test('nobody alters it, whatever the code says', async () => {
  for (const attempt of [sql`update activity set actor_id = null`, sql`delete from activity`]) {
    const failed = await t
      .transact((ctx) => ctx.tx.execute(attempt))
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? String(error.cause) : ''),
      )
    expect(failed).toContain('rows of activity are never changed')
  }
})

test('it is searched by person, id and title, filtered by kind, and paged without a gap', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Findable Fred' })
  const rita = await makePerson(t, { role: 'reviewer' })
  const { abstractId, paperId } = await submissionAt(t, 'paper_submitted', { author, reviewer: rita, admin })
  const byPaper = (await list({ q: paperId })).body
  expect(byPaper.items.every(({ submission }) => submission?.abstractId === abstractId)).toBe(true)
  const byName = (await list({ q: 'findable', status: 'submission' })).body.items.map(short)
  expect(byName.map(({ who, did }) => [who, did])).toEqual([
    ['Findable Fred', 'submission changed'],
    ['Findable Fred', 'submission created'],
  ])
  const whole = (await list()).body.items.map(({ id }) => id)
  const paged: number[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = (await list(cursor === undefined ? { limit: 7 } : { limit: 7, cursor }))
      .body
    paged.push(...items.map(({ id }) => id))
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(paged).toEqual(whole)
  expect((await list({ cursor: 'x' })).status).toBe(422)
})

test('what is told late stands where it happened, also among one kind and in a search', async () => {
  const author = await makePerson(t, { role: 'author', name: 'Belated Bea' })
  const now = t.clock.now
  const reviewer = await makePerson(t, { role: 'reviewer' })
  const days = [0, -3, -1, -2]
  for (const day of days) {
    t.clock.now = new Date(now.getTime() + day * 24 * 3600_000)
    await submissionAt(t, 'abstract_submitted', { author, reviewer, admin })
  }
  t.clock.now = now
  const noon = Math.floor(now.getTime() / 1000)
  const daysIn = async (query: Record<string, unknown>) =>
    (await list({ q: 'belated', status: 'submission', ...query })).body.items.map(
      ({ at }) => (at._seconds - noon) / (24 * 3600),
    )
  expect(await daysIn({})).toEqual([0, -1, -2, -3])
  expect(await daysIn({ sort: '-newest' })).toEqual([-3, -2, -1, 0])
  const everything = (await list({})).body.items.map(({ at }) => at._seconds)
  expect(everything).toEqual(everything.toSorted((a, b) => b - a))
})

test('what a statement does to many rows is noted as what is done to each', async () => {
  const rows = await t.database.db
    .transaction(async (tx) => {
      const run = (text: string) => tx.execute(sql.raw(text))
      await run(
        'create table notebook (id int primary key, submission_id text, unseen int, secret text, list jsonb, n int)',
      )
      const arguments_ = `'submission_id', '', 'id,submission_id,unseen', 'secret,list'`
      await run(`create trigger each after insert or update on notebook for each row
        execute function note_activity('payment', ${arguments_})`)
      await run(`create trigger many_new after insert on notebook referencing new table as new_rows
        for each statement execute function note_new_activity('receipt', ${arguments_})`)
      await run(`create trigger many_changed after update on notebook
        referencing old table as old_rows new table as new_rows
        for each statement execute function note_changed_activity('receipt', ${arguments_})`)
      const noted = await tx.select({ last: sql<number>`coalesce(max(id), 0)::int` }).from(activity)
      await run(
        `insert into notebook values (1, 'A', 1, 'PIN', '["a"]', 1), (2, 'B', 2, '', '[]', null), (3, null, 3, null, null, 3)`,
      )
      await run(`update notebook set n = 4 where id = 1`)
      await run(
        `update notebook set n = case id when 2 then 5 else n end, secret = case id when 3 then 'new' else secret end`,
      )
      await run(`update notebook set unseen = 9`)
      await run(`insert into notebook values (1, 'A', 1, '', null, 7), (4, 'D', 4, 'PIN', '[]', 8)
        on conflict (id) do update set n = excluded.n, secret = excluded.secret, list = excluded.list`)
      const all = await tx
        .select()
        .from(activity)
        .where(sql`id > ${noted[0]?.last ?? 0}`)
      throw new RolledBack(all)
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.rows
      throw error
    })
  const told = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ id: _, kind: _kind, ...row }) => JSON.stringify(row))
      .sort()
  expect(told('payment')).toHaveLength(8)
  expect(told('receipt')).toEqual(told('payment'))
})

/** Ends a transaction with what it found, and changes nothing. */
class RolledBack extends Error {
  readonly rows: (typeof activity.$inferSelect)[]

  constructor(rows: (typeof activity.$inferSelect)[]) {
    super('rolled back')
    this.rows = rows
  }
}
