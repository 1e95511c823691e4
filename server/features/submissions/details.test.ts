import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '#server/db/db.ts'
import { listActivity } from '#shared/activity/contract.ts'
import { saveProfile } from '#shared/people/contract.ts'
import { listAssigned, previewPaper } from '#shared/reviewing/contract.ts'
import { listPapers, paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { readSettings, type Settings, saveSettings } from '#shared/settings/contract.ts'
import {
  abstractOverview,
  listOngoing,
  resubmitAbstract,
  submitAbstract,
  submitPaper,
} from '#shared/submissions/contract.ts'
import { listAbstracts, previewAbstract } from '#shared/submissions/desk-contract.ts'
import { type DetailsForm, saveDetails } from '#shared/submissions/details.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { type Cast, type MadeSubmission, submissionAt, uploadedFile } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

const grace = {
  name: 'Grace',
  email: 'grace@west.example',
  organization: 'West',
  orcid: '0000-0002-1825-0097',
}
const alan = { name: 'Alan', email: 'alan@east.example', organization: '', orcid: '' }
const noDetails: DetailsForm = { title: '', topics: [], coAuthors: [] }

let t: TestPortal
let cast: Cast
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())
beforeEach(async () => {
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Author', organization: 'North' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
})

const save = (made: MadeSubmission, form: Partial<DetailsForm>, revision = 0) =>
  t.call(saveDetails, { as: cast.author.token, params: made, body: { ...noDetails, ...form, revision } })
const read = async (made: MadeSubmission) =>
  (await t.call(abstractOverview, { as: cast.author.token, params: made })).body
async function settings(changed: Partial<Settings>) {
  const { body } = await t.call(readSettings, { as: cast.admin.token })
  const given = { settings: { ...body.settings, ...changed }, revision: body.revision }
  expect((await t.call(saveSettings, { as: cast.admin.token, body: given })).status).toBe(200)
}

test('the author says title, topics and co-authors; organisers read them all, in lists the title', async () => {
  await settings({ topics: ['Steel', 'Wind', 'Water'] })
  const made = await submissionAt(t, 'paper_submitted', cast)
  const form = { title: ' Slender  bridges ', topics: ['Wind', 'Steel', 'Wind'], coAuthors: [grace, alan] }
  const saved = await save(made, form)
  const details = { ...form, title: 'Slender  bridges', topics: ['Steel', 'Wind'], revision: 1 }
  expect(saved.body).toEqual({ message: 'Details saved.', details })
  expect((await read(made)).details).toEqual(details)
  const as = cast.admin.token
  expect((await t.call(previewAbstract, { as, params: made })).body.details).toEqual(details)
  expect((await t.call(paperDeskOverview, { as, params: made })).body.details).toEqual(details)
  expect((await t.call(listOngoing, { as: cast.author.token })).body.abstracts[0]?.title).toBe(details.title)
})

test('rows change places, and what is not there any more goes; each change is noted without a name in it', async () => {
  const made = await submissionAt(t, 'abstract_submitted', cast)
  await save(made, { coAuthors: [grace, alan] })
  expect((await save(made, { title: 'Bridges', coAuthors: [alan, grace] }, 1)).status).toBe(200)
  expect((await read(made)).details.coAuthors).toEqual([alan, grace])
  expect((await save(made, { title: 'Bridges', coAuthors: [grace] }, 2)).body.details.coAuthors).toEqual([
    grace,
  ])
  const query = { q: made.abstractId, status: 'co_author' }
  const { items } = (await t.call(listActivity, { as: cast.admin.token, query })).body
  expect(items.map(({ action }) => action)).toEqual([
    'removed',
    'changed',
    'changed',
    'changed',
    'created',
    'created',
  ])
  expect(JSON.stringify(items)).not.toMatch(/grace|alan|west|east|1825/i)
  const all = (await t.call(listActivity, { as: cast.admin.token, query: { q: made.abstractId } })).body
  expect(JSON.stringify(all)).not.toContain('details_revision')
})

test('a stale tab never overwrites: it is told what was saved meanwhile', async () => {
  const made = await submissionAt(t, 'abstract_submitted', cast)
  await save(made, { title: 'First', coAuthors: [grace] })
  const stale = await save(made, { title: 'Second' })
  expect([stale.status, stale.refusal.error]).toEqual([409, 'stale'])
  expect(stale.refusal.details).toEqual({ title: 'First', topics: [], coAuthors: [grace], revision: 1 })
  expect((await read(made)).details.title).toBe('First')
  const [one, two] = await Promise.all([save(made, { title: 'A' }, 1), save(made, { title: 'B' }, 1)])
  expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]))
})

test('what is wrong is refused by its field', async () => {
  await settings({ topics: ['Steel'] })
  const made = await submissionAt(t, 'abstract_submitted', cast)
  const fieldsOf = async (form: Partial<DetailsForm>) => {
    const { status, refusal } = await save(made, form)
    return [status, (refusal.details as { field: string }[]).map(({ field }) => field)]
  }
  expect(await fieldsOf({ topics: ['Fire'] })).toEqual([422, ['topics']])
  expect(await fieldsOf({ coAuthors: [{ ...grace, name: ' ' }] })).toEqual([422, ['coAuthors.0.name']])
  expect(await fieldsOf({ coAuthors: [{ ...grace, orcid: '0000-0002-1825-0098' }] })).toEqual([
    422,
    ['coAuthors.0.orcid'],
  ])
  expect(await fieldsOf({ coAuthors: [alan, { ...grace, email: 'ALAN@east.example' }] })).toEqual([
    422,
    ['coAuthors.1.email'],
  ])
  const own = { ...alan, email: cast.author.email.toUpperCase() }
  expect(await fieldsOf({ coAuthors: [grace, own] })).toEqual([422, ['coAuthors.1.email']])
  const orcid = '0000-0001-5109-3700'
  const profile = { firstName: 'Ada', lastName: 'Author', organization: 'North', orcid }
  await t.call(saveProfile, { as: cast.author.token, body: profile })
  expect(await fieldsOf({ coAuthors: [{ ...grace, orcid }] })).toEqual([422, ['coAuthors.0.orcid']])
  expect((await read(made)).details.revision).toBe(0)
})

test('a topic that the settings lost stays with whom has it', async () => {
  await settings({ topics: ['Steel', 'Wind'] })
  const made = await submissionAt(t, 'abstract_submitted', cast)
  await save(made, { topics: ['Wind'] })
  await settings({ topics: ['Steel'] })
  expect((await save(made, { topics: ['Wind', 'Steel'] }, 1)).body.details.topics).toEqual(['Steel', 'Wind'])
  expect((await save(made, { topics: ['Steel'] }, 2)).status).toBe(200)
  expect((await save(made, { topics: ['Wind'] }, 3)).status).toBe(422)
})

test('the PDF gives the title until the author does; after that it is only proposed', async () => {
  const as = cast.author.token
  const upload = async (title: string) => makePdf({ title })
  const { abstractId } = (await t.upload(submitAbstract, { as, file: await upload('From the abstract') }))
    .body
  const made = { abstractId, paperId: '' }
  const titles = async () => {
    const { details, proposedTitle } = await read(made)
    return [details.title, proposedTitle]
  }
  expect(await titles()).toEqual(['From the abstract', null])
  const replace = async (title: string) =>
    t.upload(resubmitAbstract, { as, params: made, file: await upload(title) })
  await replace('From another file')
  expect(await titles()).toEqual(['From another file', null])
  await save(made, { title: 'My own' })
  expect(await titles()).toEqual(['My own', 'From another file'])
  await replace('A third one')
  expect(await titles()).toEqual(['My own', 'A third one'])
  await replace('')
  expect(await titles()).toEqual(['My own', 'A third one'])
  await save(made, { title: '' }, 1)
  expect(await titles()).toEqual(['', 'A third one'])
  const paper = await submissionAt(t, 'paper_submitted', cast)
  await save(paper, { title: 'Kept' })
  await t.upload(submitPaper, { as, params: paper, file: await upload('Of the paper') })
  const { details, proposedTitle } = await read(paper)
  expect([details.title, proposedTitle]).toEqual(['Kept', 'Of the paper'])
})

test('a reviewer reads title and authors, and under double anonymity neither', async () => {
  const made = await submissionAt(t, 'paper_submitted', cast)
  await save(made, { title: 'Bridges', coAuthors: [grace] })
  const as = cast.reviewer.token
  const seen = async () => (await t.call(previewPaper, { as, params: made })).body.paper
  expect(await seen()).toMatchObject({
    name: 'Bridges',
    authors: [
      { name: 'Ada Author', organization: 'North' },
      { name: 'Grace', organization: 'West' },
    ],
  })
  expect(JSON.stringify(await seen())).not.toMatch(/grace@|1825/)
  await settings({ anonymity: 'double' })
  expect(await seen()).toMatchObject({ name: made.paperId, authors: null })
  expect(JSON.stringify([await seen(), (await t.call(listAssigned, { as })).body])).not.toMatch(
    /Bridges|Grace|Ada/,
  )
  await settings({ anonymity: 'single' })
})

test('organisers find a submission by its title and by its co-authors', async () => {
  const made = await submissionAt(t, 'paper_submitted', cast)
  const odd = {
    name: 'Xenia Quux',
    email: 'xq@quux.example',
    organization: 'Quux 100%',
    orcid: '0000-0003-1415-9269',
  }
  await save(made, { title: 'Zeppelin moorings', coAuthors: [odd] })
  for (const list of [listAbstracts, listPapers]) {
    for (const q of ['zeppelin', 'xenia q', 'XQ@quux', 'quux 100%', '0000-0003-1415']) {
      const { body } = await t.call(list, { as: cast.admin.token, query: { q } })
      expect([q, body.items.map(({ abstractId }) => abstractId)]).toEqual([q, [made.abstractId]])
    }
    expect((await t.call(list, { as: cast.admin.token, query: { q: 'quux 100_' } })).body.count).toBe(0)
  }
})

test('organisers find a submission without a title by its file’s name, in whatever letters', async () => {
  const files = ['Brücke über den Fluß.pdf', 'Brücke (Aufsatz).pdf']
  const made = await submissionAt(t, 'paper_submitted', cast, async () => ({
    ...uploadedFile(),
    fileName: files.shift() ?? '',
  }))
  const found = async (list: typeof listAbstracts | typeof listPapers, q: string) =>
    (await t.call(list, { as: cast.admin.token, query: { q } })).body.items.map(
      ({ abstractId }) => abstractId,
    )
  expect(await found(listAbstracts, 'brucke uber')).toEqual([made.abstractId])
  expect(await found(listPapers, 'BRUCKE (auf')).toEqual([made.abstractId])
  // The papers desk shows no abstract's file.
  expect(await found(listPapers, 'brucke uber')).toEqual([])
})

test('the database itself keeps nonsense out', async () => {
  const { abstractId } = await submissionAt(t, 'abstract_submitted', cast)
  const insert = (position: number, name: string, email: string, orcid: string) =>
    rowsOf(
      t.database.db,
      sql`insert into co_authors (submission_id, position, name, email, orcid)
        values (${abstractId}, ${position}, ${name}, ${email}, ${orcid})`,
    )
  await insert(1, 'Grace', 'grace@west.example', '0000-0002-1825-0097')
  await expect(insert(0, 'Alan', '', '')).rejects.toThrow()
  await expect(insert(2, ' ', '', '')).rejects.toThrow()
  await expect(insert(2, 'Alan', '', '0000')).rejects.toThrow()
  await expect(insert(2, 'Alan', 'GRACE@west.example', '')).rejects.toThrow()
  await expect(insert(2, 'Alan', '', '0000-0002-1825-0097')).rejects.toThrow()
  await insert(2, 'Alan', '', '')
  await insert(3, 'Alan', '', '')
})
