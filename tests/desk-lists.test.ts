import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '#server/db/db.ts'
import { activity as activityTable, assignmentBatches, invitations } from '#server/db/schema.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { api } from '#shared/api.ts'
import { listBatches } from '#shared/assigning/contract.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { listEmails } from '#shared/mail/contract.ts'
import { emailStates } from '#shared/mail/states.ts'
import { listNotices } from '#shared/notices/contract.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { listInvitations, listUsers } from '#shared/people/desk-contract.ts'
import { listAssigned, listReviewed } from '#shared/reviewing/contract.ts'
import { listPapers, listReviewers } from '#shared/reviewing/desk-contract.ts'
import { listCompleted, listOngoing } from '#shared/submissions/contract.ts'
import {
  listAbstracts,
  listPendingAbstracts,
  listReviewedAbstracts,
} from '#shared/submissions/desk-contract.ts'
import { makePerson } from './factories.ts'
import { fillDesk } from './large-desk.ts'
import { plansOf, pretendMore, type Statement } from './plans.ts'
import { submissionAt } from './submission-at.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

/** The organisers' lists: in every order and page by page, with few statements, and by an index wherever they are long. */

interface Item {
  [field: string]: unknown
}
interface Page {
  items: Item[]
  count: number
  nextCursor?: string
}

const seconds = (item: Item, field: string) => (item[field] as { _seconds: number })._seconds
const text = (item: Item, field: string) => String(item[field]).toLowerCase()
const serial = (item: Item) =>
  Number(
    String(item['abstractId'] ?? item['paperId'])
      .slice(4)
      .split('-')[0],
  )

/** What each list's items are ordered by, smallest first, as far as the answer shows it. */
const ofSubmissions = {
  id: serial,
  title: (item: Item) => text(item, 'title'),
}
const shown: Record<string, { id: string; by: Record<string, (item: Item) => string | number> }> = {
  '/api/admin/abstracts': {
    id: 'abstractId',
    by: {
      ...ofSubmissions,
      newest: (item) => seconds(item, 'submittedAt'),
      changed: (item) => seconds(item, 'updatedAt'),
    },
  },
  '/api/admin/abstracts/pending': { id: 'abstractId', by: ofSubmissions },
  '/api/admin/abstracts/approved': {
    id: 'abstractId',
    by: { ...ofSubmissions, decided: (item) => seconds(item, 'decidedAt') },
  },
  '/api/admin/papers': {
    id: 'paperId',
    by: { ...ofSubmissions, changed: (item) => seconds(item, 'updatedAt') },
  },
  '/api/admin/payments': { id: 'paperId', by: ofSubmissions },
  '/api/admin/reviewers': {
    id: 'id',
    by: { name: (item) => text(item, 'name'), load: (item) => Number(item['assigned']) },
  },
  '/api/admin/invitations': {
    id: 'id',
    by: { name: (item) => text(item, 'name'), newest: (item) => seconds(item, 'sentAt') },
  },
  '/api/admin/users': {
    id: 'id',
    by: {
      name: (item) => text(item, 'name'),
      newest: (item) => seconds(item, 'createdAt'),
      status: (item) => ['author', 'reviewer', 'both', 'admin'].indexOf(String(item['role'])),
    },
  },
  '/api/admin/emails': {
    id: 'id',
    by: {
      newest: (item) => seconds(item, 'createdAt'),
      to: (item) => text(item, 'toAddress'),
      subject: (item) => text(item, 'subject'),
      status: (item) => (emailStates as readonly string[]).indexOf(String(item['state'])),
    },
  },
  '/api/admin/activity': { id: 'id', by: { newest: (item) => seconds(item, 'at') } },
}

/** Every list that can be sorted, with the words its `sort` takes: from the contract, so that none is forgotten. */
const sorted = Object.values(api).flatMap((spec) => {
  const sort = spec.query?.shape['sort']
  // An export takes its list's orders, but has no pages.
  if (sort === undefined || spec.query?.shape['cursor'] === undefined) return []
  const { enum: words = [] } = z.toJSONSchema(sort, { io: 'input' })
  return [{ spec, words: words.map(String).filter((word) => !word.startsWith('-')) }]
})

async function read(t: TestPortal, spec: EndpointSpec, as: string, query: object = {}): Promise<Page> {
  const answer = await t.call(spec, { as, query: { ...query } })
  expect([spec.path, query, answer.status]).toEqual([spec.path, query, 200])
  return answer.body as Page
}

/** All items, by pages of a size. */
async function walk(
  t: TestPortal,
  spec: EndpointSpec,
  as: string,
  query: object,
  limit = 200,
): Promise<Page> {
  let page = await read(t, spec, as, { ...query, limit })
  const items = [...page.items]
  while (page.nextCursor !== undefined) {
    expect(page.items, 'only the last page is not full').toHaveLength(limit)
    page = await read(t, spec, as, { ...query, limit, cursor: page.nextCursor })
    items.push(...page.items)
  }
  return { items, count: page.count }
}

const chair = { role: 'admin', name: 'Zoe Chair' } as const

describe('in every order', () => {
  let t: TestPortal
  let admin: string
  beforeAll(async () => {
    t = await openTestPortal({ breaksRules: true })
    await fillDesk(t.database.db, 16)
    // Ties in everything that is ordered by, and a name with letters that have no case or an unlike one.
    await t.database.db.execute(sql`update submissions set title = case when serial % 3 = 0 then '' else
      'ΣΤΑΤΙΚΉ and "quotes" %_' end where serial % 2 = 0`)
    await t.database.db.execute(sql`update submissions set submitted_at = '2026-01-09', updated_at = '2026-02-01',
      abstract_decided_at = case when abstract_decided_at is null then null else timestamptz '2026-01-20' end
      where serial % 5 < 3`)
    await t.database.db.execute(
      sql`update users set name = 'same NAME', created_at = '2026-01-06' where length(name) % 2 = 0`,
    )
    await t.database.db.execute(sql`update invitations set name = '' where length(email) % 2 = 0`)
    admin = (await makePerson(t, chair)).token
  })
  afterAll(() => t.close())

  test('every list of the desk has orders, and the test knows what they show', () => {
    expect(sorted.map(({ spec }) => spec.path).toSorted()).toEqual(Object.keys(shown).toSorted())
  })

  test.each(sorted)(
    '$spec.path: each item once, in order, whatever the size of a page',
    async ({ spec, words }) => {
      const { id, by } = shown[spec.path] ?? { id: '', by: {} }
      for (const word of words) {
        const whole = await walk(t, spec, admin, { sort: word })
        expect(whole.items.length, `${spec.path} is not empty`).toBeGreaterThan(1)
        expect(whole.count).toBe(whole.items.length)
        const turned = await walk(t, spec, admin, { sort: `-${word}` })
        const ids = (page: Page) => page.items.map((item) => item[id])
        expect(ids(turned), `${spec.path} by -${word}`).toEqual(ids(whole).toReversed())
        const value = by[word]
        if (value !== undefined) {
          const values = whole.items.map(value)
          const rising = values.every((one, at) => at === 0 || (values[at - 1] ?? one) <= one)
          const falling = values.every((one, at) => at === 0 || (values[at - 1] ?? one) >= one)
          const naturally = ['newest', 'changed', 'decided', 'load', 'urgent'].includes(word)
            ? falling
            : rising
          expect(naturally, `${spec.path} by ${word}: ${values.join(', ')}`).toBe(true)
        }
      }
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...words),
          fc.boolean(),
          fc.integer({ min: 1, max: 12 }),
          fc.constantFrom(undefined, 'a', 'bridges'),
          async (word, turned, limit, q) => {
            const query = { sort: turned ? `-${word}` : word, ...(q === undefined ? {} : { q }) }
            const whole = await walk(t, spec, admin, query)
            const pages = await walk(t, spec, admin, query, Math.max(limit, Math.ceil(whole.count / 25)))
            expect(pages).toEqual(whole)
          },
        ),
        { numRuns: 8 },
      )
    },
  )

  test('a cursor of another order, an unknown order and a cursor that nobody gave out are refused', async () => {
    const { nextCursor: cursor } = await read(t, listAbstracts, admin, { limit: 1, sort: 'title' })
    const forged = Buffer.from('newest A26-0001 tomorrow-ish').toString('base64url')
    for (const query of [{ cursor, sort: 'id' }, { sort: 'author' }, { cursor: forged }, { cursor: 'x' }]) {
      expect((await t.call(listAbstracts, { as: admin, query })).status, JSON.stringify(query)).toBe(422)
    }
  })
})

describe('with few statements', () => {
  const said: string[] = []
  let t: TestPortal
  beforeAll(async () => {
    t = await openTestPortal({
      breaksRules: true,
      logger: { logQuery: (statement) => void said.push(statement) },
    })
  })
  afterAll(() => t.close())

  test('as many for three items as for one', async () => {
    const admin = await makePerson(t, chair)
    const [author, reviewer] = [
      await makePerson(t, { role: 'author' }),
      await makePerson(t, { role: 'reviewer' }),
    ]
    const cast = { author, reviewer, admin }
    const lists: readonly [EndpointSpec, string, number][] = [
      [listAbstracts, admin.token, 5],
      [listPendingAbstracts, admin.token, 5],
      [listReviewedAbstracts, admin.token, 5],
      [listPapers, admin.token, 14],
      [listPayments, admin.token, 5],
      [listReviewers, admin.token, 4],
      [listInvitations, admin.token, 3],
      [listUsers, admin.token, 5],
      [listActivity, admin.token, 6],
      [listEmails, admin.token, 5],
      [listBatches, admin.token, 3],
      [listOngoing, author.token, 10],
      [listCompleted, author.token, 9],
      [listAssigned, reviewer.token, 5],
      [listReviewed, reviewer.token, 5],
      [listNotices, author.token, 4],
    ]
    const more = async () => {
      for (const stage of [
        'abstract_submitted',
        'paper_submitted',
        'awaiting_payment',
        'complete',
      ] as const) {
        await submissionAt(t, stage, cast)
      }
      await makePerson(t, { role: 'reviewer' })
      const now = t.clock.now
      const id = randomUUID()
      const invitation = { id, email: `${id}@institute.example`, pinHash: '', linkHash: '' }
      await t.transact(async (ctx) => {
        const moments = { createdAt: now, sentAt: now, expiresAt: now }
        await ctx.tx.insert(invitations).values({ ...invitation, ...moments })
        await ctx.tx
          .insert(assignmentBatches)
          .values({ id, source: 'by_hand', madeBy: admin.id, madeAt: now })
      })
    }
    /** What finds something of each list. */
    const words: Record<string, string> = {
      [listInvitations.path]: 'institute',
      [listUsers.path]: 'person',
      [listReviewers.path]: 'person',
      [listEmails.path]: 'a26',
      [listActivity.path]: 'a26',
      [listPayments.path]: 'person',
      [listPapers.path]: 'person',
    }
    /** A list's ways: whole, from the second entry on where there is one, searched for what all have, and the other way round. */
    const waysOf = async (spec: EndpointSpec, as: string): Promise<Record<string, object>> => {
      const { q, sort } = spec.query?.shape ?? {}
      const { nextCursor: cursor } = await read(t, spec, as, { limit: 1 })
      const order = sort === undefined ? undefined : `-${sorted.find((one) => one.spec === spec)?.words[0]}`
      return {
        '': {},
        ...(cursor && { ' further': { cursor } }),
        ...(q && { ' searched': { q: words[spec.path] ?? 'bridges' } }),
        ...(order && { ' in another order': { sort: order } }),
      }
    }
    const counted = async () => {
      const counts: Record<string, number> = {}
      for (const [spec, as] of lists) {
        for (const [way, query] of Object.entries(await waysOf(spec, as))) {
          said.length = 0
          const { items, abstracts } = (await read(t, spec, as, query)) as Page & { abstracts?: Item[] }
          expect((items ?? abstracts).length, spec.path + way).toBeGreaterThan(0)
          counts[spec.path + way] = said.length
        }
      }
      return counts
    }
    const literal = Object.fromEntries(lists.map(([spec, , count]) => [spec.path, count]))
    /** No way takes more than the whole list; one that brings less of what hangs on an entry may take fewer. */
    const expectAsMany = (counts: Record<string, number>, of: string) => {
      const whole = Object.fromEntries(Object.entries(counts).filter(([name]) => name in literal))
      expect(whole, of).toEqual(literal)
      const more = Object.entries(counts).filter(
        ([name, count]) => count > (literal[name.split(' ')[0] ?? ''] ?? 0),
      )
      expect(more, of).toEqual([])
    }
    await more()
    expectAsMany(await counted(), 'with one of each')
    await more()
    await more()
    const three = await counted()
    expectAsMany(three, 'with three of each')
    expect(Object.keys(three).filter((name) => name.endsWith(' further'))).toHaveLength(lists.length)
  })
})

/** A search of the activity that finds many goes through it once, on purpose (search-activity.ts). */
const isNarrow = ({ statement }: Statement) => !statement.includes('exists (select from users where ')
const isPage = ({ statement }: Statement) => / limit \$\d+$/.test(statement)

describe('by an index', () => {
  const said: Statement[] = []
  let t: TestPortal
  let admin: string
  beforeAll(async () => {
    t = await openTestPortal({
      breaksRules: true,
      logger: { logQuery: (statement, params) => void said.push({ statement, params }) },
    })
    await fillDesk(t.database.db, 1000)
    await pretendMore(t.database.db, 100)
    admin = (await makePerson(t, chair)).token
  })
  afterAll(() => t.close())

  test('the desk is filled with as much as it says', async () => {
    for (const { spec } of sorted.filter(({ spec }) => !spec.path.endsWith('/pending'))) {
      expect((await read(t, spec, admin, { limit: 1 })).count, spec.path).toBeGreaterThanOrEqual(1000)
    }
    const [row] = await rowsOf<{ rows: number }>(
      t.database.db,
      sql`select count(*)::int as rows from ${activityTable}`,
    )
    expect(row?.rows).toBeGreaterThan(5000)
  })

  test.each(sorted)(
    '$spec.path in every order: neither a whole table nor a sort, nor is anything counted',
    async ({ spec, words }) => {
      for (const word of words.flatMap((each) => [each, `-${each}`])) {
        const { nextCursor: cursor } = await read(t, spec, admin, { sort: word, limit: 20 })
        said.length = 0
        await read(t, spec, admin, { sort: word, limit: 20 })
        await read(t, spec, admin, { sort: word, limit: 20, cursor })
        const pages = said.filter(isPage)
        expect(pages).toHaveLength(2)
        for (const plan of await plansOf(t.database.db, pages)) {
          expect(plan.wholeTables, plan.statement).toEqual([])
          expect(plan.sortsRows, plan.statement).toBe(false)
        }
        const facts = said.filter((each) => !isPage(each))
        for (const plan of await plansOf(t.database.db, facts)) {
          expect(plan.wholeTables, plan.statement).toEqual([])
        }
        expect(facts.filter(({ statement }) => statement.startsWith('select count('))).toEqual([])
      }
    },
  )

  test.each(sorted)('$spec.path searched: nothing is compared with every row', async ({ spec }) => {
    for (const q of ['retrofit', 'p26-0117', 'watanabe 77']) {
      said.length = 0
      await read(t, spec, admin, { q, limit: 20 })
      for (const plan of await plansOf(t.database.db, said.filter(isNarrow))) {
        expect(plan.comparesEveryRow, plan.statement).toEqual([])
      }
    }
  })

  test('the test would see it: without its index a search reads the whole table', async () => {
    const titles = {
      statement: 'select id from submissions where folded(title) like $1',
      params: ['%retrofit%'],
    }
    const unsearchable = {
      statement: 'select id from users where phone ilike $1 order by phone',
      params: ['%1%'],
    }
    const [by, against] = await plansOf(t.database.db, [titles, unsearchable])
    expect([by?.wholeTables, by?.comparesEveryRow, by?.sortsRows]).toEqual([[], [], false])
    expect([...(against?.wholeTables ?? []), ...(against?.comparesEveryRow ?? [])]).toContain('users')
    expect(against?.sortsRows).toBe(true)
  })
})
