import { expect, test } from 'vitest'
import { countedText } from './typed-text.ts'

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
