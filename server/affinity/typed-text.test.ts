import { expect, test } from 'vitest'
import { countedText, countedTitle } from './typed-text.ts'

const read =
  'We measure the scour at river piers with drones and sonar after each flood. Tilt sensors and gauges con firm its depth, and riprap protects shallow foundations of old timber bridges.'
const lasers = 'Photonic lasers entangle qubits in superconducting resonators.'

test('what was read counts, and small corrections of it', () => {
  expect(countedText(read, read)).toEqual({ text: read, agreement: 'agrees' })
  const corrected = read.replace('con firm', 'confirm')
  expect(countedText(corrected, read)).toEqual({ text: corrected, agreement: 'agrees' })
})

test('words that the PDF does not have do not count', () => {
  expect(countedText(`${read} Photonic qubits.`, read)).toEqual({ text: `${read}  .`, agreement: 'agrees' })
})

test.each([
  ['another text', lasers.repeat(3)],
  ['the text with another one behind it', `${read} ${lasers.repeat(3)}`],
  ['nothing', ''],
  ['a few of its words again and again', 'Riprap protects timber bridges. '.repeat(20)],
  ['its words with most of them left out', 'Riprap protects shallow foundations of old timber bridges.'],
])('%s departs: what was read counts', (_, typed) => {
  expect(countedText(typed, read)).toEqual({ text: read, agreement: 'departs' })
})

test('an excerpt counts: the reading may have taken more than the abstract', () => {
  const long = `${read} ${read.toUpperCase()}`
  const typed = `${read} ${read}`
  expect(countedText(typed, `University of the North. ${long} Introduction.`)).toEqual({
    text: typed,
    agreement: 'agrees',
  })
})

test('where nothing was read the typed text counts, and is marked', () => {
  expect(countedText(lasers, '')).toEqual({ text: lasers, agreement: 'typed_alone' })
  expect(countedText('', 'Page 1')).toEqual({ text: 'Page 1', agreement: 'agrees' })
})

test('of a title the words count that stand on the first page; with less than half of them it is another one', () => {
  const page = `Scour at river piers. Ada Author. ${read}`
  expect(countedTitle('Scour at RIVER piers', page)).toEqual({
    text: 'Scour at RIVER piers',
    agreement: 'agrees',
  })
  expect(countedTitle('Scour at river piers of qubits', page)).toEqual({
    text: 'Scour at river piers of ',
    agreement: 'agrees',
  })
  expect(countedTitle('Photonic lasers at piers', page)).toEqual({ text: '  at piers', agreement: 'agrees' })
  expect(countedTitle('Photonic lasers entangle piers', page)).toEqual({
    text: '   piers',
    agreement: 'departs',
  })
})

test('a title counts where the page could not be read, and is marked; and where nobody looked yet', () => {
  expect(countedTitle('Photonic lasers', 'Page 1')).toEqual({
    text: 'Photonic lasers',
    agreement: 'typed_alone',
  })
  expect(countedTitle('Photonic lasers', null)).toEqual({ text: 'Photonic lasers', agreement: 'agrees' })
  expect(countedTitle('', 'Page 1')).toEqual({ text: '', agreement: 'agrees' })
})

test('circled letters are letters, capitals and what nobody sees change no word, and Arabic may stand the last letter first', () => {
  const circled = 'ⓛⓐⓢⓔⓡⓢ 🄻🄰🅂🄴🅁🅂'
  expect(countedTitle(circled, read)).toEqual({ text: ' ', agreement: 'departs' })
  expect(countedText(`${read} ${circled}`, read)).toEqual({ text: `${read}  `, agreement: 'agrees' })
  const page = `GROSSE STRASSENBRÜCKEN IŞIK Ermüdung ${read}`
  expect(countedTitle('Große Straßenbrücken Er\u00admü\u00addung ışık', page).agreement).toBe('agrees')
  expect(
    countedTitle('تأثير المطر على حظائر المزارع', `عرازملا رئاظح ىلع رطملا ريثأت ${read}`).agreement,
  ).toBe('agrees')
  expect(countedTitle('تأثير المطر على حظائر المزارع', `لوألا رمتؤملا يف ةسارد ${read}`).agreement).toBe(
    'departs',
  )
})
