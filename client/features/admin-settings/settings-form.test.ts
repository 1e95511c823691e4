import { expect, test } from 'vitest'
import type { Settings } from '#shared/settings/contract.ts'
import { fieldsOf, settingsForm } from './settings-form.ts'

const settings: Settings = {
  conferenceName: 'Engineering Conference 2026',
  year: 2026,
  website: 'https://conference.example',
  supportEmail: 'help@conference.example',
  timeZone: 'Europe/Zurich',
  deadlines: { abstract: '2026-05-03T23:59:00+02:00', paper: null, resubmission: null, review: null },
  graceMinutes: 15,
  paymentUrl: '',
  paymentInstructions: 'By bank transfer.',
  feeAmount: '250.00',
  feeCurrency: 'CHF',
  holidays: ['2026-12-25', '2027-01-01'],
  organiserName: 'Society of Bridges',
  organiserAddress: 'Bahnhofstrasse 1\n8001 Zürich',
  organiserTaxNumber: 'CHE-123.456.789',
  specialSessionUrl: '',
  abstractMaxBytes: 10 * 1024 * 1024,
  paperMaxBytes: 1.5 * 1024 * 1024,
  uploadsPerHour: 100,
  uploadQuotaBytes: 2_147_483_648,
  abstractMaxPages: null,
  paperMaxPages: 12,
  topics: ['Bridges', 'Tunnels'],
  reviewsPerPaper: 2,
  reviewPolicy: 'chair',
  anonymity: 'double',
  organisersNeedSecondFactor: false,
  holdDecisionMails: true,
  remindAuthorsBefore: [7, 1],
  remindAuthorsAfter: [],
  remindReviewersBefore: [14, 7, 2],
  remindReviewersAfter: [3],
  remindOrganisersBefore: [2, 0],
  remindOrganisersAfter: [1],
  keepTokenDays: 30,
  keepMailDays: 365,
  keepNoticeDays: 300,
  keepUnconfirmedDays: 90,
  restoreDays: 20,
}

test('what the form shows is what it saves', () => {
  expect(settingsForm.parse(fieldsOf(settings))).toEqual(settings)
})

test('a size stands as it was typed, whole bytes or not', () => {
  for (const typed of ['10', '10.3', '0.1', '480.25']) {
    const { paperMaxBytes } = settingsForm.parse({ ...fieldsOf(settings), paperMaxBytes: typed })
    expect(fieldsOf({ ...settings, paperMaxBytes })['paperMaxBytes']).toBe(typed)
  }
  const odd = { ...settings, paperMaxBytes: 1_234_567 }
  expect(settingsForm.parse(fieldsOf(odd)).paperMaxBytes).toBe(1_234_567)
})

test('an empty number and a wrong deadline are named by their fields', () => {
  const read = settingsForm.safeParse({ ...fieldsOf(settings), year: '', 'deadlines.paper': 'tomorrow' })
  expect(read.error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual(['deadlines.paper', 'year'])
})

test.each([
  ['feeAmount', '0'],
  ['feeAmount', '0.00'],
  ['feeCurrency', 'ZZZ'],
])('%s of %j is refused, as nothing can be paid so', (name, value) => {
  const read = settingsForm.safeParse({ ...fieldsOf(settings), [name]: value })
  expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual([name])
  expect(settingsForm.parse({ ...fieldsOf(settings), feeAmount: '', feeCurrency: 'eur' })).toEqual({
    ...settings,
    feeAmount: '',
    feeCurrency: 'EUR',
  })
})

test('a day of reminders said twice is one; 0 is the day itself before a date, and none after it', () => {
  const parsed = settingsForm.parse({ ...fieldsOf(settings), remindAuthorsBefore: '7, 7, 0, 0' })
  expect(parsed.remindAuthorsBefore).toEqual([7, 0])
  const refused = settingsForm.safeParse({ ...fieldsOf(settings), remindAuthorsAfter: '3, 0' })
  expect(refused.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    [
      'remindAuthorsAfter.1',
      'Enter days from 1: a reminder after a due date goes out the next morning at the earliest.',
    ],
  ])
})
