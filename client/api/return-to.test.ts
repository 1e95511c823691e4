import { expect, test } from 'vitest'
import { isOwnPath } from './return-to.ts'

test.each([
  ['/author?view=ongoing', true],
  ['/', true],
  ['//example.org', false],
  ['/\\example.org', false],
  ['https://example.org', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a path of this site: %s', (href, own) => {
  expect(isOwnPath(href)).toBe(own)
})
