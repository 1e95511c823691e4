import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { emails } from '#server/db/schema.ts'
import { register } from '#shared/people/contract.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal } from '#tests/test-portal.ts'
import { needsTls } from './transport.ts'

let smtp: SmtpPeer
beforeAll(async () => {
  smtp = await openSmtpPeer()
})
afterAll(() => smtp.close())

test.each([
  ['smtp://mail.example.org:587', true],
  ['smtp://user:pass@mail.example.org', true],
  ['smtp://127.evil.example', true],
  ['smtp://localhost.evil.example', true],
  ['smtp://localhost:pass@mail.example.org', true],
  ['smtp://mail.example.org?tls=optional', false],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:25', false],
  ['smtp://[::1]:25', false],
])('%s: encryption is demanded in production: %s', (url, isDemanded) => {
  expect(needsTls(url, 'production')).toBe(isDemanded)
  expect(needsTls(url, 'development')).toBe(false)
})

test('what SMTP_URL says of TLS is known, or refused at the start', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.org?tls=maybe' })).toThrow('?tls=optional')
  expect(readConfig({ SMTP_URL: 'smtp://mail.example.org?tls=optional' }).mode).toBe('production')
})

/** Registers somebody where the mail server is on another machine by its name, and offers no encryption; how the mail fared. */
async function fares(email: string, NODE_ENV: string, more = '') {
  const t = await openTestPortal({ env: { SMTP_URL: `smtp://0.0.0.0:${smtp.port}${more}`, NODE_ENV } })
  try {
    const body = { name: 'Ada Author', email, password: 'twelve grey elephants' }
    expect((await t.call(register, { body })).status).toBe(200)
    await t.drain()
    const [mail] = await t.database.db.select().from(emails)
    return [mail?.state, smtp.received.some(({ recipient }) => recipient === email)]
  } finally {
    await t.close()
  }
}

test('where the offer of encryption is taken away, no link goes out, and the mail waits', async () => {
  expect(await fares('stripped@north.example', 'production')).toEqual(['queued', false])
  expect(await fares('allowed@north.example', 'production', '?tls=optional')).toEqual(['sent', true])
  expect(await fares('trying@north.example', 'development')).toEqual(['sent', true])
})
