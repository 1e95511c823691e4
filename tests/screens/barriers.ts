import type { Page } from '@playwright/test'
import axe from 'axe-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong on the page as it stands, as the rule and the elements; the text of a paper itself is its
 * author's, and the frame of a mail runs no script, axe's neither (mail.screen.ts looks at mails by themselves).
 */
export async function barriers(page: Page, tags = WCAG): Promise<{ id: string; at: string[] }[]> {
  // Once a page: reading axe's half a megabyte costs more than a look at most screens.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const found = await window.axe.run(
      { exclude: ['.textLayer', 'iframe[sandbox]'] },
      { runOnly: { type: 'tag', values }, resultTypes: ['violations'], iframes: false },
    )
    return found.violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html.slice(0, 120)) }))
  }, tags)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
