import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { type ActivityEntry, listActivity } from '#shared/activity/contract.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { deleteAccount } from '#shared/people/account-contract.ts'
import { listAssigned, previewPaper, saveDraft, withdrawFromPaper } from '#shared/reviewing/contract.ts'
import { listPapers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { listDeleted, restoreAbstract } from '#shared/submissions/deleted-contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { logIn, type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { purgeSubmissions } from './purge-submissions.ts'

const DAY = 24 * 3600 * 1000

let t: TestPortal
let cast: Cast
beforeAll(async () => {
  t = await openTestPortal()
  cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})
afterAll(() => t.close())

/** Tokens last fifteen minutes, and the clock moves by days. */
const as = (who: MadePerson) => logIn(t, who.email, who.password)
const reason = 'You asked us to.'
const remove = async (abstractId: string, who = cast.author) =>
  (await t.call(author.deleteAbstract, { as: await as(who), params: { abstractId } })).status
const restore = async (abstractId: string) =>
  t.call(restoreAbstract, { as: await as(cast.admin), params: { abstractId }, body: { reason } })
const deleted = async () => (await t.call(listDeleted, { as: await as(cast.admin) })).body.items
const bodies = async (who: MadePerson) =>
  (await t.call(listNotices, { as: await as(who) })).body.items.map(({ body }) => body)
const purge = async () => {
  await t.transact(purgeSubmissions.run)
  await t.drain()
}

/** A paper under review that went through a round, with details and a draft. */
async function richPaper() {
  const made = await submissionAt(t, 'paper_submitted', cast)
  const coAuthors = [{ name: 'Bob Brown', email: 'bob@else.example', organization: '', orcid: '' }]
  await t.call(saveDetails, {
    as: await as(cast.author),
    params: made,
    body: { title: 'Bridges', topics: [], coAuthors, revision: 0 },
  })
  await t.call(saveDraft, {
    as: await as(cast.reviewer),
    params: made,
    body: { score: '7', comments: 'so far', revision: 0 },
  })
  return made
}

/** All that anybody is shown of it, but the history and the links that are signed anew each time. */
async function shown({ abstractId, paperId }: { abstractId: string; paperId: string }) {
  const [own, desk, review] = [
    await t.call(author.paperOverview, { as: await as(cast.author), params: { abstractId } }),
    await t.call(paperDeskOverview, { as: await as(cast.admin), params: { paperId } }),
    await t.call(previewPaper, { as: await as(cast.reviewer), params: { paperId } }),
  ]
  const { timeline: _, ...rest } = desk.body
  const plain = [own.body.paper, own.body.files, rest, review.body].map((one) =>
    JSON.stringify(one, (key, value) => (/Url$|^updatedAt$/.test(key) ? undefined : value)),
  )
  return { statuses: [own.status, desk.status, review.status], plain }
}

test('a deleted submission is gone for everybody, and comes back exactly as it was; both sides are told', async () => {
  const made = await richPaper()
  const before = await shown(made)
  expect(before.statuses).toEqual([200, 200, 200])
  expect(await remove(made.abstractId)).toBe(200)
  expect((await shown(made)).statuses).toEqual([404, 404, 404])
  const item = (await deleted()).find((one) => one.abstractId === made.abstractId)
  const day = (ms: number) => Math.floor((t.clock.now.getTime() + ms) / 1000)
  expect(item).toMatchObject({
    ...made,
    title: 'Bridges',
    status: 'abstract_approved',
    paperStatus: 'paper_submitted',
    deletedAt: { _seconds: day(0) },
    until: { _seconds: day(30 * DAY) },
    problem: null,
  })

  const answer = await restore(made.abstractId)
  expect([answer.status, answer.body.message]).toEqual([200, 'The submission was restored.'])
  expect(await shown(made)).toEqual(before)
  expect((await deleted()).map(({ abstractId }) => abstractId)).not.toContain(made.abstractId)
  expect((await restore(made.abstractId)).status).toBe(404)
  const name = `${made.paperId} “Bridges”`
  expect((await bodies(cast.author))[0]).toBe(
    `The organisers restored ${name}, which was deleted. It stands where it stood.\n\nReason: ${reason}`,
  )
  expect((await bodies(cast.reviewer))[0]).toBe(
    `Paper ${made.paperId}, which was taken back, is with you again as it was. What you had written is still there.`,
  )
  const way = (await t.call(paperDeskOverview, { as: await as(cast.admin), params: made })).body.timeline
  expect(way.slice(-2).map(({ kind, by, note }) => [kind, by, note])).toEqual([
    ['abstract_deleted', 'author', null],
    ['abstract_restored', 'admin', reason],
  ])
})

test('it can be restored for as many days as the settings say, to the millisecond', async () => {
  const first = await submissionAt(t, 'abstract_submitted', cast)
  const second = await submissionAt(t, 'abstract_submitted', cast)
  for (const { abstractId } of [first, second]) await remove(abstractId)
  const change = async (restoreDays: number) => {
    const token = await as(cast.admin)
    const { settings, revision } = (await t.call(readSettings, { as: token })).body
    await t.call(saveSettings, { as: token, body: { settings: { ...settings, restoreDays }, revision } })
  }
  await change(5)
  t.clock.advance(5 * DAY - 1)
  expect((await restore(first.abstractId)).status).toBe(200)
  t.clock.advance(1)
  expect((await restore(second.abstractId)).status).toBe(404)
  await change(30)
  expect((await restore(second.abstractId)).status).toBe(200)
})

const rowsAbout = async (id: string) => {
  const tables = await rowsOf<{ table_name: string }>(
    t.database.db,
    sql`select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'submission_id' and table_name <> 'activity'`,
  )
  const counts = await Promise.all(
    tables.map(async ({ table_name }) => {
      const [row] = await rowsOf<{ count: number }>(
        t.database.db,
        sql`select count(*)::int as count from ${sql.identifier(table_name)} where submission_id = ${id}`,
      )
      return row?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

test('after that rows and files go for good, but for bytes that another submission holds; the activity says so', async () => {
  const store = await openDiskStore(`${t.dataDir}/files`)
  const [own, common] = [await makePdf({ text: 'Mine alone.' }), await makePdf({ text: 'Twice.' })]
  const upload = async (file: Buffer) =>
    (await t.upload(author.submitAbstract, { as: await as(cast.author), file })).body.abstractId
  const [kept, gone] = [await upload(common), await upload(common)]
  const approved = { as: await as(cast.admin), params: { abstractId: gone }, body: {} }
  await t.call(approveAbstract, approved)
  const paper = await t.upload(author.submitPaper, {
    as: await as(cast.author),
    params: { abstractId: gone },
    file: own,
  })
  const standing = await richPaper()
  const standingRows = await rowsAbout(standing.abstractId)
  const keys = await rowsOf<{ part: string; key: string }>(
    t.database.db,
    sql`select v.part, f.storage_key as key from versions v join files f on f.id = v.file_id
      where v.submission_id = ${gone}`,
  )
  const sizes = async () =>
    Object.fromEntries(
      await Promise.all(keys.map(async ({ part, key }) => [part, await store.sizeOf(key)] as const)),
    )
  expect(await sizes()).toEqual({ abstract: common.length, paper: own.length })

  await remove(gone)
  t.clock.advance(30 * DAY - 1)
  await purge()
  expect(await rowsAbout(gone)).toBeGreaterThan(3)
  t.clock.advance(1)
  await purge()
  expect([await rowsAbout(gone), await sizes()]).toEqual([0, { abstract: common.length, paper: undefined }])
  expect(await rowsAbout(kept)).toBeGreaterThan(0)
  expect(await rowsAbout(standing.abstractId)).toBe(standingRows)
  expect((await restore(gone)).status).toBe(404)
  expect(
    await rowsOf(
      t.database.db,
      sql`select id from files f where not exists (select 1 from versions where file_id = f.id)`,
    ),
  ).toEqual([])

  const found = await t.call(listActivity, { as: await as(cast.admin), query: { q: gone.toLowerCase() } })
  const [last] = found.body.items
  const head = ({ actor, kind, action, submission }: ActivityEntry) => [actor, kind, action, submission]
  expect(last && head(last)).toEqual([
    null,
    'submission',
    'removed',
    { abstractId: gone, paperId: null, title: '', gone: true },
  ])
  expect(found.body.items.filter(({ action }) => action === 'removed')).toHaveLength(1)
  const list = (await t.call(listPapers, { as: await as(cast.admin) })).body.items
  expect(list.map(({ paperId }) => paperId)).not.toContain(paper.body.paperId)
  expect((await t.call(listAssigned, { as: await as(cast.reviewer) })).status).toBe(200)
})

test('what its author deleted before their account is not restored, and goes in time', async () => {
  const leaver = await makePerson(t, { role: 'author' })
  const { abstractId } = await submissionAt(t, 'abstract_submitted', { ...cast, author: leaver })
  await remove(abstractId, leaver)
  const body = { password: leaver.password }
  expect((await t.call(deleteAccount, { as: await as(leaver), body })).status).toBe(200)
  const problem = 'Its author has deleted their account.'
  expect((await deleted()).find((one) => one.abstractId === abstractId)?.problem).toBe(problem)
  const refused = await restore(abstractId)
  expect([refused.status, refused.refusal.message]).toEqual([409, problem])
  t.clock.advance(30 * DAY)
  await purge()
  expect(await rowsAbout(abstractId)).toBe(0)
})

test('what money was booked for is kept for the books', async () => {
  const made = await submissionAt(t, 'paper_submitted', cast)
  await t.transact(async (ctx) => {
    await ctx.tx.execute(sql`insert into bank_lines
      (id, hash, occurrence, submission_id, use, amount, payer, text, imported_at, imported_by)
      values (${ctx.newId()}, 'h', 1, ${made.abstractId}, 'note', 250, 'Ada', 'fee', ${ctx.now.toISOString()}, ${cast.admin.id})`)
  })
  await remove(made.abstractId)
  t.clock.advance(30 * DAY)
  await purge()
  expect(await rowsAbout(made.abstractId)).toBeGreaterThan(0)
})

test('the activity of what is removed for good keeps each deed, without title, names of files and reasons', async () => {
  const [gone, kept] = [await richPaper(), await richPaper()]
  for (const params of [gone, kept]) {
    const body = { reason: 'We share a Bridges grant.', conflict: true }
    expect((await t.call(withdrawFromPaper, { as: await as(cast.reviewer), params, body })).status).toBe(200)
  }
  const told = ({ abstractId }: { abstractId: string }) =>
    rowsOf<{ kind: string; action: string; at: string; said: string }>(
      t.database.db,
      sql`select kind, action, at::text as at, concat(before, after) as said from activity
        where submission_id = ${abstractId} order by id`,
    )
  const heads = (rows: Awaited<ReturnType<typeof told>>) =>
    rows.map(({ kind, action, at }) => [kind, action, at])
  await remove(gone.abstractId)
  const [before, others] = [await told(gone), await told(kept)]
  t.clock.advance(30 * DAY)
  await purge()
  const after = await told(gone)
  expect(heads(after).slice(0, before.length)).toEqual(heads(before))
  expect(heads(after).slice(before.length)).toEqual([['submission', 'removed', expect.any(String)]])
  const words = /bridges/i
  expect(before.filter(({ said }) => words.test(said)).length).toBeGreaterThan(2)
  expect(after.filter(({ said }) => words.test(said))).toEqual([])
  expect(after.filter(({ said }) => said.includes('…')).length).toBeGreaterThan(3)
  expect(await told(kept)).toEqual(others)
})

test('the database strikes out the words of what is removed alone, and nothing else of the activity', async () => {
  const { abstractId } = await richPaper()
  const refusal = async (change: string, isPurging: boolean) => {
    try {
      await t.transact(async (ctx) => {
        if (isPurging) await ctx.tx.execute(sql`select set_config('lectern.purging', 'on', true)`)
        await ctx.tx.execute(sql.raw(`${change} where submission_id = '${abstractId}'`))
        throw new Error('it was allowed')
      })
    } catch (error) {
      return String(error instanceof Error ? (error.cause ?? error) : error)
    }
  }
  const veil = 'update activity set before = veil_purged(before), after = veil_purged(after)'
  const never = 'error: rows of activity are never changed'
  expect(await refusal(veil, true)).toBe('Error: it was allowed')
  expect(await refusal(veil, false)).toBe(never)
  const others = [
    "update activity set after = '{}'",
    'update activity set actor_id = null',
    `${veil}, at = now()`,
    'delete from activity',
  ]
  for (const change of others) expect(await refusal(change, true)).toBe(never)
})
