import { eq } from 'drizzle-orm'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submissions, submissionTexts } from '#server/db/schema.ts'
import { proposeAssignments } from '#shared/assigning/propose-contract.ts'
import {
  addPublicationPdf,
  addPublications,
  changePublication,
  listPublications,
} from '#shared/reviewing/publications-contract.ts'
import { abstractOverview, submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let admin: MadePerson
let knows: MadePerson
let friend: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  knows = await makePerson(t, { role: 'reviewer', name: 'Kim Knows', email: 'kim@south.example' })
  friend = await makePerson(t, { role: 'reviewer', name: 'Fred Friend', email: 'fred@west.example' })
  await publish(knows, 'Crack growth in welded joints of steel bridges')
  await publish(friend, LASERS)
})
afterAll(() => t.close())

const CRACKS = 'Cracks in welded joints of steel bridges grow with each train.'
const LASERS = 'Photonic lasers entangle qubits in superconducting resonators'

const publish = (who: MadePerson, title: string) =>
  t.call(addPublications, {
    as: who.token,
    body: { list: `@article{a, title={${title}}, abstract={${title}.}}` },
  })

/** A page of a title, what is seen and what is not: white, without ink, tiny; and perhaps what the file calls itself. */
async function page(title: string, seen: string, secret: string, itself?: string): Promise<Buffer> {
  const pen = new PDFDocument({ size: 'A4', margin: 60, ...(itself && { info: { Title: itself } }) })
  const chunks: Buffer[] = []
  pen.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => pen.on('end', () => resolve()))
  pen.fontSize(20).text(title).fontSize(11).moveDown().text(seen)
  pen.fillColor('#ffffff').text(secret).fillColor('#000000')
  pen.addContent('3 Tr').text(secret).addContent('0 Tr')
  pen.fontSize(1).text(secret)
  pen.end()
  await ended
  return Buffer.concat(chunks)
}

/** An author's submission from a PDF, led to where it wants a reviewer. */
async function submitted(email: string, file: Buffer): Promise<string> {
  const author = await makePerson(t, { role: 'author', email })
  const { abstractId } = (await t.upload(submitAbstract, { as: author.token, file })).body
  const params = { abstractId }
  await t.call(approveAbstract, { as: admin.token, params, body: {} })
  const { paperId } = (await t.upload(submitPaper, { as: author.token, params, file })).body
  // The titles are the same: what steers is the abstract alone.
  await t.database.db
    .update(submissions)
    .set({ title: 'Inspection of old structures' })
    .where(eq(submissions.id, abstractId))
  await t.drain()
  return paperId
}

test('words that an author hides in a PDF steer it to nobody, and the organiser sees that they are there', async () => {
  const paperId = await submitted(
    'ada@north.example',
    await page('Inspection of old structures', `Abstract. ${CRACKS}`, `${LASERS}. `.repeat(5)),
  )
  const { body } = await t.call(proposeAssignments, { as: admin.token, body: {} })
  expect(body.pairs).toEqual([
    expect.objectContaining({
      paperId,
      reviewer: 'Kim Knows',
      reason: expect.stringContaining('weld') as string,
    }),
  ])
  expect(body.oddities).toEqual([
    {
      paperId,
      title: 'Inspection of old structures',
      reviewerId: knows.id,
      reviewer: 'Kim Knows',
      kind: 'hidden_in_paper',
      about: 'paper',
      message: expect.stringMatching(
        /^The paper’s PDF has hidden or hardly visible words, .*Photonic lasers/,
      ) as string,
    },
  ])
})

test('nor do a reviewer’s words that an author types in place of what the PDF says; organisers read both', async () => {
  const seen = `${CRACKS} Sensors and gauges confirm the growth of each crack, and divers inspect the oldest piers yearly.`
  const paperId = await submitted(
    'tia@east.example',
    await page('Inspection of old piers', `Abstract. ${seen}`, ''),
  )
  const [row] = await t.database.db.select().from(submissions).where(eq(submissions.paperId, paperId))
  await t.database.db
    .update(submissionTexts)
    .set({ text: `${LASERS}. `.repeat(5) })
    .where(eq(submissionTexts.submissionId, row?.id ?? ''))
  const { body } = await t.call(proposeAssignments, { as: admin.token, body: {} })
  const own = body.pairs.filter((pair) => pair.paperId === paperId)
  expect(own.map(({ reviewer }) => reviewer)).toEqual(['Kim Knows'])
  expect(body.oddities.filter((odd) => odd.paperId === paperId)).toEqual([
    expect.objectContaining({
      kind: 'typed_text',
      message: expect.stringContaining('the PDF’s counted') as string,
    }),
  ])
  expect(body.typed).toEqual([
    expect.objectContaining({
      paperId,
      typed: `${LASERS}. `.repeat(5),
      read: expect.stringContaining('welded joints') as string,
    }),
  ])
})

test('nor does a title that an author makes of a reviewer’s words, in the file or afterwards', async () => {
  const author = await makePerson(t, { role: 'author', email: 'uma@isle.example' })
  const seen = `${CRACKS} Sensors and gauges confirm the growth of each crack, and divers inspect the oldest piers yearly.`
  const file = await page('Inspection of old weirs', `Abstract. ${seen}`, '', LASERS)
  const { abstractId } = (await t.upload(submitAbstract, { as: author.token, file })).body
  await t.drain()
  const params = { abstractId }
  const read = async () => (await t.call(abstractOverview, { as: author.token, params })).body.details
  expect((await read()).title).toBe('Inspection of old weirs')
  await t.call(approveAbstract, { as: admin.token, params, body: {} })
  const { paperId } = (await t.upload(submitPaper, { as: author.token, params, file })).body
  expect((await read()).title).toBe('Inspection of old weirs')
  const own = async () => {
    const { body } = await t.call(proposeAssignments, { as: admin.token, body: {} })
    return {
      reviewers: body.pairs.filter((pair) => pair.paperId === paperId).map(({ reviewer }) => reviewer),
      odd: body.oddities.filter((odd) => odd.paperId === paperId).map(({ message }) => message),
    }
  }
  expect(await own()).toEqual({ reviewers: ['Kim Knows'], odd: [] })
  const { revision } = await read()
  const body = { title: LASERS, topics: [], coAuthors: [], revision }
  expect((await t.call(saveDetails, { as: author.token, params, body })).status).toBe(200)
  expect(await own()).toEqual({
    reviewers: ['Kim Knows'],
    odd: [
      'Its title is not the one on the first pages of its abstract: words that are not there did not count.',
    ],
  })
})

test('nor do words that a reviewer hides in a publication', async () => {
  const secret = `${CRACKS} `.repeat(5)
  const file = await page('Photons again', 'Abstract. Photons meet resonators.', secret)
  await t.upload(addPublicationPdf, { as: friend.token, file })
  await t.drain()
  const { body } = await t.call(proposeAssignments, {
    as: admin.token,
    body: { reviewsPerPaper: 2 },
  })
  const scores = new Map(body.pairs.map(({ reviewerId, score }) => [reviewerId, score]))
  expect(scores.get(friend.id)).toBe(0)
  expect(scores.get(knows.id)).toBeGreaterThan(0.1)
  expect(body.oddities.filter(({ reviewerId }) => reviewerId === friend.id)).toContainEqual(
    expect.objectContaining({
      kind: 'hidden_in_own',
      message: expect.stringMatching(/^A PDF of this reviewer has hidden or hardly visible words/) as string,
    }),
  )
})

test('a paper that names a reviewer’s title takes nothing from who had given it before; from who corrects it later it does', async () => {
  const title = 'Corrosion fatigue of anchor heads and strands in parallel wire cable stays'
  const stays = await makePerson(t, { role: 'reviewer', name: 'Sol Stays', email: 'sol@coast.example' })
  await t.call(addPublications, { as: stays.token, body: { list: `@article{a, title={${title}}}` } })
  t.clock.advance(60_000)
  const paperId = await submitted(
    'cleo@cape.example',
    await page(
      'Inspection of old structures',
      `Abstract. Ropes rust at their ends, as said in ${title}.`,
      '',
    ),
  )
  const own = async () => {
    const { body } = await t.call(proposeAssignments, {
      as: admin.token,
      body: { must: [{ paperId, reviewerId: stays.id }] },
    })
    return {
      score: body.pairs.find((pair) => pair.paperId === paperId)?.score,
      kinds: body.oddities.filter((odd) => odd.paperId === paperId).map(({ kind }) => kind),
    }
  }
  const before = await own()
  expect(before.score).toBeGreaterThan(0)
  expect(before.kinds).toContain('cited')
  const { items } = (await t.call(listPublications, { as: stays.token })).body
  const id = items[0]?.id ?? ''
  t.clock.advance(60_000)
  await t.call(changePublication, {
    as: stays.token,
    params: { publicationId: id },
    body: { title, abstract: '' },
  })
  expect(await own()).toEqual({ score: 0, kinds: ['echo'] })
})
