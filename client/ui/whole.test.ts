import fc from 'fast-check'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { whole } from './whole.tsx'

const markup = (text: string) => renderToStaticMarkup(createElement(Fragment, {}, whole(text)))
const held = (text: string) => [...markup(text).matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, word]) => word)

test('ids and short words with a hyphen are held together, with the stop behind them', () => {
  expect(held('Pay for P26-0013-M. Your co-author is told by e-mail')).toEqual([
    'P26-0013-M.',
    'co-author',
    'e-mail',
  ])
})

test('long names of files can break, and a dash between words is none', () => {
  expect(held('digital-twins-of-movable-bridges.pdf – 2 - 3')).toEqual([])
})

test('no text is changed', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'B', '1', '-', ' ', '.') })
  fc.assert(
    fc.property(letters, (text) => {
      expect(markup(text).replaceAll(/<[^>]+>/g, '')).toBe(text)
    }),
  )
})
