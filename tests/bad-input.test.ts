import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadAvatar } from '#shared/people/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { listOngoing, resubmitAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { listAbstracts } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePdf, makePerson } from './factories.ts'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let t: TestPortal
let ada: MadePerson
let admin: MadePerson
beforeAll(async () => {
  t = await openTestPortal()
  ada = await makePerson(t, { role: 'author' })
  admin = await makePerson(t, { role: 'admin' })
})
afterAll(() => t.close())

/** Everything below the folder of files, the waiting room included. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(join(t.dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function submissionCount(): Promise<number> {
  return (await t.call(listOngoing, { as: ada.token })).body.count
}

async function encryptedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ userPassword: 'secret', pdfVersion: '1.7' })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()))
  document.text('hidden').end()
  await ended
  return Buffer.concat(chunks)
}

test('a file that is no PDF, encrypted, broken or empty is refused with the reason, and nothing is left of it', async () => {
  const whole = await makePdf({ pages: 3 })
  const attempts: [Buffer, number, string, string][] = [
    [Buffer.from('just words'), 415, 'not_a_pdf', 'Please upload a PDF file.'],
    [Buffer.alloc(0), 415, 'not_a_pdf', 'Please upload a PDF file.'],
    [
      await encryptedPdf(),
      422,
      'encrypted_pdf',
      'The file is password protected. Save it without a password and upload it again.',
    ],
  ]
  for (const [file, status, code, message] of attempts) {
    const answer = await t.upload(submitAbstract, { as: ada.token, file, fileName: 'paper.pdf' })
    expect([answer.status, answer.refusal]).toEqual([status, { error: code, message }])
  }
  const cut = await t.upload(submitAbstract, { as: ada.token, file: whole.subarray(0, whole.length / 2) })
  expect([cut.status, cut.refusal.error]).toEqual([422, 'broken_pdf'])
  expect(await submissionCount()).toBe(0)
  expect(await filesOnDisk()).toEqual([])
})

test('a PDF under another name and type is a PDF all the same', async () => {
  const file = await makePdf()
  const answer = await t.upload(submitAbstract, {
    as: ada.token,
    file,
    fileName: '../../etc/passwd',
    type: 'text/plain',
  })
  expect(answer.status).toBe(200)
  expect((await t.call(listOngoing, { as: ada.token })).body.abstracts[0]?.fileName).toBe('passwd')
})

test('a file’s name is one line that no terminal obeys', async () => {
  const bruno = await makePerson(t, { role: 'author' })
  const fileName = 'a\u009b2J\u0085b\u2028c\u202ed.pdf'
  await t.upload(submitAbstract, { as: bruno.token, file: await makePdf(), fileName })
  expect((await t.call(listOngoing, { as: bruno.token })).body.abstracts[0]?.fileName).toBe('a2Jbcd.pdf')
})

test('a file over the limit is refused while it streams, and what was written is removed', async () => {
  const read = await t.call(readSettings, { as: admin.token })
  const settings = { ...read.body.settings, abstractMaxBytes: 20_000, abstractMaxPages: 2 }
  expect(
    (await t.call(saveSettings, { as: admin.token, body: { settings, revision: read.body.revision } }))
      .status,
  ).toBe(200)
  const before = await filesOnDisk()
  const tooLarge = await t.upload(submitAbstract, { as: ada.token, file: Buffer.alloc(3_000_000, '%PDF-') })
  expect([tooLarge.status, tooLarge.refusal.error]).toEqual([413, 'too_large'])
  const tooLong = await t.upload(submitAbstract, { as: ada.token, file: await makePdf({ pages: 3 }) })
  expect([tooLong.status, tooLong.refusal]).toEqual([
    422,
    { error: 'too_many_pages', message: 'The file has 3 pages; at most 2 are allowed.' },
  ])
  expect(await filesOnDisk()).toEqual(before)
})

test('somebody else’s id is unknown, and the file that came with it is not kept', async () => {
  const eve = await makePerson(t, { role: 'author' })
  const mine = (await t.call(listOngoing, { as: ada.token })).body.abstracts[0]?.abstractId ?? ''
  const before = await filesOnDisk()
  const file = await makePdf({ text: 'Eve was here' })
  const answer = await t.upload(resubmitAbstract, { as: eve.token, params: { abstractId: mine }, file })
  expect([answer.status, answer.refusal.error]).toEqual([404, 'not_found'])
  expect(await filesOnDisk()).toEqual(before)
})

test('an avatar is judged by its content', async () => {
  const answer = await t.upload(uploadAvatar, {
    as: ada.token,
    file: Buffer.from('<svg/>'),
    fileName: 'me.png',
    type: 'image/png',
  })
  expect([answer.status, answer.refusal]).toEqual([
    415,
    { error: 'not_an_image', message: 'Please choose a PNG/JPG/WEBP image.' },
  ])
  const large = await t.upload(uploadAvatar, {
    as: ada.token,
    file: Buffer.alloc(5 * 1024 * 1024 + 1, 1),
    fileName: 'me.png',
  })
  expect([large.status, large.refusal.message]).toEqual([413, 'Image size must be 5MB or less.'])
})

test('bodies that are no JSON, of another type, or too long are refused in the one shape', async () => {
  const send = (payload: string, type = 'application/json') =>
    t.app.http.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { 'content-type': type } })
  const answers = [
    await send('{"email":'),
    await send('a=b', 'text/plain'),
    await send(`"${'x'.repeat(1_100_000)}"`),
    await send(''),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
    [400, 'malformed'],
    [415, 'unsupported_media_type'],
    [413, 'too_large'],
    [400, 'malformed'],
  ])
  const evil = await send('{"email":"a@b.example","password":"x","__proto__":{"role":"admin"}}')
  expect([evil.statusCode, evil.json().error]).toEqual([400, 'malformed'])
})

test('a form that holds no whole file is refused in the one shape, and nothing is left of it', async () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"'
  const before = await filesOnDisk()
  const answers: Record<string, unknown> = {}
  for (const [what, boundary, payload] of [
    ['no boundary', '', `${head}\r\n\r\nabc\r\n--b--`],
    ['an empty boundary', '; boundary=', head],
    ['a boundary of 5,000 signs', `; boundary=${'b'.repeat(5000)}`, head],
    ['nothing', '; boundary=b', ''],
    ['an end in a header', '; boundary=b', head],
    ['an end after the headers', '; boundary=b', `${head}\r\n\r\n`],
    ['an end in the file', '; boundary=b', `${head}\r\n\r\nabc`],
    ['an end in a long file', '; boundary=b', `${head}\r\n\r\n${'x'.repeat(1_000_000)}`],
    ['no part', '; boundary=b', '--b--'],
    ['a header of 100 KB', '; boundary=b', `--b\r\nx: ${'y'.repeat(100_000)}\r\n\r\nabc\r\n--b--`],
    [
      'a name of every object',
      '; boundary=b',
      `${head.replace('"file"', '"__proto__"')}\r\n\r\nabc\r\n--b--`,
    ],
  ] as const) {
    const answer = await t.app.http.inject({
      ...{ method: 'POST', url: uploadAvatar.path, payload },
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': `multipart/form-data${boundary}` },
    })
    answers[what] = [answer.statusCode, answer.json().error]
  }
  expect(new Set(Object.values(answers).map(String)), JSON.stringify(answers)).toEqual(
    new Set(['400,malformed']),
  )
  expect(await filesOnDisk()).toEqual(before)
})

test('hostile searches and cursors are refused or find nothing, and never fault', async () => {
  const answers: Record<string, number> = {}
  for (const query of [
    { q: '%_\\' },
    { q: "'; drop table users; --" },
    { cursor: 'AAAA' },
    { cursor: '%00' },
    { limit: 0 },
    { limit: 'x' },
    { q: 'x\u0000' },
  ]) {
    answers[JSON.stringify(query)] = (await t.call(listAbstracts, { as: admin.token, query })).status
  }
  expect(answers).toEqual({
    '{"q":"%_\\\\"}': 200,
    '{"q":"\'; drop table users; --"}': 200,
    '{"cursor":"AAAA"}': 422,
    '{"cursor":"%00"}': 422,
    '{"limit":0}': 422,
    '{"limit":"x"}': 422,
    '{"q":"x\\u0000"}': 422,
  })
})

test('an unknown call of the API is 404 in the one shape', async () => {
  const answer = await t.app.http.inject({ method: 'GET', url: '/api/nothing' })
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'not_found'])
})
