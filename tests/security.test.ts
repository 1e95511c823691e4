import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { trials } from '../trust/trials/index.ts'

const trust = readFileSync('docs/security.md', 'utf8')
const standard = readFileSync('docs/asvs.md', 'utf8')

test('every place that the pages on security name is there', () => {
  const named = `${trust}${standard}`.matchAll(/`((?:server|shared|client|tests|trust)\/[\w./-]*\.\w+)`/g)
  const places = [...new Set([...named].map(([, path]) => path ?? ''))]
  expect(places.length).toBeGreaterThan(50)
  expect(places.filter((path) => !existsSync(path))).toEqual([])
})

test('the catalogue has a row for every trial and no other, in their order', () => {
  const catalogue = trust.slice(trust.indexOf('## The catalogue'))
  const rows = [...catalogue.matchAll(/^\| ([a-z-]+) \|/gm)].map(([, name]) => name)
  const usual = trials.filter(({ isExtra }) => isExtra !== true)
  expect(rows.filter((name) => name !== 'test')).toEqual(usual.map(({ name }) => name))
  const extra = trials.filter(({ isExtra }) => isExtra === true).map(({ name }) => name)
  expect(extra.filter((name) => !catalogue.includes(`\`${name}\``))).toEqual([])
})
