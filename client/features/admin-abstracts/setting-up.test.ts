import { expect, test } from 'vitest'
import { nextSetUpStep, setUpSteps } from './setting-up.ts'

const none = { abstract: null, paper: null, resubmission: null, review: null }
const fresh = {
  config: { conferenceName: 'Engineering Conference 2026', feeAmount: '', deadlines: none, sendsMail: false },
  reviewers: 0,
  invitations: 0,
}
const said = (known: Parameters<typeof setUpSteps>[0]) =>
  Object.fromEntries(setUpSteps(known).map(({ step, done }) => [step, done]))

test('of a fresh conference nothing is done, and its name comes first', () => {
  expect(said(fresh)).toEqual({ name: false, deadline: false, fee: false, reviewers: false, mails: false })
  expect(nextSetUpStep(setUpSteps(fresh))).toBe('name')
})

test('each step is done by what it names; a fee may be left out', () => {
  const named = { ...fresh, config: { ...fresh.config, conferenceName: 'Bridges 2027' } }
  expect([said(named).name, nextSetUpStep(setUpSteps(named))]).toEqual([true, 'deadline'])
  const deadlines = { ...none, abstract: { _seconds: 1, _nanoseconds: 0 } }
  const dated = { ...named, config: { ...named.config, deadlines } }
  expect([said(dated).deadline, nextSetUpStep(setUpSteps(dated))]).toEqual([true, 'reviewers'])
  for (const asked of [{ invitations: 1 }, { reviewers: 1 }])
    expect(nextSetUpStep(setUpSteps({ ...dated, ...asked }))).toBe('mails')
  const all = { ...dated, reviewers: 2, config: { ...dated.config, sendsMail: true } }
  expect([said(all).fee, nextSetUpStep(setUpSteps(all))]).toEqual([false, undefined])
  const paid = { ...all, config: { ...all.config, feeAmount: '250.00' } }
  expect(said(paid)).toEqual({ name: true, deadline: true, fee: true, reviewers: true, mails: true })
})

test('what is not known is neither done nor to be done', () => {
  expect(said({ config: undefined, reviewers: undefined, invitations: 0 })).toEqual({
    name: undefined,
    deadline: undefined,
    fee: undefined,
    reviewers: undefined,
    mails: undefined,
  })
})
