import { expect, test } from 'vitest'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { settingsSchema } from '#shared/settings/contract.ts'

/** Every setting that becomes a link: found by what it takes, so that a new one is tried too. */
const links = Object.entries(settingsSchema.shape)
  .filter(([, field]) => field.safeParse('https://elsewhere.example/a?b=c').success)
  .map(([name]) => name)
  .filter((name) => !settingsSchema.safeParse({ ...defaultSettings, [name]: 'no link at all' }).success)

test('the settings that are links are known', () => {
  expect(links).toEqual(['website', 'paymentUrl', 'specialSessionUrl'])
})

const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://elsewhere.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://elsewhere.example/x',
  '//elsewhere.example',
  'ftp://elsewhere.example/',
]

test.each(links.flatMap((name) => hostile.map((url) => [name, url] as const)))(
  '%s refuses %j',
  (name, url) => {
    expect(settingsSchema.safeParse({ ...defaultSettings, [name]: url }).success).toBe(false)
  },
)
