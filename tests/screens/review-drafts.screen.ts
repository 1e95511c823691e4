import { expect, type Page, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { reviewDrafts } from '#server/db/schema.ts'
import { declinePaperAsChair } from '#shared/reviewing/desk-contract.ts'
import { type MadePerson, makePerson, sessionOf } from '#tests/factories.ts'
import { nextRound, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let admin: MadePerson
let author: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  admin = await makePerson(portal.t, { role: 'admin' })
  author = await makePerson(portal.t, { role: 'author' })
})
test.afterAll(() => portal.close())

const comments = (page: Page) => page.getByLabel('Comments (optional)')

/** A new reviewer's assigned paper, open to accept it. */
async function openForm(page: Page) {
  const reviewer = await makePerson(portal.t, { role: 'reviewer' })
  const made = await submissionAt(portal.t, 'paper_submitted', { author, admin, reviewer })
  const { paperId } = made
  const path = `/reviewer?view=paper&paperId=${paperId}`
  await openAs(page, portal, reviewer, path)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  return { reviewer, path, made }
}
async function draftOf({ id }: MadePerson): Promise<string | undefined> {
  const [draft] = await portal.t.database.db
    .select()
    .from(reviewDrafts)
    .where(eq(reviewDrafts.reviewerId, id))
  return draft?.comments
}
async function expectKept(page: Page, text: string) {
  await page.getByRole('button', { name: 'Go on with the draft' }).click()
  await expect(comments(page)).toHaveValue(text)
}

test('a draft is saved while one types on without a rest', async ({ page }) => {
  await openForm(page)
  let saved = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/draft')) saved += 1
  })
  // For the page a seventh of a second goes by with each key, however long the keys and the savings take.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const typeOn = async () => {
    await comments(page).press('x')
    await page.clock.runFor(150)
    return saved
  }
  await expect.poll(typeOn, { intervals: [0] }).toBeGreaterThanOrEqual(3)
})

test('what is typed in the last moment before a reload is kept, and nothing asks', async ({ page }) => {
  const { reviewer } = await openForm(page)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await comments(page).pressSequentially('At the last moment')
  await readApart(page)
  // What the page sends as it is left and what it reads as it comes back are two requests: the first one's turn is first.
  await page.route('**/preview', async (route) => {
    await expect.poll(() => draftOf(reviewer)).toBe('At the last moment')
    return route.continue()
  })
  await page.reload()
  await expectKept(page, 'At the last moment')
  expect(asked).toEqual([])
})

test('Log out saves the draft first', async ({ page }) => {
  const { reviewer, path } = await openForm(page)
  await comments(page).pressSequentially('Before leaving')
  // Where the saving takes longer than Log out waits it asks, and what is on the way goes on.
  page.on('dialog', async (dialog) => {
    await expect.poll(() => draftOf(reviewer)).toBe('Before leaving')
    await dialog.accept()
  })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  await openAs(page, portal, await sessionOf(portal.t, reviewer.email, reviewer.password), path)
  await expectKept(page, 'Before leaving')
})

test('where the draft cannot be saved Log out asks before the session ends; whoever stays goes on', async ({
  page,
}) => {
  await openForm(page)
  await page.route('**/draft', (route) => route.abort())
  let logOuts = 0
  await page.route('**/api/auth/logout', (route) => {
    logOuts += 1
    return route.continue()
  })
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.dismiss()
  })
  await comments(page).pressSequentially('Not to be lost')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByText(/^The draft could not be saved/)).toBeVisible()
  expect(logOuts).toBe(0)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Log out')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toBe(2)
  await expect(comments(page)).toHaveValue('Not to be lost')
  expect(logOuts).toBe(0)
  await page.unroute('**/draft')
  await comments(page).pressSequentially('.')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
})

test('a draft that failed for want of a line is saved when the line is back', async ({ page, context }) => {
  const { path } = await openForm(page)
  await context.setOffline(true)
  await comments(page).pressSequentially('In a tunnel')
  await expect(page.getByText(/^The draft could not be saved/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.goto(portal.url + path)
  await expectKept(page, 'In a tunnel')
})

test('whoever stays when another tab has logged out is asked to log in, and the text is kept', async ({
  page,
}) => {
  const { reviewer } = await openForm(page)
  // Once this is saved nothing else is asked for: it is the next saving that finds the session gone.
  await comments(page).fill('Still')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await comments(page).fill('Still here')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(reviewer.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await expect(comments(page)).toHaveValue('Still here')
})

test('when a revised paper comes meanwhile the form is that of the new round, and what was written stands beside it', async ({
  page,
}) => {
  const { made, path } = await openForm(page)
  await comments(page).fill('Of the first version')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await nextRound(portal.t, made, { author, admin })
  await comments(page).pressSequentially('.')
  await expect(page.getByText('The author has uploaded a revised paper')).toBeVisible()
  await expect(page.getByLabel('Your text', { exact: true })).toHaveValue('Of the first version.')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(comments(page)).toHaveValue('')
  await comments(page).fill('Of the second version')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.goto(portal.url + path)
  await expectKept(page, 'Of the second version')
})

test('a decision typed before a revised paper came is not taken for the new one', async ({ page }) => {
  const { made } = await openForm(page)
  await page.getByLabel('Score (0–100)').fill('80')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await nextRound(portal.t, made, { author, admin })
  await comments(page).evaluate((field: HTMLTextAreaElement) => field.form?.requestSubmit())
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  await expect(page.getByText('Thank you.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByLabel('Score (0–100)')).toHaveValue('')
})

test('a text too long to be sent is said to be so while it is typed, and at Submit; one too long to be kept, too', async ({
  page,
}) => {
  await openForm(page)
  await page.getByLabel('Score (0–100)').fill('80')
  await comments(page).fill('x'.repeat(10_001))
  const tooLong = /10,001 characters; at most 10,000 can be sent/
  await expect(comments(page)).toHaveAccessibleDescription(tooLong)
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('form').getByRole('alert')).toContainText(tooLong)
  await comments(page).fill('x'.repeat(20_001))
  await expect(page.getByText(/^The draft could not be saved.*Use at most 20000 characters\.$/)).toBeVisible()
  await comments(page).fill('x'.repeat(10_000))
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await expect(comments(page)).not.toHaveAccessibleDescription(/characters/)
})

test('what was written for an earlier round is pointed to, and put back', async ({ page }) => {
  const { made, path } = await openForm(page)
  await comments(page).fill('Of the first version')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await nextRound(portal.t, made, { author, admin })
  await page.goto(portal.url + path)
  await expect(page.getByText('What you wrote in round 1 is under “Earlier texts”.')).toBeVisible()
  await page.getByRole('button', { name: 'Earlier texts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put this text back' }).click()
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.goto(portal.url + path)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(comments(page)).toHaveValue('Of the first version')
  await expect(page.getByText('What you wrote in round 1')).toHaveCount(0)
})

test('a draft that others were faster than can be read and copied, and nothing more', async ({ page }) => {
  const { made, path } = await openForm(page)
  await comments(page).fill('Not needed any more')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  const body = { confirmText: 'DECLINE', reason: 'Out of scope.' } as const
  await portal.t.call(declinePaperAsChair, { as: admin.token, params: made, body })
  await page.goto(portal.url + path)
  await expect(page.getByText('This paper needs no decision from you.')).toBeVisible()
  await expect(page.getByText('Your draft was not sent.')).toBeVisible()
  const kept = page.getByLabel('Your text', { exact: true })
  await expect(kept).toHaveValue('Not needed any more')
  await expect(kept).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Copy your text' })).toBeVisible()
})
