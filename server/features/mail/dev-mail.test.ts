import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, messageKind } from '#server/core/message.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { queueMail } from './queue-mail.ts'

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
})
afterAll(() => t.close())

const url = 'https://portal.example/verify-email?token=abc&x=1'
const confirm = messageKind({
  key: 'verify_email',
  group: 'account',
  to: 'Anybody',
  when: 'In this test.',
  placeholders: { said: line('what was said', 'words') },
  subject: 'Confirm {name}',
  body: '{said}',
  button: 'Confirm the address',
})
const queue = (name: string) =>
  t.transact((ctx) =>
    queueMail(
      ctx,
      { address: 'kept@north.example', name: `<b>${name}</b>` },
      confirm.of({ said: '<script>alert(1)</script>' }, url),
    ),
  )
const open = async (path: string) => (await t.app.http.inject(path)).body

test('without SMTP_URL mails are kept, and listed newest first', async () => {
  expect(await open('/dev/mail')).toContain('No mail yet.')
  const first = await queue('First')
  t.clock.advance(1000)
  const second = await queue('Second')
  await t.drain()
  expect((await t.mails()).map((mail) => mail.state)).toEqual(['kept', 'kept'])
  const links = (await open('/dev/mail')).match(/\/dev\/mail\/[0-9a-f-]+/g)
  expect(links).toEqual([`/dev/mail/${second}`, `/dev/mail/${first}`])
})

test('a mail shows its links to click and its HTML in a frame that runs nothing; nothing typed is a tag', async () => {
  const html = await open(`/dev/mail/${await queue('Eve')}`)
  const escaped = url.replace('&', '&amp;')
  expect(html).toContain(`<a href="${escaped}">${escaped}</a>`)
  expect(html).toContain('<h1>Confirm &lt;b&gt;Eve&lt;/b&gt;</h1>')
  const [, framed = ''] = /<iframe [^>]*src="([^"]+)"/.exec(html) ?? []
  const { headers, body } = await t.app.http.inject(framed)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox allow-popups /)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toMatch(/<script|<b>/)
  expect(html).not.toMatch(/<script|<b>/)
})

test('an unknown mail, or no id at all, is 404', async () => {
  for (const id of ['019a0000-0000-7000-8000-000000000001', 'x', '-'.repeat(36)])
    expect((await t.app.http.inject(`/dev/mail/${id}`)).statusCode).toBe(404)
})

test('/dev/mail does not exist in production', async () => {
  const production = await openTestPortal({ env: { NODE_ENV: 'production' } })
  try {
    expect((await production.app.http.inject('/dev/mail')).statusCode).toBe(404)
  } finally {
    await production.close()
  }
})
