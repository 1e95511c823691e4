import { expect, test } from '@playwright/test'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { ofDesk } from './double-click-calls.ts'
import { pressScreensOf } from './double-clicks.ts'

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

test('two clicks on any button of an organiser or the payments desk do what one does', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const { reached, faults } = await pressScreensOf((key) => key === 'chair' || key === 'staff', browser, demo)
  expect({ faults, missing: ofDesk.filter((name) => !reached.has(name)) }).toEqual({
    faults: [],
    missing: [],
  })
})
