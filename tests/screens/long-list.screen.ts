import { expect, type Page, test } from '@playwright/test'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { listPapers } from '#shared/reviewing/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { openAs, openBrowserPortal } from './browser-portal.ts'

/** A list of several pages: the keys go on over a page's end, and what was selected stays so. */

const focused = (page: Page) => page.locator('article:focus-within')

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
