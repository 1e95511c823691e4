import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '#server/features/files/disk-store.ts'
import { sizedZipOf, type ZipEntry } from '#server/features/files/zip.ts'
import { reopenPayment, verifyPayment } from '#shared/payments/contract.ts'
import { forgotPassword } from '#shared/people/contract.ts'
import { makePerson, newHolder } from '#tests/factories.ts'
import { readPdfPages } from '#tests/read-pdf-pages.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { unzip } from '#tests/unzip.ts'
import { archiveEntries } from './my-data.ts'

let t: TestPortal
/** Statements that read a whole mail. */
let mailsRead = 0
beforeAll(async () => {
  const logger = {
    logQuery: (query: string) => {
      if (/^select .*"html".* from "emails" where "emails"."id" = /.test(query)) mailsRead += 1
    },
  }
  t = await openTestPortal({ breaksRules: true, logger })
})
afterAll(() => t.close())

/** What the archive of a person would hold; nothing of it is read yet. */
async function entriesFor({ id }: { id: string }) {
  const blobs = await openDiskStore(t.dataDir)
  const grant = { kind: 'my_data', id, inline: false, ...(await newHolder(t, id)) } as const
  return t.transact((ctx) => archiveEntries(ctx, grant, blobs, t.database.db))
}

/** The whole archive by name; each chunk's arrival is told. */
async function taken(entries: readonly ZipEntry[], arrived: (size: number) => void = () => undefined) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of sizedZipOf(entries).bytes) {
    chunks.push(chunk)
    size += chunk.length
    arrived(size)
  }
  return unzip(Buffer.concat(chunks))
}

test('the archive holds the mails to oneself without their secrets, and receipts, void ones too', async () => {
  const [author, reviewer, admin] = [
    await makePerson(t, { role: 'author', name: 'Ada Brunner' }),
    await makePerson(t, { role: 'reviewer', name: 'Rita Reader' }),
    await makePerson(t, { role: 'admin', name: 'Clara Chair' }),
  ]
  const params = await submissionAt(t, 'awaiting_payment', { author, reviewer, admin })
  await t.call(verifyPayment, { as: admin.token, params, body: { amount: '250' } })
  await t.drain()
  await t.call(reopenPayment, { as: admin.token, params, body: { reason: 'It was another paper’s.' } })
  t.clock.advance(1000)
  await t.call(forgotPassword, { body: { email: author.email } })
  await t.drain()
  const sent = (await t.mails()).filter(({ toAddress }) => toAddress === author.email)

  // Submissions made for tests have no stored files.
  const made = (await entriesFor(author)).filter(({ name }) => !name.startsWith('files/'))
  const archive = await taken(made)
  const data = JSON.parse(archive.get('my-data.json')?.toString('utf8') ?? '')
  const names = sent.map((_, at) => `mails/${String(at + 1).padStart(5, '0')}.txt`)
  expect([...archive.keys()].filter((name) => name.startsWith('mails/')).sort()).toEqual(names)
  const told: { subject: string; inThisArchive: string }[] = data.mails
  expect(told.map(({ subject, inThisArchive }) => [inThisArchive, subject])).toEqual(
    sent.map(({ subject }, at) => [names[at], subject]).reverse(),
  )
  const texts = names.map((name) => archive.get(name)?.toString('utf8') ?? '')
  // Nothing sends mails here: they have no date of sending yet.
  expect(texts.map((text) => text.split('\n\n')[0]?.split('\n'))).toEqual(
    sent.map(({ subject, createdAt }) => [
      `To: Ada Brunner <${author.email}>`,
      `Subject: ${subject}`,
      `Queued: ${createdAt.toUTCString().replace('GMT', '+0000')}`,
    ]),
  )
  const [received, reset] = [sent[0], sent.at(-1)]
  expect(received?.unsubscribe).toMatch(/^submission\./)
  const hide = (text = '', secret: string | null | undefined = '') => text.replaceAll(secret ?? '', '•••••')
  expect(texts[0]?.split('\n\n').slice(1).join('\n\n')).toBe(
    `${hide(received?.text, received?.unsubscribe)}\n`,
  )
  const link = /https:\S+token=\S+/.exec(reset?.text ?? '')?.[0]
  expect(texts.at(-1)?.split('\n\n').slice(1).join('\n\n')).toBe(`${hide(reset?.text, link)}\n`)
  for (const who of [reviewer, admin])
    for (const trace of [who.id, who.name, who.email]) expect(texts.join()).not.toContain(trace)

  const [receipt] = data.submissions[0].receipts
  expect([receipt.number, receipt.inThisArchive]).toEqual(['R26-0001', 'receipts/R26-0001.pdf'])
  const { lines } = await readPdfPages(archive.get('receipts/R26-0001.pdf') ?? Buffer.of())
  expect([lines.includes('R26-0001'), lines.some((line) => /void/i.test(line))]).toEqual([true, true])
})

test('mails are read one by one while the archive is taken, not before', async () => {
  const reader = await makePerson(t, { role: 'reviewer', email: 'many@north.example' })
  const count = 400
  // 40 MB of mails.
  await t.database.db.execute(sql`
    insert into emails (id, kind, to_address, subject, text, html, message_id, state, created_at)
    select gen_random_uuid(), 'test', 'Many@North.example', 'Mail ' || n, repeat(md5(n::text), 3200), '', '<' || n || '@x>', 'sent',
      now() - (${count} - n) * interval '1 minute'
    from generate_series(1, ${count}::int) n`)
  mailsRead = 0
  const entries = await entriesFor(reader)
  expect(mailsRead).toBe(0)
  let atTwoMegabytes = 0
  const archive = await taken(entries, (size) => {
    if (atTwoMegabytes === 0 && size > 2_000_000) atTwoMegabytes = mailsRead
  })
  // 2 MB are twenty mails; a few more may wait in the pipe.
  expect([atTwoMegabytes > 18, atTwoMegabytes < 30, mailsRead]).toEqual([true, true, count])
  const last = archive.get('mails/00400.txt')?.toString('utf8') ?? ''
  expect([
    archive.size,
    last.length > 102_400,
    last.startsWith('To: Many@North.example\nSubject: Mail 400\nQueued: '),
  ]).toEqual([count + 1, true, true])
})

test('a mail that went while the archive was being made leaves a note, a held one is in the list alone', async () => {
  const reader = await makePerson(t, { role: 'reviewer', email: 'few@north.example' })
  await t.database.db.execute(sql`
    insert into emails (id, kind, to_address, subject, text, html, message_id, state, created_at)
    select gen_random_uuid(), 'test', 'few@north.example', state, 'words', '', '<' || state || '@x>', state, now()
    from unnest(array['sent', 'held', 'discarded']) state`)
  const entries = await entriesFor(reader)
  const names = entries.map(({ name }) => name)
  expect(names).toEqual(['my-data.json', expect.stringMatching(/^mails\/0000\d\.txt$/)])
  await t.database.db.execute(sql`delete from emails where to_address = 'few@north.example'`)
  const archive = await taken(entries)
  expect(archive.get(names[1] ?? '')?.toString('utf8')).toBe(
    'This was removed while the archive was being made.\n',
  )
  const data = JSON.parse(archive.get('my-data.json')?.toString('utf8') ?? '')
  expect(data.mails.map((mail: { subject: string }) => mail.subject).sort()).toEqual([
    'discarded',
    'held',
    'sent',
  ])
})
