import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotices, markAllRead } from '#shared/notices/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

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

const unread = async ({ token }: MadePerson) => {
  const { items } = (await t.call(listNotices, { as: token })).body
  return items.filter(({ read }) => !read).map(({ id }) => id)
}

test('all that was seen is marked as read; what came since stays unread, and so does what is another’s', async () => {
  const { author } = cast
  const other = await makePerson(t, { role: 'author' })
  await submissionAt(t, 'awaiting_paper', cast)
  await submissionAt(t, 'awaiting_paper', { ...cast, author: other })
  const [seen] = await unread(author)
  const [theirs] = await unread(other)
  t.clock.advance(1000)
  await submissionAt(t, 'awaiting_paper', cast)
  const all = await unread(author)
  const since = all.slice(0, all.indexOf(seen ?? ''))
  expect(since.length).toBeGreaterThan(0)

  // One that is not theirs says nothing of theirs.
  await t.call(markAllRead, { as: author.token, query: { upTo: theirs } })
  expect(await unread(author)).toEqual(all)
  await t.call(markAllRead, { as: author.token, query: { upTo: seen } })
  expect(await unread(author)).toEqual(since)
  await t.call(markAllRead, { as: author.token })
  expect(await unread(author)).toEqual([])
  expect(await unread(other)).toContain(theirs)
})
