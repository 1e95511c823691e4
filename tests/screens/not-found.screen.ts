import { expect, test } from '@playwright/test'
import { type BrowserPortal, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('any other path says “Page not found” and leads home', async ({ page }) => {
  await page.goto(`${portal.url}/no/such/path`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
})

test('a path whose escapes mean nothing says so too', async ({ page }) => {
  await page.goto(`${portal.url}/x/%E0%A4%A`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})
