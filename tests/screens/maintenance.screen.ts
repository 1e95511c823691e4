import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { type BrowserPortal, openBrowserPortal } from './browser-portal.ts'

let folder: string
let portal: BrowserPortal
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-maintenance-'))
  process.env['VITE_MAINTENANCE'] = 'on'
  process.env['VITE_CONFERENCE_URL'] = 'https://conference.example/'
  try {
    await build({ logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  } finally {
    delete process.env['VITE_MAINTENANCE']
    delete process.env['VITE_CONFERENCE_URL']
  }
  portal = await openBrowserPortal({}, undefined, folder)
})
test.afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

test('a build with the maintenance switch shows only that page, with a link to the website', async ({
  page,
}) => {
  for (const path of ['/', '/author', '/signup']) {
    await page.goto(portal.url + path)
    await expect(page.getByText('We are undergoing maintenance. Please check back soon.')).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('link')).toHaveAttribute('href', 'https://conference.example/')
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
})
