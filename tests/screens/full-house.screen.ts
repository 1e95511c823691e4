import { expect, type Page, test } from '@playwright/test'
import { busy } from '#server/core/turns.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let ada: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  ada = await makePerson(portal.t, { role: 'author' })
})
test.afterAll(() => portal.close())

const SAID = 'Many people are here at once. This goes on by itself in a moment.'

/** Turns each call of an address away once, as a portal does in which too many people are; it is full until then. */
async function turnAwayOnce(
  page: Page,
  address: string,
  until: Promise<unknown> = Promise.resolve(),
): Promise<string[]> {
  const turned: string[] = []
  await page.route(address, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (turned.includes(pathname)) {
      await until
      return route.continue()
    }
    turned.push(pathname)
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { message: 'Too many people are here at once.', error: 'unavailable', details: { begun: false } },
    })
  })
  return turned
}

test('who logs in while it is full is told so, and is let in without pressing again', async ({ page }) => {
  const turned = await turnAwayOnce(page, '**/api/auth/login')
  await page.goto(portal.url)
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(SAID)).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/author`)
  expect(turned).toEqual(['/api/auth/login'])
})

test('a page that is opened while it is full comes by itself, and nobody is logged out', async ({ page }) => {
  await openAs(page, portal, ada, '/profile')
  // What says so is drawn after the first calls were sent: on a slow machine, after they have waited.
  let letIn = () => {}
  const said = new Promise<void>((resolve) => {
    letIn = resolve
  })
  const turned = await turnAwayOnce(page, '**/api/reads?*', said)
  await page.goto(`${portal.url}/author`)
  await expect(page.getByText(SAID)).toBeVisible()
  letIn()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ongoing' })).toBeVisible()
  expect(turned).toEqual(['/api/reads'])
})

test('a file that is sent while it is full is sent again by itself', async ({ page }) => {
  const turned = await turnAwayOnce(page, '**/api/abstracts/submit-file')
  await openAs(page, portal, ada, '/author?view=upload-abstract')
  await page.locator('input[type=file]').setInputFiles('tests/fixtures/tracemonkey.pdf')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(SAID)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
  expect(turned).toEqual(['/api/abstracts/submit-file'])
})

test('a file that came in time and found no room arrives although the deadline has passed meanwhile', async ({
  page,
}) => {
  const own = await openBrowserPortal()
  const { portal: served } = own.t.app
  const { token: as } = await makePerson(own.t, { role: 'admin' })
  const author = await makePerson(own.t, { role: 'author' })
  const { settings, revision } = (await own.t.call(readSettings, { as })).body
  const abstract = new Date(own.t.clock.now.getTime() + 5 * 60_000).toISOString()
  const body = { revision, settings: { ...settings, deadlines: { ...settings.deadlines, abstract } } }
  expect((await own.t.call(saveSettings, { as, body })).status).toBe(200)
  const { intake } = served
  served.intake = {
    ...intake,
    receive: async () => {
      served.intake = intake
      own.t.clock.advance(6 * 60_000)
      throw busy()
    },
  }
  await openAs(page, own, author, '/author?view=upload-abstract')
  await page.locator('input[type=file]').setInputFiles('tests/fixtures/tracemonkey.pdf')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText(SAID)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
  await page.goto(`${own.url}/author?view=upload-abstract`)
  await expect(page.getByText('The deadline for new abstracts has passed')).toBeVisible()
  await own.close()
})
