import { expect, test } from 'vitest'
import { api } from '#shared/api.ts'
import { pathOf } from './open-http.ts'

test('no log line holds a query or a link that lets its holder in', () => {
  expect(pathOf('/api/papers/P26-0001-K?token=secret')).toBe('/api/papers/P26-0001-K')
  const withLink = Object.values(api).filter(({ path }) => path.includes('{link}'))
  expect(withLink.length).toBeGreaterThan(3)
  expect(pathOf('/api/receipts/secret.part')).toBe('/api/receipts/…')
  for (const { path } of withLink) {
    expect(pathOf(path.replace('{link}', 'secret.part'))).toBe(`${path.slice(0, path.indexOf('{link}'))}…`)
  }
})
