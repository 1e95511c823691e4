import { expect, type Locator, type Page, test } from '@playwright/test'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

/** A list of several pages: the keys go on over a page's end, and what was selected stays so. */

const focused = (page: Page) => page.locator('article:focus-within')

/** The first page of the papers, on a phone. */
async function papersOnAPhone(page: Page, portal: BrowserPortal): Promise<Locator> {
  await page.setViewportSize({ width: 360, height: 640 })
  await openAs(page, portal, await makePerson(portal.t, { role: 'admin' }), '/admin/papers?sort=id')
  const entries = page.getByRole('main').getByRole('article')
  await expect(entries).toHaveCount(SCREEN_PAGE)
  return entries
}

test('j, k, x and Enter cross a page’s boundary', async ({ page }) => {
  const portal = await openBrowserPortal({ breaksRules: true })
  try {
    await fillDesk(portal.t.database.db, 70)
    const admin = await makePerson(portal.t, { role: 'admin' })
    const { count } = (await portal.t.call(listPapers, { as: admin.token, query: { limit: 1 } })).body
    expect(count, 'more than a page').toBeGreaterThan(SCREEN_PAGE + 2)
    await openAs(page, portal, admin, '/admin/papers?sort=id')
    const entries = page.getByRole('main').getByRole('article')
    await expect(entries).toHaveCount(SCREEN_PAGE)
    for (let at = 0; at < SCREEN_PAGE; at += 1) await page.keyboard.press('j')
    await expect(entries).toHaveCount(count)
    await page.keyboard.press('x')
    const ids = async (at: number) => (await entries.nth(at).textContent())?.match(/P26-\d+-\w/)?.[0] ?? ''
    await expect(focused(page)).toContainText(await ids(SCREEN_PAGE - 1))
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(focused(page)).toContainText(await ids(SCREEN_PAGE))
    await expect(focused(page)).toBeInViewport()
    await expect(page.getByRole('region', { name: 'Selection' }).getByRole('status')).toHaveText('2 selected')
    await page.keyboard.press('k')
    await expect(focused(page)).toContainText(await ids(SCREEN_PAGE - 1))
    await page.keyboard.press('j')
    const opened = await ids(SCREEN_PAGE)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`paperId=${opened}`))
  } finally {
    await portal.close()
  }
})

for (const [which, place] of [
  ['far down the first page', SCREEN_PAGE - 30],
  ['of the second page', SCREEN_PAGE + 20],
] as const) {
  test(`whoever goes back from an entry ${which} finds it where it was, on a phone`, async ({ page }) => {
    const portal = await openBrowserPortal({ breaksRules: true })
    try {
      await fillDesk(portal.t.database.db, 100)
      const entries = await papersOnAPhone(page, portal)
      await entries.last().scrollIntoViewIfNeeded()
      const far = entries.nth(place)
      const name = far.locator('[data-name] a')
      await name.scrollIntoViewIfNeeded()
      const top = () => far.evaluate((entry) => Math.round(entry.getBoundingClientRect().top))
      const before = await top()
      await name.click()
      await page.getByRole('link', { name: 'Back to papers' }).click()
      await expect.poll(top).toBe(before)
      await expect(far).toBeInViewport()
    } finally {
      await portal.close()
    }
  })
}

test('a window over a list leaves every entry where it was, and all of them to screen readers once it is closed', async ({
  page,
}) => {
  const portal = await openBrowserPortal({ breaksRules: true })
  try {
    await fillDesk(portal.t.database.db, 70)
    const entries = await papersOnAPhone(page, portal)
    const far = entries.nth(SCREEN_PAGE - 30)
    await far.scrollIntoViewIfNeeded()
    const places = () =>
      entries.evaluateAll((all) => all.map((entry) => Math.round(entry.getBoundingClientRect().top)))
    const devTools = await page.context().newCDPSession(page)
    const read = async () => {
      const { nodes } = await devTools.send('Accessibility.getFullAXTree')
      return nodes.filter(({ role, ignored }) => role?.value === 'article' && !ignored).length
    }
    const isLookedAt = (entry: Locator) =>
      entry.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }))
    const before = await places()
    expect(await read()).toBe(SCREEN_PAGE)
    // By its own click: to the button at the top of the page the browser would scroll.
    await page.getByRole('button', { name: 'Export', exact: true }).evaluate((button) => {
      if (button instanceof HTMLElement) button.click()
    })
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    expect(await places()).toEqual(before)
    await expect(far).toBeInViewport()
    expect([await isLookedAt(far), await isLookedAt(entries.last())]).toEqual([true, false])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await places()).toEqual(before)
    await expect.poll(read).toBe(SCREEN_PAGE)
    expect(await isLookedAt(entries.last())).toBe(true)
  } finally {
    await portal.close()
  }
})

test('a window that is opened from an entry far down a list stands in the middle, and gives the focus back', async ({
  page,
}) => {
  const portal = await openBrowserPortal({ breaksRules: true })
  try {
    for (let nth = 0; nth < 40; nth += 1) await makePerson(portal.t, { role: 'reviewer' })
    await page.setViewportSize({ width: 360, height: 640 })
    await openAs(page, portal, await makePerson(portal.t, { role: 'admin' }), '/admin/reviewers')
    const button = page.getByRole('button', { name: /^Change limit/ }).nth(35)
    await button.scrollIntoViewIfNeeded()
    const top = () => button.evaluate((one) => Math.round(one.getBoundingClientRect().top))
    const before = await top()
    await button.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    const { x, width } = (await dialog.boundingBox()) ?? { x: 0, width: 0 }
    expect(width).toBeGreaterThan(0)
    expect(Math.round(360 - width - x)).toBe(Math.round(x))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(button).toBeFocused()
    expect(await top()).toBe(before)
  } finally {
    await portal.close()
  }
})
