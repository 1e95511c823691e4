import { expect, test } from 'vitest'
import { plainTfIdf, recipe } from './recipe.ts'
import { ABSTRACT_READ, isWordList, termsOf } from './terms.ts'

const text = (title: string, abstract = '') => ({ id: 'a', title, abstract })
const counts = (of: ReadonlyMap<string, { count: number }>) =>
  Object.fromEntries([...of].map(([key, { count }]) => [key, count]))

test('a text becomes stems and pairs of neighbours; grammar parts neighbours', () => {
  expect(counts(termsOf(text('Fatigue of Welded joints'), recipe))).toEqual({
    fatigu: 1,
    weld: 1,
    joint: 1,
    'weld joint': 1,
  })
})

test('forms of a word meet, accents and case do not matter, invisible characters part nothing', () => {
  const one = termsOf(text('', 'Matching MATCHED mátch mat\u200bches ﬁlter'), { ...recipe, phrases: false })
  expect(counts(one)).toEqual({ match: 4, filter: 1 })
  expect(one.get('match')?.written).toBe('matching')
})

test('title and abstract do not touch, and a word of the title can count more', () => {
  const cut = { ...recipe, titleWeight: 3 }
  expect(counts(termsOf(text('graph', 'graph colouring'), cut))).toEqual({
    graph: 4,
    colour: 1,
    'graph colour': 1,
  })
})

test('without stems and phrases, words stand as they are; other alphabets too', () => {
  expect(counts(termsOf(text('Усталость сварных швов'), plainTfIdf))).toEqual({
    усталость: 1,
    сварных: 1,
    швов: 1,
  })
})

test('what comes after the bound is not read', () => {
  const long = `${'weld '.repeat(ABSTRACT_READ / 5)}hidden`
  expect(termsOf(text('', long), recipe).has('hidden')).toBe(false)
})

test.each([
  [
    'Die Ermüdung von Schweißnähten in Dampfleitungen wird unter wechselnder Last gemessen, und das Ergebnis mit dem Modell verglichen, das in der Norm steht.',
    false,
  ],
  [
    'L’usure des soudures dans les conduites de vapeur est mesurée sous une charge qui varie, et comparée au modèle que la norme donne pour les aciers.',
    false,
  ],
  ['我们测量蒸汽管道焊接接头的疲劳裂纹，'.repeat(25), false],
  [
    'Ermüdung Schweißnaht Dampfleitung Wechsellast Messung Ergebnis Modell Norm Stahl Riss Wachstum Temperatur Spannung Dehnung Probe Versuch Maschine Prüfung Lebensdauer Schädigung',
    true,
  ],
  ['Ermüdung Schweißnaht Dampfleitung', false],
  [
    'Tutkimuksessa mitattiin höyryputkien hitsausliitosten väsymistä vaihtelevassa kuormituksessa. Mittaustuloksia verrattiin standardin esittämään malliin, jonka todettiin aliarvioivan särönkasvua korkeissa lämpötiloissa pitkäaikaisessa käytössä.',
    false,
  ],
  [
    'Uuringus mõõdeti aurutorustike keevisliidete väsimist muutuvkoormusel. Mõõtmistulemusi võrreldi standardis esitatud mudeliga, mis alahindas pragude kasvukiirust kõrgetel temperatuuridel pikaajalises kasutuses märkimisväärselt.',
    false,
  ],
])('%s: a list of words, %s', (abstract, expected) => {
  expect(isWordList({ id: 't', title: 'A title', abstract })).toBe(expected)
})
