import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  [`${'x'.repeat(300)}`, 'x'.repeat(80)],
  ['', ''],
])('%s is called as a person would', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
