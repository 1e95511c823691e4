import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDecision, scoreIn } from './check-decision.ts'

const right = { score: '70', text: 'Well argued.', confirm: 'reject' }
const messages = (...given: Parameters<typeof checkDecision>) =>
  checkDecision(...given).map(({ message }) => message)

test('a reviewer’s acceptance needs a score from 0 to 100', () => {
  expect(messages('approve', { ...right, score: ' ' }, true)).toEqual([
    'Please enter a score (0–100) before submitting.',
  ])
  for (const score of ['-1', '100.5', 'ten', 'Infinity', '0x10', '1,000.5']) {
    expect(messages('approve', { ...right, score }, true)).toEqual([
      'Please provide a score between 0 and 100.',
    ])
  }
  for (const score of ['0', '100', ' 55.5 ', '85,5', '85,', '85.'])
    expect(messages('approve', { ...right, score }, true)).toEqual([])
})

test('a score may have a decimal comma', () => {
  expect([scoreIn(' 85,5 '), scoreIn('85.5'), scoreIn('0x10')]).toEqual([85.5, 85.5, undefined])
})

test('asking for changes needs comments too', () => {
  expect(messages('request_change', { score: '', text: ' ', confirm: '' }, true)).toEqual([
    'Please enter a score (0–100) before submitting.',
    'Please provide your comments to the author before submitting.',
  ])
})

test('a rejection needs the typed word, in any case, and a reason', () => {
  expect(messages('decline', { score: '', text: '', confirm: 'rejected' }, true)).toEqual([
    'Please provide a rejection reason before submitting.',
    "Please type 'reject' to confirm rejection.",
  ])
  expect(messages('decline', { score: '', text: 'No data.', confirm: ' ReJect ' }, true)).toEqual([])
})

test('an admin gives no score, and may accept without a word', () => {
  expect(messages('approve', { score: '', text: '', confirm: '' }, false)).toEqual([])
})

test('a text longer than is taken is refused at its field, which says how long it is and may be', () => {
  const said = 'The text has 10,001 characters; at most 10,000 can be sent. Please shorten it.'
  const given = { score: '70', text: 'x'.repeat(10_001), confirm: 'reject' }
  for (const mode of ['approve', 'request_change', 'decline'] as const) {
    expect(checkDecision(mode, given, true)).toEqual([{ field: 'text', message: said }])
    // What is sent has no spaces around it, and é as one character.
    expect(messages(mode, { ...given, text: ` ${'e\u0301'.repeat(10_000)}\n` }, true)).toEqual([])
  }
})

test('every number from 0 to 100 is a score, and none beyond', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 200_000 }), (thousandths) => {
      const score = thousandths / 1000
      const fine = messages('approve', { ...right, score: score.toFixed(3) }, true).length === 0
      expect(fine).toBe(score >= 0 && score <= 100)
    }),
  )
})

test.each([
  ['.5', 0.5],
  ['5.', 5],
  [',5', 0.5],
  ['1e1', 10],
  ['+5', 5],
  ['-0', 0],
  [' 100 ', 100],
  ['1e2', 100],
])('%s is the score %d', (typed, score) => {
  expect(scoreIn(typed)).toBe(score)
})

test.each(['', '.', ',', 'e1', '1e', '-1', '100.5', '1e3', '0x10', 'Infinity', 'NaN', '1 0', '1.2.3', '--1'])(
  '‘%s’ is no score',
  (typed) => {
    expect(scoreIn(typed)).toBeUndefined()
  },
)
