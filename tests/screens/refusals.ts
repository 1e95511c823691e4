import type { Page } from '@playwright/test'

/** What the pages' policy refuses from now on, as the browser says it. */
export function refusalsIn(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  return refused
}
