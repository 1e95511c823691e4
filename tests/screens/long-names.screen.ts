import { expect, type Page, test } from '@playwright/test'
import { catalogue } from './catalogue.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'
import { enlargeText } from './large-text.ts'
import { openState } from './open-state.ts'

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

/** A word that no line has room for, and a title that fills several. */
const WORD = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'
const long: Readonly<Record<string, string>> = {
  name: `${WORD} ${WORD}`,
  firstName: WORD,
  fileName: `${WORD}${WORD}.pdf`,
  title: `On ${WORD} and the dynamic behaviour of slender footbridges under crowds that walk in step`,
  organization: `Institute of ${WORD}`,
  email: `${WORD}@${WORD}.example`.toLowerCase(),
}

/** The same answer with long names in it. */
function lengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      typeof one === 'string' && one !== '' && key in long ? long[key] : lengthened(one),
    ]),
  )
}

async function lengthen(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch()
    const isJson = answer.headers()['content-type']?.includes('json') ?? false
    if (route.request().method() !== 'GET' || !isJson) return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: lengthened(await answer.json()) })
  })
}

const views = [
  'author-home',
  'author-ongoing',
  'details-paper-awaiting-resubmission',
  'details-awaiting-payment',
  'submit-paper',
  'notifications',
  'profile',
  'reviewer-assigned',
  'reviewer-reviewed',
  'admin-reviewed',
  'admin-abstract',
  'papers',
  'paper',
  'reviewers',
  'payments',
  'people',
]

/** What lies outside the window, or out of the box that holds it: tag and text. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth
    return [...document.querySelectorAll('header *, main *')]
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        const scrolls = one.closest('.pdfViewer, [role=document], pre, table, [class*=scroll]') !== null
        return (
          width > 0 &&
          !scrolls &&
          (right > wide + 1 || left < -1) &&
          getComputedStyle(one).position !== 'absolute'
        )
      })
      .map((one) => `${one.tagName} ${(one.textContent ?? '').slice(0, 40)}`)
      .slice(0, 5)
  })

test('long names have room on a phone and with large text', async ({ page }) => {
  for (const name of views) {
    const state = catalogue.find((one) => one.name === name)
    if (state === undefined) throw new Error(`the catalogue has no ${name}`)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await openState(page, demo, { ...state, given: lengthen })
      expect.soft(await outside(page), name).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
      await enlargeText(page)
      expect.soft(await outside(page), `${name} at 200 %`).toEqual([])
    })
  }
})

test('with large text on a phone the page begins in the upper two thirds of the window, and no role is broken', async ({
  page,
}) => {
  for (const name of ['author-home', 'admin-home']) {
    const state = catalogue.find((one) => one.name === name)
    if (state === undefined) throw new Error(`the catalogue has no ${name}`)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await openState(page, demo, state)
      await enlargeText(page)
      const begin = await page.getByRole('main').boundingBox()
      expect.soft(begin?.y, name).toBeLessThan((740 * 2) / 3)
      const role = page.getByRole('banner').getByText(/^(Author|Administrator)$/)
      const lines = await role.evaluate((one) => {
        const range = document.createRange()
        range.selectNodeContents(one.lastChild ?? one)
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
      })
      expect.soft(lines, name).toBe(1)
    })
  }
})
