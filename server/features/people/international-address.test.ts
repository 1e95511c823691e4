import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEmails } from '#shared/mail/contract.ts'
import { forgotPassword, login, register } from '#shared/people/contract.ts'
import { inviteReviewers, listUsers } from '#shared/people/desk-contract.ts'
import { previewPeople } from '#shared/people/import-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openSmtpPeer, type SmtpPeer } from '#tests/smtp-peer.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

let t: TestPortal
let smtp: SmtpPeer
let as: string
beforeAll(async () => {
  smtp = await openSmtpPeer()
  t = await openTestPortal({ env: { SMTP_URL: smtp.url } })
  as = (await makePerson(t, { role: 'admin' })).token
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const UNICODE = 'Anna@bücher.example'
const ASCII = 'Anna@xn--bcher-kva.example'
const password = 'a long sentence of hers'
const kinds = async (address: string) => {
  await t.drain()
  return (await t.mails()).filter(({ toAddress }) => toAddress === address).map(({ kind }) => kind)
}

test('an address with a domain in another script is one with its form for mail servers, in every call', async () => {
  const signUp = (email: string) => t.call(register, { body: { name: 'Anna', email, password } })
  expect((await signUp(UNICODE)).status).toBe(200)
  t.clock.advance(120_000)
  expect((await signUp(ASCII.toUpperCase())).status).toBe(200)
  t.clock.advance(120_000)
  expect((await signUp(UNICODE)).status).toBe(200)
  expect(await kinds(ASCII)).toEqual(['verify_email', 'already_registered', 'already_registered'])
  for (const email of [UNICODE, ASCII, 'anna@BÜCHER.example']) {
    const answer = await t.call(login, { body: { email, password } })
    expect([email, answer.refusal.error]).toEqual([email, 'email_not_verified'])
    await t.call(forgotPassword, { body: { email } })
    await t.drain()
    t.clock.advance(120_000)
  }
  expect((await kinds(ASCII)).filter((kind) => kind === 'reset_password')).toHaveLength(3)
  // What is handed to the mail server has letters of its own alone; this one reads them back.
  expect(new Set(smtp.received.map(({ recipient }) => recipient))).toEqual(new Set([UNICODE]))
  // By either form it is found.
  for (const q of [UNICODE, ASCII])
    expect((await t.call(listUsers, { as, query: { q } })).body.items.map(({ email }) => email)).toEqual([
      ASCII,
    ])
  expect((await t.call(listEmails, { as, query: { q: UNICODE } })).body.count).toBe(9)
})

test('invitations and an imported list know both forms as one; a domain of another script may end in one', async () => {
  const invite = (email: string) => t.call(inviteReviewers, { as, body: { email } })
  await invite('ivan@пример.рф')
  await invite('ivan@xn--e1afmkfd.xn--p1ai')
  expect((await kinds('ivan@xn--e1afmkfd.xn--p1ai')).length).toBe(1)
  const file = Buffer.from(
    `Name,E-mail\nAnna,${UNICODE}\nBea,bea@straße.example\nBea,bea@xn--strae-oqa.example\n`,
  )
  const { rows } = (await t.call(previewPeople, { as, body: { file: file.toString('base64') } })).body
  expect(rows.map(({ verdict, problem }) => [verdict, problem])).toEqual([
    ['same', null],
    ['new', null],
    ['refused', 'The same address stands on line 3.'],
  ])
})

test('other letters before the @ are refused with the reason', async () => {
  const answer = await t.call(register, { body: { name: 'Gül', email: 'gül@north.example', password } })
  const message =
    'Before the @, letters like ü or и are not supported. Use an address with the letters a to z there.'
  expect([answer.status, answer.refusal.details]).toEqual([422, [{ field: 'email', message }]])
  for (const email of [
    'anna@bü cher.example',
    'anna@bücher',
    'anna@bücher.example/x',
    'anna@bü%41.example',
    '@bücher.example',
  ])
    expect([email, (await t.call(register, { body: { name: 'Anna', email, password } })).status]).toEqual([
      email,
      422,
    ])
})
