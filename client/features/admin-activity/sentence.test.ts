import { expect, test } from 'vitest'
import type { ActivityEntry } from '#shared/activity/contract.ts'
import { changeOf, fieldName, plain, plainField, sentenceOf } from './sentence.ts'

const clara = { id: 'c', name: 'Clara' }
const rita = { id: 'r', name: 'Rita' }
const paper = { abstractId: 'A26-0007', paperId: 'P26-0007-K', title: 'Bridges', gone: false }

function entry(given: Partial<ActivityEntry>, changes: Record<string, [unknown, unknown]> = {}) {
  return sentenceOf({
    id: 1,
    at: { _seconds: 0, _nanoseconds: 0 },
    actor: clara,
    kind: 'submission',
    action: 'changed',
    submission: paper,
    person: null,
    changes: Object.entries(changes).map(([field, [before, after]]) => ({ field, before, after })),
    ...given,
  })
}

test.each([
  [
    entry({ action: 'created', submission: { ...paper, paperId: null } }),
    'Clara submitted abstract A26-0007',
  ],
  [entry({}, { deleted_at: [null, '2026-03-02'] }), 'Clara deleted P26-0007-K'],
  [entry({}, { deleted_at: ['2026-03-02', null] }), 'Clara restored P26-0007-K'],
  [
    entry({ action: 'removed', actor: null }, { stage: ['paper_submitted', null] }),
    'The portal removed P26-0007-K for good',
  ],
  [
    entry({}, { stage: ['paper_submitted', 'awaiting_payment'] }),
    'Clara moved P26-0007-K from “paper submitted” to “awaiting payment”',
  ],
  [
    entry({}, { title: ['', 'Bridges'], topics: [[], ['Steel']] }),
    'Clara changed the title and the topics of P26-0007-K',
  ],
  [
    entry({ kind: 'passkey', action: 'created' }, { name: [null, '…'] }),
    'Clara added a passkey to somebody’s account',
  ],
  [
    entry({ kind: 'co_author', action: 'created' }, { name: [null, '…'] }),
    'Clara named a co-author of P26-0007-K',
  ],
  [entry({ kind: 'co_author' }, { email: ['…', null] }), 'Clara changed a co-author of P26-0007-K'],
  [
    entry({ kind: 'co_author', action: 'removed' }, { name: ['…', null] }),
    'Clara took a co-author off P26-0007-K',
  ],
  [entry({}, { deleted_at: [null, '2026'] }), 'Clara deleted P26-0007-K'],
  [
    entry({ kind: 'version', action: 'created' }, { part: [null, 'paper'], number: [null, 2] }),
    'Clara uploaded paper version 2 of P26-0007-K',
  ],
  [entry({ kind: 'assignment', action: 'created', person: rita }), 'Clara assigned P26-0007-K to Rita'],
  [
    entry({ kind: 'assignment', person: rita }, { ended_how: [null, 'unassigned'] }),
    'Clara took P26-0007-K from Rita',
  ],
  [
    entry({ kind: 'assignment', actor: rita, person: rita }, { ended_how: [null, 'withdrawn'] }),
    'Rita gave P26-0007-K back',
  ],
  [
    entry({ kind: 'bank_line', action: 'created' }, { amount: [null, '250.00'] }),
    'Clara noted 250.00 for P26-0007-K',
  ],
  [
    entry({ kind: 'bank_line', action: 'created' }, { amount: [null, '-250.00'] }),
    'Clara noted that 250.00 was paid back for P26-0007-K',
  ],
  [
    entry({ kind: 'bank_line' }, { released_at: [null, '2026'] }),
    'Clara removed an amount noted for P26-0007-K',
  ],
  [entry({ kind: 'bank_line' }, { use: ['double', 'note'] }), 'Clara changed an amount noted for P26-0007-K'],
  [
    entry({ kind: 'review', actor: rita, action: 'created' }, { verdict: [null, 'request_change'] }),
    'Rita submitted a review of P26-0007-K: accepts it provisionally',
  ],
  [entry({ kind: 'payment' }, { verified_at: [null, '2026'] }), 'Clara verified the payment of P26-0007-K'],
  [
    entry({ kind: 'person', person: rita }, { role: ['author', 'both'] }),
    'Clara changed Rita’s role from author to both',
  ],
  [entry({ kind: 'person', person: rita }, { disabled_at: [null, '2026'] }), 'Clara disabled Rita'],
  [
    entry({ kind: 'person', person: rita }, { second_factor_since: ['2026', null] }),
    'Clara turned Rita’s two-step verification off',
  ],
  [
    entry({ kind: 'person', person: clara }, { second_factor_since: [null, '2026'] }),
    'Clara turned their own two-step verification on',
  ],
  [entry({ kind: 'person', person: rita }, { topics: ['…', '…'] }), 'Clara changed Rita’s topics'],
  [
    entry({ kind: 'person', person: clara }, { password_hash: ['…', '…'] }),
    'Clara changed their own password',
  ],
  [
    entry({
      kind: 'invitation',
      action: 'created',
      submission: null,
      person: { id: 'i', name: 'ines@alpine.example' },
    }),
    'Clara invited ines@alpine.example to review',
  ],
  [
    entry({ kind: 'payment', person: rita }, { answered_at: [null, '2026'], unfound: [false, true] }),
    'Clara settled the reported payment of P26-0007-K: nothing arrived',
  ],
  [
    entry({ kind: 'payment', person: rita }, { answered_at: [null, '2026'] }),
    'Clara settled the reported payment of P26-0007-K: money arrived',
  ],
  [
    entry({ kind: 'payment', person: rita }, { answered_at: ['2026', null], unfound: [true, false] }),
    'Clara looks for the reported payment of P26-0007-K again',
  ],
  [
    entry({ kind: 'payment', action: 'created', actor: rita, person: rita }, { reported_at: [null, '2026'] }),
    'Rita reported the payment of P26-0007-K',
  ],
  [
    entry({ kind: 'payment', action: 'created', person: rita }, { reported_at: [null, '2026'] }),
    'Clara looks for the reported payment of P26-0007-K again',
  ],
  [
    entry({ kind: 'payment', action: 'created' }, { reported_at: [null, '2026'] }),
    'Clara kept a report of the payment of P26-0007-K',
  ],
  [
    entry({ kind: 'payment', actor: rita, person: rita }, { reopened_at: [null, '2026'] }),
    'Rita closed an earlier report of the payment of P26-0007-K',
  ],
  [
    entry({ kind: 'payment', person: rita }, { reopened_at: [null, '2026'] }),
    'Clara took back the payment of P26-0007-K',
  ],
  [entry({ kind: 'payment' }, { reopened_at: [null, '2026'] }), 'Clara closed a payment of P26-0007-K'],
  [
    entry({ kind: 'payment', action: 'removed', actor: null }, { verified_at: ['2026', null] }),
    'The portal removed what was kept of the payment of P26-0007-K',
  ],
  [entry({ kind: 'payment' }, { author_note: ['…', null] }), 'Clara changed the payment of P26-0007-K'],
  [
    entry({ kind: 'person', action: 'removed', actor: null }, { role: ['author', null] }),
    'The portal removed an account whose address nobody confirmed',
  ],
  [
    entry({ kind: 'invitation', person: { id: 'i', name: 'ines@alpine.example' } }, { sent_at: ['1', '2'] }),
    'Clara sent the invitation of ines@alpine.example again',
  ],
  [entry({ kind: 'invitation' }, { email: ['…', '…'] }), 'Clara forgot who was invited'],
  [
    entry({ kind: 'invitation', action: 'removed', actor: null }, { expires_at: ['1', null] }),
    'The portal forgot an invitation that had ended',
  ],
  [
    entry({ kind: 'mailing', action: 'created' }, { subject: [null, 'Soon'], recipients: [null, 1] }),
    'Clara sent the message “Soon” to 1 person',
  ],
  [
    entry({ kind: 'extension', action: 'created', person: rita }, { deadline: [null, 'paper'] }),
    'Clara set a personal paper deadline for Rita',
  ],
  [
    entry({ kind: 'settings' }, { reviewsPerPaper: [1, 3], anonymity: ['single', 'double'] }),
    'Clara changed the settings: reviews per paper, anonymity',
  ],
  [
    entry({ actor: null }, { stage: ['complete', 'awaiting_payment'] }),
    'The portal moved P26-0007-K from “complete” to “awaiting payment”',
  ],
])('%s', (said, wanted) => {
  expect(said).toBe(wanted)
})

test('values read as words', () => {
  expect([['Bridges', 'Fire'], null, true, '…', 'request_change', 3].map(plain)).toEqual([
    'Bridges, Fire',
    'nothing',
    'yes',
    'not shown',
    'request change',
    '3',
  ])
})

test('fields read as words', () => {
  expect(['review_policy', 'reviewPolicy', 'disabled_at'].map(plainField)).toEqual([
    'review policy',
    'review policy',
    'disabled at',
  ])
})

test('a field is named as people name it, not as it is stored', () => {
  expect(
    ['sent_at', 'verified_at', 'is_staff', 'password_hash', 'reviewPolicy', 'stage'].map(fieldName),
  ).toEqual(['mail sent', 'verified', 'staff', 'password', 'review policy', 'status'])
})

test('of what is not noted only that it changed is said', () => {
  expect([
    changeOf('paper_submitted', 'awaiting_payment'),
    changeOf(null, 3),
    changeOf(null, '…'),
    changeOf('…', null),
    changeOf('…', '…'),
  ]).toEqual([
    'paper submitted → awaiting payment',
    'nothing → 3',
    'filled in (what it says is not kept here)',
    'emptied (what it said is not kept here)',
    'changed (what it says is not kept here)',
  ])
})
