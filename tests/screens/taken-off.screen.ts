import { expect, type Page, test } from '@playwright/test'
import { reopenPaper, unassignReviewer } from '#shared/reviewing/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type MadeSubmission, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

/** What becomes of what a reviewer is writing when the paper is taken from them. */

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

/** A paper of a new reviewer, for them to be taken off it. */
async function assignedPaper(stage: Stage = 'paper_submitted') {
  const reviewer = await makePerson(portal.t, { role: 'reviewer' })
  const made = await submissionAt(portal.t, stage, { author, admin, reviewer })
  return { reviewer, made }
}
async function openForm(page: Page, reviewer: MadePerson, { paperId }: MadeSubmission) {
  await openAs(page, portal, reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
}
async function takeOff(reviewer: MadePerson, made: MadeSubmission) {
  const params = { ...made, reviewerId: reviewer.id }
  expect((await portal.t.call(unassignReviewer, { as: admin.token, params })).status).toBe(200)
}

test('who is taken off a paper while they write is told, and copies what they wrote', async ({ page }) => {
  const { reviewer, made } = await assignedPaper()
  await openForm(page, reviewer, made)
  await comments(page).fill('Half a review')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await takeOff(reviewer, made)
  await comments(page).pressSequentially(', and more')
  const told = page.getByText('This paper is no longer assigned to you.')
  await expect(told).toBeVisible()
  const unsent = page.getByLabel('Your text', { exact: true })
  await expect(unsent).toHaveValue(/^Half a review,/)
  await expect(page.getByText('What you wrote was not sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy your text' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^(Accept|Submit|I cannot review this paper)$/ }),
  ).toHaveCount(0)
})

test('whose decision comes after they were taken off reads that, and keeps the text', async ({ page }) => {
  const { reviewer, made } = await assignedPaper()
  await openForm(page, reviewer, made)
  await page.getByLabel('Score (0–100)').fill('80')
  await comments(page).fill('A whole review')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await takeOff(reviewer, made)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByLabel('Your text', { exact: true })).toHaveValue('A whole review')
  await expect(page.getByText('This paper is no longer assigned to you.').first()).toBeVisible()
  await expect(page.getByText('was not found')).toHaveCount(0)
})

test('who has closed the form and is taken off then still finds what they wrote', async ({ page }) => {
  const { reviewer, made } = await assignedPaper()
  await readApart(page)
  await page.clock.install()
  await openForm(page, reviewer, made)
  await comments(page).fill('Half a review')
  await page.clock.fastForward('00:10')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await takeOff(reviewer, made)
  // Read anew before its links to the files end.
  await page.clock.fastForward('08:01')
  await expect(page.getByText('This paper is no longer assigned to you.')).toBeVisible()
  await expect(page.getByLabel('Your text', { exact: true })).toHaveValue('Half a review')
})

test('who is taken off in a later round than they reviewed is not told of a revised paper', async ({
  page,
}) => {
  const { reviewer, made } = await assignedPaper('awaiting_payment')
  await portal.t.call(reopenPaper, { as: admin.token, params: made, body: { reason: 'Look again.' } })
  await openForm(page, reviewer, made)
  await comments(page).fill('A second look')
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await takeOff(reviewer, made)
  await comments(page).pressSequentially('.')
  await expect(page.getByText('This paper is no longer assigned to you.')).toBeVisible()
  await expect(page.getByLabel('Your text', { exact: true })).toHaveValue('A second look.')
  await expect(page.getByText('The author has uploaded a revised paper')).toHaveCount(0)
})
