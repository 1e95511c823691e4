import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseBibtex } from '@retorquere/bibtex-parser'
import { parse as parseCsv } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coAuthors, submissions, users } from '#server/db/schema.ts'
import * as contract from '#shared/exporting/contract.ts'
import { listPayments } from '#shared/payments/contract.ts'
import { importPayments } from '#shared/payments/import-contract.ts'
import { deleteAccount, myData } from '#shared/people/account-contract.ts'
import { changeUser, listUsers } from '#shared/people/desk-contract.ts'
import { approvePaper, saveDraft } from '#shared/reviewing/contract.ts'
import { assignReviewer, listPapers } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { statistics } from '#shared/statistics/contract.ts'
import { submitAbstract, submitPaper, withdrawAbstract } from '#shared/submissions/contract.ts'
import { approveAbstract, listAbstracts } from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'
import { writers } from './formats.ts'
import { exportTables } from './tables.ts'

/** What people really have typed: formulas of every kind, quotes, separators, line ends, other scripts, TeX. */
const titles = [
  '=HYPERLINK("https://evil.example","click")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '"Quoted", with a comma; and a semicolon',
  'Two\nlines',
  'Μέτρηση τάσεων – 応力の測定 – قياس',
  'Cost {of} 50% \\ of $10 & #1_a ~ ^ < 1 > 0 and more',
]

let t: TestPortal
let admin: MadePerson
let staff: MadePerson
let reviewer: MadePerson
const paperIds: string[] = []
beforeAll(async () => {
  t = await openTestPortal()
  admin = await makePerson(t, { role: 'admin' })
  staff = await makePerson(t, { role: 'author', isStaff: true })
  reviewer = await makePerson(t, { role: 'reviewer', name: 'Rita Reader' })
  const author = await makePerson(t, { role: 'author', name: 'Ada Brunner' })
  for (const [index, title] of titles.entries()) {
    const stage = index === 0 ? 'complete' : index === 1 ? 'awaiting_payment' : 'paper_submitted'
    const made = await submissionAt(t, stage, { author, reviewer, admin })
    await t.transact((ctx) =>
      ctx.tx.update(submissions).set({ title }).where(eq(submissions.id, made.abstractId)),
    )
    paperIds.push(made.paperId)
    t.clock.advance(1000)
  }
})
afterAll(() => t.close())

/** The rows of a CSV by heading. */
const rowsOf = (csv: string): Record<string, string>[] => parseCsv(csv, { bom: true, columns: true })

/** The bytes of an export, had with a token. */
async function exported(file: string, query = '', as = admin.token) {
  const url = `/api/admin/export/${file}${query}`
  const answer = await t.app.http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as}` } })
  // Over a socket what is said to be shorter than it is arrives cut off.
  if (answer.statusCode === 200 && !file.endsWith('.zip'))
    expect([file, answer.headers['content-length']]).toEqual([file, String(answer.rawPayload.length)])
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: answer.rawPayload,
    text: answer.payload,
  }
}

test('a CSV holds every paper of the list as RFC 4180, and no text in it is a formula', async () => {
  const { status, headers, bytes, text } = await exported('papers.csv')
  expect([status, headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual(
    [
      200,
      'text/csv; charset=utf-8; header=present',
      `attachment; filename="papers-2026-03-02.csv"; filename*=UTF-8''papers-2026-03-02.csv`,
      'no-store',
    ],
  )
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(text.endsWith('\r\n')).toBe(true)
  // Quoted, as spreadsheets begin a row at a bare line feed too.
  expect(text).toContain('"Two\nlines"')
  const rows = rowsOf(text)
  const list = (await t.call(listPapers, { as: admin.token })).body.items
  expect(rows.map((row) => row['Paper ID'])).toEqual(list.map(({ paperId }) => paperId))
  expect(rows.map((row) => row['Title'])).toEqual(
    list.map(({ title }) => (/^[=+\-@]/.test(title) ? `'${title}` : title)),
  )
  expect(rows.find((row) => row['Paper ID'] === paperIds[1])).toMatchObject({
    Author: 'Ada Brunner',
    Status: 'Awaiting payment',
    'Review status': 'Accepted',
    Rejected: 'no',
    'Reviewers assigned': '1',
    'Updated (UTC)': '2026-03-02 09:00:01',
  })
})

test('a spreadsheet holds texts as texts, moments as moments and numbers as numbers', async () => {
  const { bytes } = await exported('papers.xlsx')
  const sheet = (await readXlsx(bytes)).sheets[0]
  const [headings = [], ...rows] = sheet?.rows ?? []
  const column = (name: string) => rows.map((row) => row[headings.indexOf(name)])
  const list = (await t.call(listPapers, { as: admin.token })).body.items
  expect(column('Title')).toEqual(list.map(({ title }) => title))
  expect(column('Round')).toEqual(list.map(({ round }) => round))
  expect(column('Updated (UTC)')).toEqual(list.map(({ updatedAt }) => new Date(updatedAt._seconds * 1000)))
  expect(
    sheet?.cells === undefined || [...sheet.cells.values()].every((cell) => cell.formula === undefined),
  ).toBe(true)
})

test('a spreadsheet is XML whatever was stored', async () => {
  const made: Buffer[] = []
  const title = 'Of \u0001 \u000b \u001f \ud800 \ufffe \uffff \u{1f600} _x0041_ & <b>\ttab'
  async function* pages() {
    yield { items: [], cells: [[title, 1, null]] }
  }
  for await (const piece of writers.xlsx(['Title', 'Round', 'None'], pages())) made.push(Buffer.from(piece))
  const bytes = Buffer.concat(made)
  const parts = [...(await unzip(bytes))].filter(([name]) => name.endsWith('.xml'))
  expect(parts.length).toBeGreaterThan(3)
  for (const [name, part] of parts) {
    const parser = new SaxesParser({ xmlns: true })
    const faults: string[] = []
    parser.on('error', ({ message }) => void faults.push(message))
    parser.write(part.toString('utf8')).close()
    expect([name, faults]).toEqual([name, []])
  }
  const read = (await readXlsx(bytes)).sheets[0]?.rows[1]?.[0]
  expect(read).toBe('Of \u0001 \u000b \u001f \ufffd \ufffd \ufffd \u{1f600} _x0041_ & <b>\ttab')
})

test('a text longer than a cell of Excel holds is cut, no character in half', async () => {
  const made: Buffer[] = []
  async function* pages() {
    yield { items: [], cells: [['a'.repeat(32_767)], [`${'a'.repeat(32_765)}\u{1f600}bc`]] }
  }
  for await (const piece of writers.xlsx(['Comments'], pages())) made.push(Buffer.from(piece))
  const rows = (await readXlsx(Buffer.concat(made))).sheets[0]?.rows
  expect(rows?.slice(1).map(([cell]) => cell)).toEqual(['a'.repeat(32_767), `${'a'.repeat(32_765)}…`])
})

test('no part of a text in a CSV is a formula where a spreadsheet splits at semicolons or tabs', async () => {
  let made = ''
  async function* pages() {
    yield { items: [], cells: [['a;=1+1;b'], ['a\t@SUM(A1)'], ['a;"=1+1"'], ['a; b = c; d-e'], [-1]] }
  }
  for await (const piece of writers.csv(['Title'], pages())) made += String(piece)
  expect(parseCsv(made, { bom: true }).slice(1)).toEqual([
    ["a;'=1+1;b"],
    ["a\t'@SUM(A1)"],
    [`a;"'=1+1"`],
    ['a; b = c; d-e'],
    ['-1'],
  ])
})

test('JSON holds what the lists answer', async () => {
  const jsonOf = async (file: string) => JSON.parse((await exported(file)).text)
  const as = admin.token
  const lists = {
    abstracts: (await t.call(listAbstracts, { as })).body.items,
    papers: (await t.call(listPapers, { as })).body.items,
    payments: (await t.call(listPayments, { as })).body.items,
    people: (await t.call(listUsers, { as })).body.items,
  }
  for (const [name, items] of Object.entries(lists)) {
    expect([name, await jsonOf(`${name}.json`)]).toEqual([name, { items, count: items.length }])
  }
})

test('a CSV and a spreadsheet say in words what the API says in keys', async () => {
  const key = /^[a-z]+(_[a-z]+)+$/
  for (const table of contract.exportedTables) {
    const cells = rowsOf((await exported(`${table}.csv`)).text).flatMap((row) => Object.values(row))
    expect([table, cells.filter((cell) => key.test(cell))]).toEqual([table, []])
  }
  const said = async (file: string, column: string) => {
    const words = rowsOf((await exported(file)).text).map((row) => row[column] ?? '')
    return [...new Set(words)].sort((a, b) => a.localeCompare(b))
  }
  expect(await said('abstracts.csv', 'Status')).toEqual(['Abstract approved', 'Awaiting payment', 'Complete'])
  expect(await said('abstracts.csv', 'Decision')).toEqual(['Accepted'])
  expect(await said('papers.csv', 'Status')).toEqual(['Awaiting payment', 'Complete', 'Paper submitted'])
  expect(await said('people.csv', 'Role')).toEqual(['Administrator', 'Author', 'Reviewer'])
  expect(await said('payments.csv', 'State')).toEqual(['Awaiting payment', 'Verified'])
  const sheet = (await readXlsx((await exported('people.xlsx')).bytes)).sheets[0]
  const [headings = [], ...rows] = sheet?.rows ?? []
  expect(new Set(rows.map((row) => row[headings.indexOf('Role')]))).toEqual(
    new Set(['Administrator', 'Author', 'Reviewer']),
  )
})

test('the file of a plot has the plot’s numbers', async () => {
  const { reviewers } = (await t.call(statistics, { as: admin.token })).body
  expect(rowsOf((await exported('statistics-reviewers.csv')).text)).toEqual(
    reviewers.map(({ name, done, late, open, overdue }) => ({
      Reviewer: name,
      'Reviews no more': 'no',
      'Submitted in time': String(done - late),
      'Submitted late': String(late),
      'To write': String(open - overdue),
      Overdue: String(overdue),
    })),
  )
  expect(reviewers.length).toBeGreaterThan(0)
  expect(rowsOf((await exported('statistics-payments.csv')).text)).toEqual([
    { State: 'Awaited, not reported', Papers: '1' },
    { State: 'Reported, to be verified', Papers: '0' },
    { State: 'Of these, late', Papers: '0' },
    { State: 'Verified', Papers: '1' },
    { State: 'Of awaited and verified ones, paid in part', Papers: '0' },
    { State: 'Paid too much or twice', Papers: '0' },
    { State: 'No payment due, but money held or looked for', Papers: '0' },
    { State: 'Of these, reported and looked for', Papers: '0' },
  ])
})

test('an export honours the filter of the list', async () => {
  const idsOf = async (query: string) =>
    rowsOf((await exported('papers.csv', query)).text).map((row) => row['Paper ID'])
  expect(await idsOf('?status=awaiting_payment')).toEqual([paperIds[1]])
  expect(await idsOf(`?q=${encodeURIComponent('応力')}`)).toEqual([paperIds[6]])
  expect(await idsOf('?q=nothing+like+it')).toEqual([])
})

test('an export comes in the order that its list is asked for, and refuses one that the list has not', async () => {
  const lists = { abstracts: listAbstracts, papers: listPapers, payments: listPayments, people: listUsers }
  for (const [name, list] of Object.entries(lists)) {
    for (const sort of list.query.shape.sort.unwrap().options) {
      const { items } = (await t.call(list, { as: admin.token, query: { sort } })).body
      const made = JSON.parse((await exported(`${name}.json`, `?sort=${sort}`)).text)
      expect([name, sort, made.items]).toEqual([name, sort, items])
    }
  }
  const byTitle = await exported('papers.bib', '?sort=-title')
  const list = (await t.call(listPapers, { as: admin.token, query: { sort: '-title' } })).body.items
  const order = list.map(({ paperId }) => paperId)
  expect([...byTitle.text.matchAll(/^@inproceedings\{(.*),$/gm)].map(([, id]) => id)).toEqual(order)
  const assigned = rowsOf((await exported('assignments.csv', '?sort=-title')).text)
  expect(assigned.map((row) => row['Paper ID'])).toEqual(
    order.filter((id) => assigned.some((row) => row['Paper ID'] === id)),
  )

  for (const file of [
    'papers.csv',
    'papers.bib',
    'papers.zip',
    'reviews.json',
    'people.xlsx',
    'payments.csv',
  ]) {
    const answer = await exported(file, '?sort=load')
    expect([file, answer.status, JSON.parse(answer.text).details[0].field]).toEqual([file, 422, 'sort'])
  }
  const query = { table: 'people', format: 'csv' } as const
  const link = await t.call(contract.exportLink, { as: admin.token, query: { ...query, sort: 'load' } })
  expect([link.status, link.refusal.details]).toEqual([422, [{ field: 'sort', message: expect.any(String) }]])
  const { downloadUrl } = (
    await t.call(contract.exportLink, { as: admin.token, query: { ...query, sort: '-name' } })
  ).body
  const people = (await t.call(listUsers, { as: admin.token, query: { sort: '-name' } })).body.items
  const opened = await t.app.http.inject({ method: 'GET', url: downloadUrl })
  expect(rowsOf(opened.payload).map((row) => row['E-mail'])).toEqual(people.map(({ email }) => email))
})

test('reviews and assignments are told with their paper; drafts and ended assignments are not', async () => {
  const [, , paperId = '', other = ''] = paperIds
  const second = await makePerson(t, { role: 'reviewer', name: 'Omar Second' })
  const body = { reviewerId: second.id, dueAt: '2026-04-01T12:00:00Z' }
  await t.call(assignReviewer, { as: admin.token, params: { paperId }, body })
  await t.call(approvePaper, {
    as: second.token,
    params: { paperId },
    body: { score: 71, comments: '=A "fine" paper' },
  })
  const draft = { score: '12', comments: 'half a thought', revision: 0 }
  await t.call(saveDraft, { as: reviewer.token, params: { paperId: other }, body: draft })
  const reviews = await exported('reviews.csv', `?q=${paperId}`)
  expect(rowsOf(reviews.text)).toEqual([
    {
      'Paper ID': paperId,
      Title: "'-2+3",
      Round: '1',
      Reviewer: 'Omar Second',
      'Reviewer e-mail': second.email,
      Decision: 'Accepted',
      Score: '71',
      Comments: `'=A "fine" paper`,
      'Submitted (UTC)': '2026-03-02 09:00:08',
    },
  ])
  expect((await exported('reviews.json')).text).not.toContain('half a thought')
  const assigned = rowsOf((await exported('assignments.csv', `?q=${paperId}`)).text)
  expect(assigned.map((row) => [row['Reviewer e-mail'], row['Due (UTC)'], row['Review in']])).toEqual([
    [reviewer.email, '', 'no'],
    [second.email, '2026-04-01 12:00:00', 'yes'],
  ])
})

test('many pages are one file: each row once, in the order of the list', async () => {
  const at = new Date('2025-01-01T00:00:00Z')
  const many = Array.from(
    { length: 450 },
    (_, index) => `many${String(index).padStart(3, '0')}@crowd.example`,
  )
  await t.transact((ctx) =>
    ctx.tx.insert(users).values(
      many.map((email, index) => ({
        id: ctx.newId(),
        email,
        name: email,
        role: 'author' as const,
        createdAt: new Date(at.getTime() + index),
      })),
    ),
  )
  const { text } = await exported('people.csv', '?q=crowd.example')
  const rows = rowsOf(text)
  expect(rows.map((row) => row['E-mail'])).toEqual([...many].reverse())
})

test('co-authors are named in the BibTeX, in their order', async () => {
  const [paperId = ''] = paperIds
  const as = admin.token
  const paper = (await t.call(listPapers, { as, query: { q: paperId } })).body.items[0]
  const submissionId = paper?.abstractId ?? ''
  await t.transact((ctx) =>
    ctx.tx.insert(coAuthors).values([
      { submissionId, position: 1, name: 'Zoë van der Berg and Sons' },
      { submissionId, position: 2, name: '渡辺 健' },
      { submissionId, position: 3, name: 'Hana Yılmaz' },
      { submissionId, position: 4, name: 'Zoë van der Berg' },
      { submissionId, position: 5, name: 'Baker & Sons, Ltd.' },
      { submissionId, position: 6, name: 'Ian O_Brien {II} 50%' },
      { submissionId, position: 7, name: 'Others' },
    ]),
  )
  const { text } = await exported('papers.bib', `?q=${paperId}`)
  expect(parseBibtex(text, { sentenceCase: false }).entries[0]?.fields.author).toEqual([
    { firstName: 'Ada', lastName: 'Brunner' },
    { name: 'Zoë van der Berg and Sons' },
    { name: '渡辺 健' },
    { firstName: 'Hana', lastName: 'Yılmaz' },
    { firstName: 'Zoë', prefix: 'van der', lastName: 'Berg' },
    { name: 'Baker & Sons, Ltd.' },
    { firstName: 'Ian O_Brien {II}', lastName: '50%' },
    { name: 'Others' },
  ])
  await t.transact((ctx) => ctx.tx.delete(coAuthors))
})

test('the papers’ BibTeX is read without errors, each text as it was typed', async () => {
  const { text } = await exported('papers.bib')
  const library = parseBibtex(text, { sentenceCase: false })
  expect(library.errors).toEqual([])
  const found = new Map(library.entries.map((entry) => [entry.key, entry.fields]))
  expect([...found.keys()].sort((a, b) => a.localeCompare(b))).toEqual(paperIds)
  expect(paperIds.map((id) => found.get(id)?.title)).toEqual(
    titles.map((title) => title.replace(/\s+/g, ' ')),
  )
  expect(found.get(paperIds[0] ?? '')?.author).toEqual([{ firstName: 'Ada', lastName: 'Brunner' }])
})

test('the zip holds the newest PDF of each paper under its Paper ID, and says its length before', async () => {
  const author = await makePerson(t, { role: 'author' })
  const as = author.token
  const pdfs = await Promise.all([1, 2].map((pages) => makePdf({ pages })))
  const made: string[] = []
  for (const pdf of pdfs) {
    const { abstractId } = (await t.upload(submitAbstract, { as, file: pdf, fileName: 'a.pdf' })).body
    await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })
    await t.upload(submitPaper, { as, params: { abstractId }, file: pdf, fileName: '../../../etc/passwd' })
    made.push(abstractId)
  }
  const { bytes, headers } = await exported('papers.zip', `?q=${encodeURIComponent(author.email)}`)
  expect([headers['content-type'], headers['content-length']]).toEqual([
    'application/zip',
    String(bytes.length),
  ])
  const files = await unzip(bytes)
  const papers = (await t.call(listPapers, { as: admin.token, query: { q: author.email } })).body.items
  const byAbstract = new Map(papers.map(({ abstractId, paperId }) => [abstractId, `${paperId}.pdf`]))
  const names = made.map((abstractId) => byAbstract.get(abstractId) ?? '')
  expect([...files.keys()].sort((a, b) => a.localeCompare(b))).toEqual(names)
  expect(names.map((name) => files.get(name))).toEqual(pdfs)
})

const linkOf = async (as: string, query: Record<string, string>) => t.call(contract.exportLink, { as, query })
const open = (url: string) => t.app.http.inject({ method: 'GET', url })

test('a link downloads without a header what its person may have, for ten minutes', async () => {
  const { downloadUrl } = (
    await linkOf(admin.token, { table: 'papers', format: 'csv', status: 'awaiting_payment' })
  ).body
  const answer = await open(downloadUrl)
  const direct = await exported('papers.csv', '?status=awaiting_payment')
  expect([answer.statusCode, answer.payload]).toEqual([200, direct.text])
  const own = (await t.call(myData, { as: admin.token })).body.downloadUrl
  expect((await open(own.replace('/api/my-data/', '/api/exports/'))).statusCode).toBe(404)
  expect((await open(downloadUrl.replace('/api/exports/', '/api/my-data/'))).statusCode).toBe(404)
  expect((await open(`${downloadUrl}x`)).statusCode).toBe(422)
  t.clock.advance(13 * 60 * 1000)
  expect((await open(downloadUrl)).statusCode).toBe(422)
})

test('staff take out payments and nothing else, also by link; a role taken away ends the link', async () => {
  expect((await exported('payments.csv', '', staff.token)).status).toBe(200)
  expect((await exported('people.csv', '', staff.token)).status).toBe(403)
  expect((await linkOf(staff.token, { table: 'people', format: 'csv' })).status).toBe(403)
  const payments = await linkOf(staff.token, { table: 'payments', format: 'xlsx' })
  expect((await open(payments.body.downloadUrl)).statusCode).toBe(200)
  const change = (body: object) =>
    t.call(changeUser, { as: admin.token, params: { userId: staff.id }, body: { ...body } })
  await change({ staff: false })
  expect((await open(payments.body.downloadUrl)).statusCode).toBe(403)
  await change({ disabled: true })
  expect((await open(payments.body.downloadUrl)).statusCode).toBe(404)
})

test('only papers can be had as BibTeX or PDFs', async () => {
  const answer = await linkOf(admin.token, { table: 'people', format: 'zip' })
  expect([answer.status, answer.refusal.error]).toEqual([422, 'invalid'])
})

test('nothing is left in the waiting room', async () => {
  await exported('papers.xlsx')
  await expect.poll(() => readdir(join(t.dataDir, 'files', 'incoming'))).toEqual([])
})

test('payments are exported with what was received for them, and how that is against the fee', async () => {
  const as = admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const body = { settings: { ...settings, feeAmount: '250.00', feeCurrency: 'EUR' }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
  const [, paperId = ''] = paperIds
  const bring = async (hash: string, currency: string) => {
    const line = { date: '2026-03-02', amount: '100.50', payer: 'Ada', text: 'fee', occurrence: 1 }
    const lines = [{ ...line, hash, currency, paperIds: [paperId], as: 'note' as const }]
    expect((await t.call(importPayments, { as, body: { lines } })).status).toBe(200)
  }
  const columns = ['Amount', 'Received', 'Received in', 'Also received', 'Balance']
  const shown = async () => {
    const [row = {}] = rowsOf((await exported('payments.csv', `?q=${paperId}`)).text)
    return columns.map((column) => row[column])
  }
  expect(await shown()).toEqual(['', '', '', '', ''])
  await bring('part', 'EUR')
  expect(await shown()).toEqual(['', '100.5', 'EUR', '', 'less than the fee'])
  await bring('abroad', 'USD')
  expect(await shown()).toEqual(['', '100.5', 'EUR', '100.50 USD', 'another currency'])
})

test('a deleted account is no author in the BibTeX; the co-authors who stay are', async () => {
  const gone = await makePerson(t, { role: 'author', name: 'Zoe Gone' })
  const cast = { author: gone, reviewer, admin }
  const [together, alone] = [await submissionAt(t, 'complete', cast), await submissionAt(t, 'complete', cast)]
  await t.transact((ctx) =>
    ctx.tx.insert(coAuthors).values({
      submissionId: together.abstractId,
      position: 1,
      name: 'Hetty Helper',
      email: '',
      organization: '',
      orcid: '',
    }),
  )
  await t.call(deleteAccount, { as: gone.token, body: { password: gone.password } })
  const entryOf = async ({ paperId }: { paperId: string }) =>
    (await exported('papers.bib', `?q=${paperId}`)).text
  expect(await entryOf(together)).toContain('author = {Hetty Helper},')
  expect(await entryOf(alone)).toContain(`@inproceedings{${alone.paperId},`)
  for (const made of [together, alone]) expect(await entryOf(made)).not.toContain('Deleted account')
  expect(await entryOf(alone)).not.toContain('author')
})

test('the activity of many pages is read without counting all of it at each', async () => {
  await t.database.db.execute(sql`insert into activity (at, kind, action, before, after)
    select now(), 'settings', 'changed', '{}', '{}' from generate_series(1, 900)`)
  const counted: string[] = []
  const { items } = await t.transact(async (ctx) => {
    const watched = new Proxy(ctx.tx, {
      get: (tx, name) => {
        if (name === 'select') counted.push('select')
        const found: unknown = Reflect.get(tx, name)
        return typeof found === 'function' ? found.bind(tx) : found
      },
    })
    const pages = exportTables.activity.pages({ ...ctx, tx: watched }, { status: 'settings' })
    const all: unknown[] = []
    for await (const page of pages) all.push(...page.items)
    return { items: all }
  })
  expect(items.length).toBeGreaterThanOrEqual(900)
  // Beside its rows a page looks up who and what they are about: here of the few settings that somebody saved.
  expect(counted.length).toBeLessThan(Math.ceil(items.length / 200))
})

test('every status, verdict and state has its word in a file', async () => {
  const cast = { author: await makePerson(t, { role: 'author', name: 'Wanda Words' }), reviewer, admin }
  const shown = async (stage: Stage) => {
    const { abstractId } = await submissionAt(t, stage, cast)
    const [abstract = {}] = rowsOf((await exported('abstracts.csv', `?q=${abstractId}`)).text)
    const [paper = {}] = rowsOf((await exported('papers.csv', `?q=${abstractId}`)).text)
    return [abstract['Status'], abstract['Decision'], paper['Status'], paper['Review status']]
  }
  expect(await shown('abstract_submitted')).toEqual(['Abstract submitted', '', undefined, undefined])
  expect(await shown('abstract_awaiting_resubmission')).toEqual([
    'Awaiting resubmission',
    'Provisionally accepted',
    undefined,
    undefined,
  ])
  expect(await shown('abstract_declined')).toEqual(['Complete', 'Rejected', undefined, undefined])
  expect(await shown('reviewer_declined')).toEqual([
    'Abstract approved',
    'Accepted',
    'Rejected by a reviewer, to be confirmed',
    'Rejected by a reviewer, to be confirmed',
  ])
  expect(await shown('paper_declined')).toEqual([
    'Complete',
    'Accepted',
    'Rejected',
    'Rejected by the organisers',
  ])
  expect((await shown('withdrawn'))[0]).toBe('Withdrawn')
})

test('papers that were accepted and paid come without those that were rejected or withdrawn', async () => {
  const cast = { author: await makePerson(t, { role: 'author', name: 'Enda Endings' }), reviewer, admin }
  const [paid, declined, gone] = [
    await submissionAt(t, 'complete', cast),
    await submissionAt(t, 'paper_declined', cast),
    await submissionAt(t, 'paper_submitted', cast),
  ]
  const leaving = { as: cast.author.token, params: gone, body: { reason: 'No time.' } }
  expect((await t.call(withdrawAbstract, leaving)).status).toBe(200)
  const theirs = [paid, declined, gone].map(({ paperId }) => paperId)
  const under = async (status: 'paid' | 'complete' | 'paper_declined' | 'withdrawn') => {
    const { items, count } = (await t.call(listPapers, { as: admin.token, query: { status } })).body
    expect(items.length, status).toBe(count)
    const listed = items.map(({ paperId }) => paperId).filter((id) => theirs.includes(id))
    const { text } = await exported('papers.bib', `?status=${status}`)
    expect(
      theirs.filter((id) => text.includes(id)),
      status,
    ).toEqual(theirs.filter((id) => listed.includes(id)))
    return theirs.filter((id) => listed.includes(id))
  }
  expect(await under('paid')).toEqual([paid.paperId])
  expect(await under('paper_declined')).toEqual([declined.paperId])
  expect(await under('withdrawn')).toEqual([gone.paperId])
  expect(await under('complete'), 'the status of all that ended').toEqual(theirs)
  const rows = rowsOf((await exported('papers.csv', '?status=complete')).text)
  const statusOf = new Map(rows.map((row) => [row['Paper ID'], row['Status']]))
  expect(theirs.map((id) => statusOf.get(id))).toEqual(['Complete', 'Rejected', 'Withdrawn'])
})
