import { expect, type Locator, type Page, test } from '@playwright/test'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openBrowserPortal } from '#tests/screens/browser-portal.ts'
import { submissionAt } from '#tests/submission-at.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

/** Tabs until the element has the focus, and looks that the focus can be seen on the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let tries = 0; tries < 80; tries += 1) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return true
      // The page gives it to the view's heading, which needs no ring, when what had it is gone.
      if (element.matches('h1[tabindex="-1"]')) return true
      const of = (one: Element | null) => (one === null ? 'none' : getComputedStyle(one).outlineStyle)
      return of(element) !== 'none' || of(element.closest('label')) !== 'none'
    })
    expect(
      seen,
      `focus cannot be seen on ${await page.evaluate(() => document.activeElement?.outerHTML)}`,
    ).toBe(true)
    if (await target.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}
async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
async function logIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto(portal.url)
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(who.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

test('An author submits, reads and deletes an abstract by keyboard alone', async ({ page }) => {
  await logIn(page, await makePerson(portal.t, { role: 'author' }))
  await press(page, page.getByRole('link', { name: 'Submit Abstract' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Submit an abstract' })).toBeFocused()
  // Asked for early: the browser must know of it before the key is pressed.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByLabel('Abstract file: Browse'))
  await page.keyboard.press('Enter')
  const file = {
    name: 'bridges.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf({ title: 'Bridges' }),
  }
  await (await chooser).setFiles(file)
  await press(page, page.getByRole('button', { name: 'Submit', exact: true }))
  const dialog = page.getByRole('dialog', { name: 'Submitted successfully' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await press(page, page.getByRole('article').getByRole('link'))
  await press(page, page.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('alertdialog', { name: 'Delete Abstract?' })).toBeVisible()
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Abstract deleted.')).toBeVisible()
})

test('A reviewer decides on a paper by keyboard alone', async ({ page }) => {
  const reviewer = await makePerson(portal.t, { role: 'reviewer' })
  const author = await makePerson(portal.t, { role: 'author' })
  const admin = await makePerson(portal.t, { role: 'admin' })
  await submissionAt(portal.t, 'paper_submitted', { author, admin, reviewer })
  await logIn(page, reviewer)
  await press(page, page.getByRole('link', { name: 'Assigned Papers' }))
  await press(page, page.getByRole('main').getByRole('listitem').getByRole('link'))
  await press(page, page.getByRole('button', { name: 'Provisionally Accept' }))
  await tabTo(page, page.getByLabel('Score (0–100)'))
  await page.keyboard.type('70')
  await tabTo(page, page.getByLabel('Comments to the author (required)'))
  await page.keyboard.type('Say more about loops.')
  await press(page, page.getByRole('button', { name: 'Submit', exact: true }))
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('An organiser decides on an abstract by keyboard alone', async ({ page }) => {
  const author = await makePerson(portal.t, { role: 'author' })
  const admin = await makePerson(portal.t, { role: 'admin' })
  await portal.t.upload(submitAbstract, { as: author.token, file: await makePdf() })
  await logIn(page, admin)
  await press(page, page.getByRole('link', { name: 'Pending Abstracts' }))
  await press(page, page.getByRole('main').getByRole('listitem').getByRole('link'))
  await press(page, page.getByRole('button', { name: 'Accept', exact: true }))
  await press(page, page.getByRole('button', { name: 'Submit', exact: true }))
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('A person signs up, changes their profile and logs out by keyboard alone', async ({ page }) => {
  await page.goto(`${portal.url}/signup`)
  await tabTo(page, page.getByRole('radio', { name: 'Author' }))
  await tabTo(page, page.getByLabel('Name'))
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kay@north.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('twelve grey elephants')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account created successfully.')).toBeVisible()
  await logIn(page, await makePerson(portal.t, { role: 'author' }))
  await press(page, page.getByRole('link', { name: 'Profile' }))
  await tabTo(page, page.getByLabel('Organization'))
  await page.keyboard.type('University of the Keys')
  await press(page, page.getByRole('button', { name: 'Save Changes' }))
  await expect(page.getByRole('dialog', { name: 'Profile updated successfully' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused()
  await page.reload()
  await press(page, page.getByRole('button', { name: 'Log out' }))
  await expect(page).toHaveURL(`${portal.url}/`)
})
