import { expect, test } from 'vitest'
import { type JudgedLine, lineVerdicts } from '#shared/payments/import-contract.ts'
import { choiceFor, choicesFor, confirmedLine, effectOf, isWrongId, needsYou } from './choices.ts'

const paper = (paperId: string) => ({ paperId, title: 'Bridges', author: 'Ada' })
const line: JudgedLine = {
  line: 2,
  hash: 'h',
  occurrence: 1,
  date: '2026-03-02',
  amount: '250.00',
  currency: 'EUR',
  unreadable: null,
  state: null,
  payer: 'Ada',
  text: 'Fee',
  verdict: 'match',
  papers: [paper('P26-0007-I')],
  likely: [],
  before: null,
  earlier: null,
}

test('only what matches is paid, and only parts and double payments are noted, unless a person says otherwise', () => {
  const verdicts = ['match', 'part', 'double', 'over', 'currency', 'several', 'mistyped', 'unknown'] as const
  expect(verdicts.map((verdict) => choiceFor({ verdict }))).toEqual([
    ...['pay', 'note', 'note'],
    ...['out', 'out', 'out', 'out', 'out'],
  ])
  for (const verdict of verdicts) expect(choicesFor({ ...line, verdict })[0]).toBe(choiceFor({ verdict }))
  expect(choicesFor({ ...line, verdict: 'known' })).toEqual([])
  expect(choicesFor({ ...line, verdict: 'by_hand' })).toEqual(['same', 'note', 'out'])
  expect(choiceFor({ verdict: 'by_hand' })).toBe('same')
  const same = confirmedLine({ ...line, verdict: 'by_hand' }, { choice: 'same', paperId: '' })
  expect([same?.as, same?.paperIds]).toEqual(['payment', ['P26-0007-I']])
  expect(choiceFor({ verdict: 'perhaps' })).toBe('out')
  expect(choicesFor({ ...line, verdict: 'perhaps' })).toEqual(['out', 'note', 'pay'])
  expect(choicesFor({ ...line, verdict: 'over' })).toEqual(['out', 'pay', 'note', 'divide'])
  expect(choicesFor({ ...line, verdict: 'unreadable' })).toEqual([])
})

test('what was paid back is noted as such where the paper has that much too much, and never pays a paper', () => {
  const back = { ...line, amount: '-250.00' }
  expect(choiceFor({ verdict: 'refund' })).toBe('note')
  expect(choicesFor({ ...back, verdict: 'refund' })).toEqual(['note', 'out'])
  expect(choicesFor({ ...back, verdict: 'below' })).toEqual([])
  expect(choicesFor({ ...line, verdict: 'below' })).toEqual(['out', 'pay', 'note'])
  expect(choicesFor({ ...back, verdict: 'perhaps' })).toEqual(['out', 'note'])
  const sent = confirmedLine({ ...back, verdict: 'refund' }, { choice: 'note', paperId: '' })
  expect([sent?.as, sent?.amount]).toEqual(['refund', '-250.00'])
  const meant = confirmedLine({ ...back, verdict: 'mistyped' }, { choice: 'for:P26-0008-G', paperId: '' })
  expect([meant?.as, meant?.paperIds]).toEqual(['refund', ['P26-0008-G']])
  expect(needsYou({ ...back, verdict: 'below' }, new Map())).toBe(true)
})

test('a line goes with the papers it names, with the one chosen or the one typed, or not at all', () => {
  const sent = (choice: Parameters<typeof confirmedLine>[1]['choice'], paperId = '') => {
    const confirmed = confirmedLine(line, { choice, paperId })
    return confirmed && [confirmed.as, ...confirmed.paperIds]
  }
  expect(sent('pay')).toEqual(['payment', 'P26-0007-I'])
  expect(sent('note')).toEqual(['note', 'P26-0007-I'])
  expect(sent('for:P26-0008-G')).toEqual(['payment', 'P26-0008-G'])
  expect(sent('other', ' p26-0009-e ')).toEqual(['payment', 'P26-0009-E'])
  expect(sent('other', ' ')).toBeUndefined()
  expect(sent('out')).toBeUndefined()
  expect(confirmedLine({ ...line, amount: null }, { choice: 'pay', paperId: '' })).toBeUndefined()
})

test('a line given to a paper pays it only where it makes up the fee', () => {
  const fee = { amount: '250.00', currency: 'EUR' }
  const said = (given: Partial<JudgedLine>, choice: Parameters<typeof confirmedLine>[1]['choice']) => {
    const unknown: JudgedLine = { ...line, verdict: 'unknown', papers: [], ...given }
    const sent = confirmedLine(unknown, { choice, paperId: 'P26-0009-E' })
    return sent && [sent.match, effectOf(unknown, sent, fee), effectOf(unknown, sent, null)]
  }
  for (const choice of ['for:P26-0008-G', 'other'] as const) {
    expect(said({}, choice)).toEqual([true, 'verifies', 'verifies'])
    expect(said({ currency: null, amount: '250' }, choice)).toEqual([true, 'verifies', 'verifies'])
    // With what was noted before it may make up the fee.
    expect(said({ amount: '100.00' }, choice)).toEqual([true, 'either', 'verifies'])
    expect(said({ amount: '300.00' }, choice)).toEqual([true, 'notes', 'verifies'])
    expect(said({ currency: 'CHF' }, choice)).toEqual([true, 'notes', 'verifies'])
    expect(said({ amount: '-250.00' }, choice)).toEqual([undefined, 'notes', 'notes'])
  }
  // Accepted as paid in full by a person, or a match beside other lines of its file.
  const part = { verdict: 'part' as const, amount: '100.00', papers: [paper('P26-0007-I')] }
  expect(said(part, 'pay')).toEqual([undefined, 'verifies', 'verifies'])
  expect(said({ ...part, verdict: 'match' }, 'pay')).toEqual([true, 'verifies', 'verifies'])
  expect(said({ ...part, verdict: 'by_hand' }, 'same')).toEqual([undefined, 'notes', 'notes'])
})

test('a line is divided once the parts are the whole, and needs a person until then', () => {
  const several = { ...line, verdict: 'several' as const, amount: '400.00' }
  const divided = (amount: string) =>
    ({
      choice: 'divide',
      paperId: '',
      parts: [
        { paperId: 'P26-0007-I', amount: '250.00' },
        { paperId: 'p26-0008-g', amount },
      ],
    }) as const
  expect(choicesFor(several)).toEqual(['out', 'divide', 'for:P26-0007-I'])
  expect(choicesFor({ ...several, amount: '-400.00' })).not.toContain('divide')
  expect(confirmedLine(several, divided('150'))).toMatchObject({
    paperIds: ['P26-0007-I', 'P26-0008-G'],
    shares: ['250.00', '150'],
    as: 'payment',
  })
  expect(confirmedLine(several, divided('100'))).toBeUndefined()
  expect(['150', '100'].map((amount) => needsYou(several, new Map([[2, divided(amount)]])))).toEqual([
    false,
    true,
  ])
})

test('a typed id is checked by its last character before anything is sent', () => {
  expect(['', 'P26-0007-I', ' p26 0007 i ', 'P26-0007-J', 'Bridges'].map(isWrongId)).toEqual([
    ...[false, false, false, true, true],
  ])
  expect(confirmedLine(line, { choice: 'other', paperId: 'p26 0007 i' })?.paperIds).toEqual(['P26-0007-I'])
  expect(confirmedLine(line, { choice: 'other', paperId: 'P26-0007-J' })).toBeUndefined()
})

test('what is left out until a person says what it is, or cannot be said here, needs one', () => {
  const needs = (verdict: JudgedLine['verdict']) => needsYou({ ...line, verdict }, new Map())
  expect(lineVerdicts.filter(needs)).toEqual([
    'over',
    'currency',
    'several',
    'mistyped',
    'unknown',
    'unreadable',
    'below',
    'perhaps',
  ])
  expect(needsYou({ ...line, verdict: 'over' }, new Map([[2, { choice: 'out', paperId: '' }]]))).toBe(false)
})

test('a line needs somebody until it is left out on purpose or its paper is said', () => {
  const unknown: JudgedLine = { ...line, verdict: 'unknown', papers: [] }
  const after = (choice: Parameters<typeof confirmedLine>[1]['choice'], paperId = '') =>
    needsYou(unknown, new Map([[unknown.line, { choice, paperId }]]))
  expect(needsYou(unknown, new Map())).toBe(true)
  expect([after('out'), after('other'), after('other', 'P26-0007-K'), after('other', 'P26-0007-I')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
