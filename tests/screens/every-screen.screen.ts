import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { catalogue } from './catalogue.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { openState } from './open-state.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One tab a worker, so that scripts and styles are read once; each state clears what the one before left. */
const test = base.extend<object, { tab: Page }>({
  tab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

/**
 * What axe finds wrong, as the rule and the elements; the text of a paper itself is its author's, and the frame of a
 * mail runs no script, axe's neither (mail.screen.ts looks at mails by themselves).
 */
async function faults(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(WCAG)
    .exclude('.textLayer')
    .exclude('iframe[sandbox]')
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 120)) }))
}

/** How far the page is wider than its window, in CSS pixels. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const state of catalogue) {
  test(`${state.name} has no barrier, light or dark, and fits a phone and large text`, async ({
    tab: page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light' })
    await openState(page, demo, state)
    expect(await faults(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
    expect(await faults(page)).toEqual([])
    // Text at 200 % (WCAG 1.4.4): every size of ours follows the root's.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.addStyleTag({ content: ':root { font-size: 200% }' })
    expect(await tooWide(page)).toBeLessThanOrEqual(0)
  })
}
