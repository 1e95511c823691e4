import { expect, type Page, test } from '@playwright/test'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson, sessionOf } from '#tests/factories.ts'
import { withAuthenticator } from './authenticator.ts'
import { openBrowserPortal } from './browser-portal.ts'
import { accountSteps } from './double-click-account-steps.ts'
import { ofDesk, ofNoButton, ofPeople } from './double-click-calls.ts'
import { mailSteps } from './double-click-mail-steps.ts'
import { paperSteps } from './double-click-paper-steps.ts'
import { type Ground, onceEach, pressStep } from './double-click-step.ts'
import { changing } from './pressing.ts'
import { watchLine } from './settling.ts'

let ground: Ground
let page: Page
let settled: () => Promise<void>
test.beforeAll(async ({ browser }) => {
  const portal = await openBrowserPortal()
  const { t } = portal
  const admin = await makePerson(t, { role: 'admin' })
  const staff = await makePerson(t, { role: 'author', isStaff: true })
  // A passkey is bound to a host, and a number is none.
  const url = portal.url.replace('127.0.0.1', 'localhost')
  t.config.publicUrl = url
  ground = { ...portal, url, admin, staff }
  const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
  const chosen = { ...settings, topics: ['Bridges', 'Tunnels'], holdDecisionMails: true }
  await t.call(saveSettings, { as: admin.token, body: { settings: chosen, revision } })
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  page.on('dialog', (asked) => void asked.accept())
  await withAuthenticator(page)
  settled = watchLine(page)
})
// A session of the beginning would run out before the last of so many steps.
test.beforeEach(async () => {
  const { t } = ground
  for (const who of ['admin', 'staff'] as const)
    ground[who] = { ...ground[who], ...(await sessionOf(t, ground[who].email, ground[who].password)) }
})
test.afterAll(async () => {
  await page.context().close()
  await ground.close()
})

const steps = [...accountSteps, ...paperSteps, ...mailSteps]

for (const step of steps) {
  const of = step.of === undefined ? '' : ` (${step.of})`
  test(`pressed twice in any manner, a button sends ${step.sends.join(' and ')}${of} once`, async () => {
    expect(await pressStep(page, settled, ground, step)).toEqual(onceEach(step))
  })
}

test('each call that changes something is pressed for on a screen or by a step, or no button makes it', () => {
  const pressed = new Set<string>([...ofPeople, ...ofDesk, ...steps.flatMap(({ sends }) => sends)])
  const others = Object.keys(ofNoButton)
  expect({
    both: others.filter((name) => pressed.has(name)),
    all: [...pressed, ...others].sort(),
  }).toEqual({ both: [], all: [...changing].sort() })
})
