import type { Page } from '@playwright/test'

/** Text at 200 % (WCAG 1.4.4): every size of ours follows the root's. */
export const enlargeText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
