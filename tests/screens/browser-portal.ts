import { resolve } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { browserTemplate } from '#tests/setup/browser-template.ts'
import { openTestPortal, type PortalOptions, type TestClock, type TestPortal } from '#tests/test-portal.ts'

/** A portal that a browser can open and the test can reach into: `t` makes people and leads submissions. */
export interface BrowserPortal {
  url: string
  t: TestPortal
  close: () => Promise<void>
}

/**
 * The built client (CLIENT_BUILD, else dist/client) and a portal of its own on a port that the system chooses; its
 * clock runs with the browser's.
 */
export async function openBrowserPortal({
  clock = runningClock(),
  pages = process.env['CLIENT_BUILD'] ?? 'dist/client',
  ...options
}: Omit<PortalOptions, 'template' | 'logger'> = {}): Promise<BrowserPortal> {
  const t = await openTestPortal({ ...options, template: browserTemplate(), clock, pages: resolve(pages) })
  const url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
  return { url, t, close: t.close }
}

function runningClock(): TestClock {
  let ahead = 0
  return {
    get now() {
      return new Date(Date.now() + ahead)
    },
    advance(ms) {
      ahead += ms
    },
  }
}

/** What a log-in gives; every made person has one. */
export type Session = { token: string; refreshToken: string }

/** Puts a person's session into the page's browser and opens a path as them. */
export async function openAs(page: Page, { url }: BrowserPortal, who: Session, path: string): Promise<void> {
  await page.goto(`${url}/icon.svg`)
  await page.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('refreshToken', refreshToken)
    },
    [who.token, who.refreshToken] as const,
  )
  await page.goto(url + path)
  // Not what stands there while who it is is asked for: it takes no key yet.
  await expect(page.locator('main:not([aria-busy])')).toBeVisible()
}

/** Has a page make each of its first reads by itself, for a test that answers one of them in the portal's place. */
export const readApart = (page: Page): Promise<unknown> =>
  page.route('**/api/reads?*', (route) => route.fulfill({ status: 404, json: {} }))

/** Has the portal do what the next such call asks, while the page gets no answer. */
export const loseAnswer = (page: Page, pattern: string): Promise<unknown> =>
  page.route(
    pattern,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

/** Holds such calls back until they are let go. */
export async function holdBack(page: Page, pattern: string): Promise<{ letGo: () => void }> {
  let letGo = (): void => undefined
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route) => {
    await isHeld
    await route.continue()
  })
  return { letGo }
}

/** The number on a dashboard's count card. */
export function countOf(page: Page, name: string): Locator {
  const cards = page.getByRole('main').locator('div')
  return cards
    .filter({ has: page.getByRole('link', { name }) })
    .last()
    .locator('span')
    .first()
}
