import { expect, test } from '@playwright/test'
import { openBrowserPortal } from './browser-portal.ts'
import { withMaintenanceBuild } from './maintenance-build.ts'

/** Runs against the portal of a build with the maintenance switch and what else it is built with. */
const withBuild = (env: Record<string, string>, look: (url: string) => Promise<void>) =>
  withMaintenanceBuild(env, async (folder) => {
    const portal = await openBrowserPortal({ pages: folder })
    await look(portal.url)
    await portal.close()
  })
const says = 'We are undergoing maintenance. Please check back soon.'

test('a build with the maintenance switch shows only that page, with a link to the website', async ({
  page,
}) => {
  await withBuild({ VITE_CONFERENCE_URL: 'https://conference.example/' }, async (url) => {
    for (const path of ['/', '/author', '/signup']) {
      await page.goto(url + path)
      await expect(page.getByText(says)).toBeVisible()
      await expect(page.getByRole('link')).toHaveCount(1)
      await expect(page.getByRole('link')).toHaveAttribute('href', 'https://conference.example/')
      await expect(page.getByRole('textbox')).toHaveCount(0)
    }
  })
})

test('without the website’s address the maintenance page does not link to itself', async ({ page }) => {
  await withBuild({}, async (url) => {
    await page.goto(url)
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
  })
})
