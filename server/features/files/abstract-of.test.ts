import { expect, test } from 'vitest'
import { abstractOf } from './abstract-of.ts'

const TEXT = ['Abstract. We measure cracks in bridges', 'over two winters.']
const READ = 'We measure cracks in bridges over two winters.'

test.each([
  'Keywords: bridges',
  '1 Introduction',
  'References',
  'Bibliography',
  'BIBLIOGRAPHY:',
  'Literature',
  'Literature cited',
  'Literatur',
  '5. Literaturverzeichnis',
  'Works cited',
  '[1] Novak, R.: Lasers.',
  'Schlüsselwörter: Brücken',
  'Mots-clés – ponts',
  'Palabras clave: puentes',
  '1. Einleitung',
  'Introducción',
  'Zusammenfassung',
  'Re\u0301sume\u0301',
])('an abstract ends before "%s"', (line) => {
  expect(abstractOf([...TEXT, line, 'Lasers entangle qubits.'], '')).toBe(READ)
})

test('a list of references ends it in the midst of a sentence too', () => {
  const lines = [...TEXT.slice(0, 1), '[1] Novak, R.: Lasers.', '[2] Weber, K.: Qubits.']
  expect(abstractOf(lines, '')).toBe('We measure cracks in bridges')
})

test.each(['Literature on bridges says little.', 'Bibliography of bridges is sparse.', 'in work such as'])(
  'an abstract goes on with "%s"',
  (line) => {
    expect(abstractOf([...TEXT, line], '')).toBe(`${READ} ${line}`)
  },
)

test('a citation at the beginning of a line is no list', () => {
  expect(abstractOf(['Abstract. We follow', '[1] Wherever it goes.'], '')).toBe(
    'We follow [1] Wherever it goes.',
  )
})

test.each([
  'Summary',
  'SUMMARY',
  '1. Summary',
  'Zusammenfassung',
  'Kurzfassung:',
  'Résumé',
  'Re\u0301sume\u0301 –',
  'II. Resumen',
  'Resumo.',
  'Riassunto',
  'Sommario:',
  'Samenvatting',
  'Sammanfattning —',
  '1) Abstract',
])('an abstract begins below "%s", and beside it', (heading) => {
  const before = ['Cracks in bridges', 'Rita Novak, Lyon']
  expect(abstractOf([...before, heading, READ, 'Keywords: welds'], '')).toBe(READ)
  if (!/[:.–—]$/.test(heading)) return
  expect(abstractOf([...before, `${heading} ${READ}`, 'Keywords: welds'], '')).toBe(READ)
})

test('of two languages the one is read that is called Abstract', () => {
  const other = ['Zusammenfassung', 'Wir messen Risse.', 'Schlüsselwörter: Risse']
  expect(abstractOf([...other, 'Abstract', READ, '1 Introduction'], '')).toBe(READ)
  expect(abstractOf(['Abstract', READ, ...other], '')).toBe(READ)
})

test('a sentence that begins with such a word is no heading', () => {
  const lines = ['Summary statistics are rare.', 'Abstract syntax helps.']
  expect(abstractOf(['Summary', ...lines], '')).toBe(lines.join(' '))
})
