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
    // What lies half under the bar at the foot of the window is looked at where a person would bring it before pressing it.
    const isSmall = async (selector: string) => {
      const element = document.querySelector(selector)
      if (element === null) return true
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      // Of the whole page again: what lies beside it counts too.
      const again = await window.axe.run({ runOnly: { type: 'rule', values: ['target-size'] } })
      return again.violations.some(({ nodes }) => nodes.some(({ target }) => target[0] === selector))
    }
    const standing: { id: string; at: string[] }[] = []
    for (const { id, nodes } of found.violations) {
      const at: string[] = []
      for (const { html, target } of nodes)
        if (id !== 'target-size' || (await isSmall(String(target[0])))) at.push(html.slice(0, 120))
      if (at.length > 0) standing.push({ id, at })
    }
    return standing
  }, tags)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
