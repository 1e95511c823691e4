import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#shared/api.ts'
import { exportedTables } from '#shared/exporting/contract.ts'
import { type MadePerson, makePerson } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

async function asked(url: string) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await t.app.http.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, body: answer.statusCode === 200 ? null : answer.json() }
}

/** The lists that have a filter, with those that each has. */
const lists = Object.values(api).flatMap(({ path, query }) => {
  if (!(query instanceof z.ZodObject) || !('status' in query.shape) || !('cursor' in query.shape)) return []
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  const { status } = properties
  return [{ path, values: (typeof status === 'object' ? status.enum : undefined) ?? [] }]
})

test('every list takes the filters that its contract names, and refuses any other by name', async () => {
  expect(lists.filter(({ values }) => values.length > 3).length).toBeGreaterThan(7)
  for (const { path, values } of lists) {
    for (const value of values) {
      expect([path, value, (await asked(`${path}?status=${value}`)).status]).toEqual([path, value, 200])
    }
    const { status, body } = await asked(`${path}?status=bogus`)
    const [detail] = body.details
    expect([path, status, detail.field]).toEqual([path, 422, 'status'])
    expect([path, body.message]).toEqual([
      path,
      expect.stringMatching(/^status must be one of \w+(, \w+)*\.$/),
    ])
  }
})

test('an export refuses what its list refuses, and so does the link to it', async () => {
  for (const table of exportedTables.filter((name) => !name.startsWith('statistics'))) {
    const formats = table === 'papers' ? ['csv', 'xlsx', 'json', 'bib', 'zip'] : ['csv', 'xlsx', 'json']
    for (const format of formats) {
      const { status, body } = await asked(`/api/admin/export/${table}.${format}?status=bogus`)
      expect([table, format, status, body.details[0].field]).toEqual([table, format, 422, 'status'])
      const link = await asked(`/api/admin/export-link?table=${table}&format=${format}&status=bogus`)
      expect([table, format, link.status, link.body.details[0].field]).toEqual([table, format, 422, 'status'])
    }
  }
})
