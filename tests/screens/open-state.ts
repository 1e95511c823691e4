import { expect, type Page } from '@playwright/test'
import { openAs } from './browser-portal.ts'
import type { ScreenState } from './catalogue.ts'
import type { DemoPortal } from './demo-portal.ts'

/** Opens a state of the catalogue and waits until nothing more is on its way. */
export async function openState(page: Page, demo: DemoPortal, state: ScreenState): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${demo.url}/icon.svg`)
  await page.evaluate((seen) => {
    localStorage.clear()
    sessionStorage.clear()
    // The celebration has a state of its own; elsewhere it would stand before the screen.
    if (!seen)
      localStorage.setItem(
        'celebrated',
        Array.from({ length: 99 }, (_, i) => `A26-00${String(i + 1).padStart(2, '0')}`).join(' '),
      )
  }, state.name === 'celebration')
  await state.given?.(page)
  const path = state.path(demo)
  if (state.as === undefined) await page.goto(demo.url + path)
  else await openAs(page, demo, demo.as(state.as), path)
  await page.getByRole('heading').first().waitFor()
  if (state.loads !== true) await settled(page)
  await state.reach?.(page, demo)
  if (state.loads !== true) await settled(page)
}

/** Nothing says any more that it loads, and no link that it is followed. */
const settled = (page: Page) => expect(page.locator('[aria-busy="true"], [data-going]')).toHaveCount(0)
