import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { composeMail } from './compose-mail.ts'

const row = {
  id: '019a0000-0000-7000-8000-000000000001',
  kind: 'abstract_received',
  toAddress: 'ada@north.example',
  toName: 'Ada Author',
  subject: 'A26-0001: we have received your abstract',
  body: 'words',
  button: null,
  secrets: [] as string[],
  unsubscribe: null,
  attached: null,
  decides: null,
  told: null,
  revision: 0,
  text: 'words',
  html: '<p>words</p>',
  messageId: '<019a0000-0000-7000-8000-000000000001@portal.example>',
  state: 'queued',
  attempts: 0,
  lastAnswer: null,
  claimedUntil: null,
  createdAt: new Date('2026-03-02T09:00:00Z'),
  sentAt: null,
  headers: null,
  searched: '',
} as const
const now = new Date('2026-04-09T12:00:00Z')
const settings = { ...defaultSettings, supportEmail: 'help@conference.example' }

test('without MAIL_FROM the conference itself sends, and answers go to its support address', () => {
  const mail = composeMail(row, settings, readConfig({}), now)
  expect([mail.from, mail.replyTo]).toEqual([
    { name: 'Engineering Conference 2026', address: 'help@conference.example' },
    'help@conference.example',
  ])
  expect(composeMail(row, settings, readConfig({ MAIL_FROM: 'Chairs <c@x.example>' }), now).from).toBe(
    'Chairs <c@x.example>',
  )
  expect(composeMail(row, settings, readConfig({ MAIL_FROM: 'c@x.example' }), now).from).toEqual({
    name: 'Engineering Conference 2026',
    address: 'c@x.example',
  })
})

test('until there is a support address a mail has none to answer to, and comes from one that says so', () => {
  const bare = { ...settings, supportEmail: '' }
  const mail = composeMail(row, bare, readConfig({ PUBLIC_URL: 'https://portal.example' }), now)
  expect([mail.from, mail.replyTo]).toEqual([
    { name: 'Engineering Conference 2026', address: 'no-reply@portal.example' },
    undefined,
  ])
})

test('names in a header hold no mark that turns what stands beside them', () => {
  const turned = { ...settings, conferenceName: 'Bridges \u202egnp.fdp\u202c' }
  const mail = composeMail({ ...row, toName: 'Ada \u2066Author\u2069' }, turned, readConfig({}), now)
  expect([mail.from, mail.to]).toEqual([
    { name: 'Bridges gnp.fdp', address: 'help@conference.example' },
    { name: 'Ada Author', address: 'ada@north.example' },
  ])
})

test('a mail that was held or is sent again has the date of its sending', () => {
  expect(composeMail(row, settings, readConfig({}), now).date).toEqual(now)
})

test('what may be turned off offers it by one POST where that is safe, the rest does not; all say that they are automatic', () => {
  const headersOf = (unsubscribe: string | null, PUBLIC_URL: string) =>
    composeMail({ ...row, unsubscribe }, settings, readConfig({ PUBLIC_URL }), now).headers
  expect(headersOf(null, 'https://portal.example')).toEqual({ 'Auto-Submitted': 'auto-generated' })
  expect(headersOf('review.x.y', 'https://portal.example')).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<https://portal.example/api/unsubscribe/review.x.y>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(headersOf('review.x.y', 'http://localhost:3000')).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<http://localhost:3000/api/unsubscribe/review.x.y>',
  })
})
