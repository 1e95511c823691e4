import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paperIdOf } from '#shared/core/ids.ts'
import { compactId, paperIdsIn } from './paper-ids.ts'

const ID = paperIdOf(2026, 7)
const LONG = paperIdOf(2026, 12_345)
const known = new Set([ID, LONG].map(compactId))
const isKnown = (id: string) => known.has(id)

test.each([
  [`Registration ${ID} Ada Author`, [ID]],
  [`registration ${ID.toLowerCase()}.`, [ID]],
  [`REF:${compactId(ID)}`, [ID]],
  [`FEE${compactId(ID)}`, [ID]],
  ['p 26 00 07 i', [ID]],
  ['P26/0007/I', [ID]],
  ['P26–0007–I', [ID]],
  ['Ｐ２６－０００７－Ｉ', [ID]],
  ['P26-OOO7-I', [ID]],
  ['P26-0007-1', [ID]],
  ['P26-0007-l', [ID]],
  ['P26-00\n07-I', [ID]],
  ['P26\u200b-0007\u200b-\u2060I\ufeff', [ID]],
  ['Оплата Р26-0007-І за доклад', [ID]],
  ['Πληρωμή Ρ26-ΟΟΟ7-Ι', [ID]],
  [`${ID} 250,00`, [ID]],
  [`${LONG} and ${ID}`, [LONG, ID]],
  [`${ID} again ${ID}`, [ID]],
  ['Payment for the paper', []],
  ['P26-0007-K', []],
])('%s', (text, wanted) => {
  expect(paperIdsIn(text, isKnown).papers).toEqual(wanted.map(compactId))
})

test('an id is found whatever surrounds it and however its parts are separated', () => {
  const words = fc.constantFrom('fee', 'Ada', 'conference 2026', 'REF 99', 'EUR 250.00', 'Zürich', '')
  const between = fc.constantFrom('-', ' ', '', ' - ', '–', '/', '.', '_')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), words, words, between, (n, before, after, gap) => {
      const id = paperIdOf(2026, n)
      const text = `${before}, ${id.replaceAll('-', gap)}; ${after}`
      expect(paperIdsIn(text, (one) => one === compactId(id)).papers).toEqual([compactId(id)])
    }),
  )
})

test('one slip: never taken for another paper, and the one that was meant is found', () => {
  const all = new Set(Array.from({ length: 400 }, (_, n) => compactId(paperIdOf(2026, n + 1))))
  const serial = fc.integer({ min: 1, max: 400 })
  fc.assert(
    fc.property(serial, fc.nat(6), fc.integer({ min: 0, max: 9 }), (n, where, digit) => {
      const meant = compactId(paperIdOf(2026, n))
      const at = 1 + (where % 6)
      fc.pre(meant.charAt(at) !== String(digit))
      const typed = meant.slice(0, at) + digit + meant.slice(at + 1)
      const found = paperIdsIn(`Fee ${typed}`, (id) => all.has(id))
      expect(found.papers).toEqual([])
      expect(found.likely).toContain(meant)
      expect(found.mistyped).toBe(true)
    }),
  )
})

test.each([
  ['a missing digit', 'P26-007-I'],
  ['a surplus digit', 'P26-00007-I'],
  ['swapped digits', 'P26-0070-I'],
  ['a wrong check character', 'P26-0007-K'],
  ['no check character', 'P26-0007'],
  ['a letter for a digit', 'P26-0S07-I'],
  ['a letter for a digit of the year', 'PZ6-0007-I'],
])('%s: the paper is offered', (_, typed) => {
  const found = paperIdsIn(`Conference fee ${typed}`, isKnown)
  expect(found).toEqual({ papers: [], unknown: [], likely: [compactId(ID)], mistyped: true })
})

test('an id without the zeros of its serial is offered where the check character fits, never taken', () => {
  const offered = (text: string) => {
    const { papers, likely, mistyped } = paperIdsIn(text, isKnown)
    return [papers, likely, mistyped]
  }
  for (const text of ['Fee P26-7-I', 'P26 07 i, Ada', 'p26-007-1'])
    expect(offered(text)).toEqual([[], [compactId(ID)], true])
  for (const text of ['P26-7-K', 'P26-8-I', 'P26-7']) expect(offered(text)).toEqual([[], [], false])
  expect(offered(`${ID} 7 I`)).toEqual([[compactId(ID)], [], false])
})

test('an id without its P is offered, never taken', () => {
  const id = paperIdOf(2026, 50)
  const compact = compactId(id)
  for (const typed of [id.slice(1), compact.slice(1), id.slice(1).toLowerCase().replaceAll('-', ' ')]) {
    expect(paperIdsIn(`Fee ${typed} Ada`, (one) => one === compact)).toEqual({
      papers: [],
      unknown: [],
      likely: [compact],
      mistyped: true,
    })
  }
  expect(paperIdsIn(`Fee ${id}`, (one) => one === compact).likely).toEqual([])
})

test('a text full of mistyped ids is looked into only so far', () => {
  let asked = 0
  const found = paperIdsIn('P26-0123-A P26-0123-B '.repeat(45), () => {
    asked += 1
    return false
  })
  expect([found.mistyped, asked < 3000]).toEqual([true, true])
})

test('a sound id of no known paper is unknown, not mistyped', () => {
  const other = paperIdOf(2026, 8123)
  expect(paperIdsIn(`Fee ${other}`, isKnown)).toEqual({
    papers: [],
    unknown: [compactId(other)],
    likely: [],
    mistyped: false,
  })
})

test('a word with a letter among its figures is no id where no paper is near', () => {
  expect(paperIdsIn('Order P26A9915 and P12B34567', isKnown)).toEqual({
    papers: [],
    unknown: [],
    likely: [],
    mistyped: false,
  })
})

test('a year, a telephone number and an order number are no mistyped papers', () => {
  for (const text of ['Paid 2026, phone 0441234567, participant', 'PLEASE NOTE', 'P.O. Box 12']) {
    expect(paperIdsIn(text, isKnown)).toEqual({ papers: [], unknown: [], likely: [], mistyped: false })
  }
})

test.each(['P26-0047 2026 registration', 'P26-0047 2nd Chance Ltd', 'P26-0047, 2026'])(
  '%j: the beginning of the next word is no check character; the paper is offered',
  (text) => {
    const id = compactId(paperIdOf(2026, 47))
    expect(id).toBe('P2600472')
    expect(paperIdsIn(text, (one) => one === id)).toEqual({
      papers: [],
      unknown: [],
      likely: [id],
      mistyped: true,
    })
  },
)

test('an id does not go on from one cell to the next', () => {
  const found = paperIdsIn('P26-0047 · 2 · 250.00', (one) => one === 'P2600472')
  expect([found.papers, found.likely, found.mistyped]).toEqual([[], ['P2600472'], true])
})

test.each(['P26-0047 2', 'P26 0047 2, fee 2026', 'p 2 6 0 0 4 7 2', 'P26-0047-2Registration'])(
  '%j: a check character that stands by itself, or in the id, is one',
  (text) => {
    expect(paperIdsIn(text, (one) => one === 'P2600472').papers).toEqual(['P2600472'])
  },
)
