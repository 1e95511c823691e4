import { expect, test } from '@playwright/test'
import { type BrowserPortal, openBrowserPortal } from './browser-portal.ts'
import { refusalsIn } from './refusals.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

/** Each way in which a text could become a script or a style, were it ever shown as HTML. */
const planted: readonly [what: string, html: string][] = [
  ['a script', '<script>window.ran = "script"</script>'],
  ['an event', '<img src="data:image/gif;base64,x" onerror="window.ran = \'event\'">'],
  ['an address that is a script', '<iframe src="javascript:parent.ran = \'address\'"></iframe>'],
  ['a frame with a script', '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>'],
  ['a script from elsewhere', '<script src="https://elsewhere.example/x.js"></script>'],
  ['a style', '<style>body { display: none }</style>'],
  ['an element’s style', '<p style="position: fixed; inset: 0">over everything</p>'],
  ['a frame from elsewhere', '<iframe src="https://elsewhere.example/"></iframe>'],
  ['an object', '<object data="/icon.svg"></object>'],
  ['another base', '<base href="https://elsewhere.example/">'],
]

for (const [what, html] of planted) {
  test(`${what} planted in a page is refused`, async ({ page }) => {
    await page.goto(`${portal.url}/login`)
    const refused = refusalsIn(page)
    await page.evaluate((text) => {
      // A fragment made so has scripts that would run, unlike innerHTML's.
      document.body.append(document.createRange().createContextualFragment(text))
    }, html)
    await expect.poll(() => refused.length).toBe(1)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.querySelector<HTMLElement>('p[style]')?.style.position)).toBe(
      what === 'an element’s style' ? '' : undefined,
    )
    expect(await page.evaluate(() => document.baseURI)).toBe(`${portal.url}/login`)
  })
}

test('a text is never run as a program', async ({ page }) => {
  await page.goto(`${portal.url}/login`)
  // After the evaluation itself, in which a browser lets its driver do so.
  const outcome = await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line typescript/no-implied-eval -- whether it is refused is what is tried
            resolve(String(new Function('return 1')()))
          } catch (error) {
            resolve(error instanceof EvalError ? 'refused' : 'another fault')
          }
        }, 0)
      }),
  )
  expect(outcome).toBe('refused')
})

test('the reference of the API and the page of mails keep to their policy', async ({ page }) => {
  const refused = refusalsIn(page)
  await page.goto(`${portal.url}/api/docs`)
  await expect(page.getByRole('heading', { name: /Lectern/ })).toBeVisible()
  await page.goto(`${portal.url}/dev/mail`)
  await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible()
  expect(refused).toEqual([])
})
