import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPglite } from '#server/db/embedded/start-pglite.ts'
import { openPglite } from '#server/db/open.ts'
import { submissions, submissionTexts, users } from '#server/db/schema.ts'
import {
  abstractOverview,
  listOngoing,
  resubmitAbstract,
  submitAbstract,
  submitPaper,
} from '#shared/submissions/contract.ts'
import { approveAbstract, listAbstracts } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { migrationsBefore } from '#tests/setup/migrations-before.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

/** A PDF that shows a title, and says one of its own only where told. */
const printed = (heading: string, title = '') =>
  makePdf({ heading, title, text: 'Abstract. We measure cracks in bridges over two winters.' })
const submit = async (file: Buffer) => {
  const { abstractId } = (await t.upload(submitAbstract, { as: ada.token, file })).body
  return { abstractId }
}
const titlesOf = async (params: { abstractId: string }) => {
  const { details, proposedTitle } = (await t.call(abstractOverview, { as: ada.token, params })).body
  return [details.title, proposedTitle]
}
/** Saves the details with a title, or without saying anything of it. */
const giveTitle = (params: { abstractId: string }, title?: string) => {
  const body = { ...(title !== undefined && { title }), topics: [], coAuthors: [], revision: 0 }
  return t.call(saveDetails, { as: ada.token, params, body })
}

test('the page’s title is taken where the file says none: the author and the organisers read it in their lists', async () => {
  const params = await submit(await printed('Cracks in welded joints'))
  expect(await titlesOf(params)).toEqual(['', null])
  await t.drain()
  expect(await titlesOf(params)).toEqual(['Cracks in welded joints', null])
  const own = (await t.call(listOngoing, { as: ada.token })).body.abstracts
  expect(own.find(({ abstractId }) => abstractId === params.abstractId)?.title).toBe(
    'Cracks in welded joints',
  )
  const found = (await t.call(listAbstracts, { as: admin.token, query: { q: 'welded joints' } })).body.items
  expect(found.map(({ abstractId, title }) => ({ abstractId, title }))).toEqual([
    { ...params, title: 'Cracks in welded joints' },
  ])
  t.clock.advance(1000)
  const file = await printed('Cracks in riveted joints')
  await t.upload(resubmitAbstract, { as: ada.token, params, file })
  await t.drain()
  expect(await titlesOf(params)).toEqual(['Cracks in riveted joints', null])
})

test('what the author says stays, that there is no title too; the page’s is only proposed', async () => {
  const [named, nameless] = [await submit(await printed('Of ice')), await submit(await printed('Of snow'))]
  await giveTitle(named, 'My own')
  await giveTitle(nameless, '')
  await t.drain()
  expect([await titlesOf(named), await titlesOf(nameless)]).toEqual([
    ['My own', 'Of ice'],
    ['', 'Of snow'],
  ])
})

test('details saved without a word of the title leave what was read, and what is read later is proposed', async () => {
  const [before, after] = [await submit(await printed('Of hail')), await submit(await printed('Of rain'))]
  expect((await giveTitle(before)).status).toBe(200)
  await t.drain()
  const saved = await giveTitle(after)
  expect([saved.status, saved.body.details.title]).toEqual([200, 'Of rain'])
  expect([await titlesOf(before), await titlesOf(after)]).toEqual([
    ['', 'Of hail'],
    ['Of rain', null],
  ])
})

test('a paper without a title of its own takes the abstract’s; one that says another is only proposed', async () => {
  const early = await submit(await printed('Fatigue of slender towers'))
  await t.call(approveAbstract, { as: admin.token, params: early, body: {} })
  await t.upload(submitPaper, { as: ada.token, params: early, file: await printed('Towers') })
  await t.drain()
  expect(await titlesOf(early)).toEqual(['Fatigue of slender towers', null])

  const text = 'We measure cracks in bridges over two winters and tell of nothing else.'
  const params = await submit(await makePdf({ text }))
  await t.drain()
  await t.call(approveAbstract, { as: admin.token, params, body: {} })
  const file = await printed('Template', 'Template of the congress')
  await t.upload(submitPaper, { as: ada.token, params, file })
  expect(await titlesOf(params)).toEqual(['', 'Template of the congress'])
  t.clock.advance(1000)
  await t.upload(resubmitAbstract, { as: ada.token, params, file: await printed('Cracks in winter') })
  await t.drain()
  expect(await titlesOf(params)).toEqual(['Cracks in winter', 'Template of the congress'])
})

test('after an upgrade those are read again that have no title and whose author did not say so', async () => {
  const folder = await migrationsBefore('0048_read_titles')
  const client = await startPglite()
  try {
    const { db: old } = await openPglite(client, undefined, folder)
    const at = new Date('2026-05-01')
    const authorId = '018f0000-0000-7000-8000-000000000001'
    const author = { id: authorId, email: 'ada@north.example', name: 'Ada', role: 'author' } as const
    await old.insert(users).values({ ...author, createdAt: at })
    const made = (serial: number, title: string, detailsRevision: number) => ({
      id: `A26-000${serial}`,
      serial,
      paperId: `P26-000${serial}-K`,
      authorId,
      stage: 'abstract_submitted' as const,
      title,
      pdfTitle: title,
      detailsRevision,
      submittedAt: at,
      updatedAt: at,
    })
    await old.insert(submissions).values([made(1, '', 0), made(2, 'Bridges', 0), made(3, '', 1)])
    const ids = ['A26-0001', 'A26-0002', 'A26-0003']
    await old.insert(submissionTexts).values(ids.map((submissionId) => ({ submissionId, readAt: at })))
    const { db } = await openPglite(client)
    const rows = await db.select().from(submissionTexts).orderBy(submissionTexts.submissionId)
    expect(rows.map(({ submissionId, readAt }) => [submissionId, readAt])).toEqual([
      ['A26-0001', new Date(0)],
      ['A26-0002', at],
      ['A26-0003', at],
    ])
  } finally {
    await client.close()
    await rm(folder, { recursive: true, force: true })
  }
})
