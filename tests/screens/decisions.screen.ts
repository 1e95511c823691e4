import { expect, type Page, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { submissions } from '#server/db/schema.ts'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { declinePaperAsChair } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { deleteAbstract } from '#shared/submissions/contract.ts'
import { declineAbstract, reopenAbstract } from '#shared/submissions/desk-contract.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, nextRound, replacePaper, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let admin: MadePerson
let author: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  admin = await makePerson(portal.t, { role: 'admin' })
  author = await makePerson(portal.t, { role: 'author' })
})
test.afterAll(() => portal.close())

async function openPaper(page: Page) {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Decision on Paper' })).toBeVisible()
  return { paperId, reviewer: cast.reviewer }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the focus goes with the form: to its heading, back to its button, to what takes its place', async ({
  page,
}) => {
  await openPaper(page)
  await button(page, 'Accept').press('Enter')
  await expect(page.getByRole('heading', { level: 3, name: 'Accept' })).toBeFocused()
  await button(page, 'Cancel').press('Enter')
  await expect(button(page, 'Accept')).toBeFocused()
  await button(page, 'Accept').press('Enter')
  await page.getByLabel('Score (0–100)').fill('85,5')
  await page.route('**/approve', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await button(page, 'Submit').press('Enter')
  const summary = page.getByRole('form', { name: 'Accept' }).getByRole('alert')
  await expect(summary).toContainText('Action failed')
  await expect(summary).toBeFocused()
  await button(page, 'Submit').press('Enter')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Decision on Paper' })).toBeFocused()
  await expect(page.getByText('85.5/100')).toBeVisible()
})

test('the focus goes to the heading also where it came and went in one breath', async ({ page }) => {
  await openPaper(page)
  const heading = page.getByRole('heading', { level: 2, name: 'Decision on Paper' })
  await heading.evaluate((found) => {
    found.tabIndex = -1
    const button = document.createElement('button')
    button.id = 'passing'
    found.closest('section')?.append(button)
  })
  await heading.evaluate((found) => {
    const button = document.getElementById('passing')
    found.focus()
    button?.focus()
    button?.remove()
  })
  await expect(heading).toBeFocused()
})

test('to reopen what a reviewer rejected takes back no decision: an organiser has taken none', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const asked = page.getByRole('alertdialog')
  for (const [stage, title] of [
    ['reviewer_declined', 'Reopen the paper for review?'],
    ['awaiting_payment', 'Take the decision back?'],
  ] as const) {
    const { paperId } = await submissionAt(portal.t, stage, cast)
    await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${paperId}`)
    await button(page, 'Reopen for review').click()
    await expect(asked.getByRole('heading', { level: 2 })).toHaveText(title)
  }
})

test('a paper is not reopened over what another organiser decided meanwhile: it is shown, and then it is', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const made = await submissionAt(portal.t, 'reviewer_declined', cast)
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${made.paperId}`)
  const asked = page.getByRole('alertdialog')
  const confirm = asked.getByRole('button', { name: 'Reopen for review' })
  await button(page, 'Reopen for review').click()
  await page.getByLabel('Reason (required)').fill('Another opinion.')
  const body = { confirmText: 'DECLINE', reason: 'Out of scope.' }
  const other = await portal.t.call(declinePaperAsChair, { as: admin.token, params: made, body })
  expect(other.status).toBe(200)
  await confirm.click()
  await expect(asked.getByText('It has changed since you opened it. Look at it again.')).toBeVisible()
  await expect(page.getByText('Rejected', { exact: true }).first()).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Reopen for review').click()
  await confirm.click()
  await expect(page.getByText('The paper is under review again.', { exact: true })).toBeVisible()
})

test('nor is an abstract reopened over what another organiser decided meanwhile', async ({ page }) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const params = await submissionAt(portal.t, 'awaiting_paper', cast)
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${params.abstractId}`)
  const asked = page.getByRole('alertdialog')
  const confirm = asked.getByRole('button', { name: 'Take the decision back' })
  await button(page, 'Take the decision back').click()
  await page.getByLabel(/^Reason/).fill('Too early.')
  const given = { as: admin.token, params }
  expect((await portal.t.call(reopenAbstract, { ...given, body: { reason: 'Again.' } })).status).toBe(200)
  const body = { confirmText: 'DECLINE', reason: 'Off topic.' }
  expect((await portal.t.call(declineAbstract, { ...given, body })).status).toBe(200)
  await confirm.click()
  await expect(asked.getByText('It has changed since you opened it. Look at it again.')).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Take the decision back').click()
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Too early.')
  await confirm.click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
})

test('of one paper the newest sentence alone stands: not the one that it contradicts', async ({ page }) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${paperId}`)
  await button(page, 'Accept').click()
  await button(page, 'Submit').click()
  await expect(page.getByText('Paper accepted; it awaits payment.')).toBeVisible()
  await button(page, 'Reopen for review').click()
  await page.getByLabel('Reason (required)').fill('Too early.')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen for review' }).click()
  await expect(page.getByText('The paper is under review again.', { exact: true })).toBeVisible()
  await expect(page.getByText('Paper accepted; it awaits payment.')).toHaveCount(0)
})

test('a decision taken in another window closes the form, says so and keeps the text', async ({ page }) => {
  const { paperId, reviewer } = await openPaper(page)
  await button(page, 'Provisionally Accept').click()
  await page.getByLabel('Score (0–100)').fill('60')
  await page.getByLabel('Comments to the author (required)').fill('Say more about loops.')
  // A saving that comes after the other decision would close the form before Submit.
  await expect(page.getByText('Draft saved.')).toBeVisible()
  const other = await portal.t.call(approvePaper, {
    as: reviewer.token,
    params: { paperId },
    body: { score: 90 },
  })
  expect(other.status).toBe(200)
  await button(page, 'Submit').click()
  await expect(page.getByText('You have already decided on this paper.')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByLabel('Your text')).toHaveValue('Say more about loops.')
  await expect(button(page, 'Copy your text')).toBeVisible()
  await expect(page.getByText('Score: 90/100')).toBeVisible()
})

test('an abstract decided by another organiser meanwhile closes the form and keeps the text', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await button(page, 'Accept').click()
  await page.getByLabel('Comments (optional)').fill('Welcome.')
  const body = { confirmText: 'DECLINE', reason: 'Off topic.' } as const
  // At the last moment: a page that is read anew before that has closed its form already.
  await page.route('**/approve', async (route) => {
    await portal.t.call(declineAbstract, { as: admin.token, params: { abstractId }, body })
    await route.continue()
  })
  await button(page, 'Submit').click()
  await expect(page.getByText(/^This is not possible now/)).toBeVisible()
  await expect(page.getByLabel('Your text')).toHaveValue('Welcome.')
  await expect(page.getByRole('form')).toHaveCount(0)
})

test('an abstract that its author deleted meanwhile closes the form, says so and keeps the text', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await button(page, 'Accept').click()
  await page.getByLabel('Comments (optional)').fill('Welcome.')
  const gone = await portal.t.call(deleteAbstract, { as: author.token, params: { abstractId } })
  expect(gone.status).toBe(200)
  await button(page, 'Submit').click()
  await expect(
    page.getByText('This abstract was deleted meanwhile. There is nothing to decide.'),
  ).toBeVisible()
  await expect(page.getByLabel('Your text')).toHaveValue('Welcome.')
  await expect(page.getByRole('form')).toHaveCount(0)
})

test('after a decision an organiser is led to the abstract that has waited longest', async ({ page }) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  const waiting = await submissionAt(portal.t, 'abstract_submitted', cast)
  const { clock, database } = portal.t
  const yesterday = new Date(clock.now.getTime() - 24 * 3_600_000)
  await database.db
    .update(submissions)
    .set({ submittedAt: yesterday })
    .where(eq(submissions.id, waiting.abstractId))
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await button(page, 'Accept').click()
  await button(page, 'Submit').click()
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  const next = page.getByText('Next abstract:').getByRole('link')
  await next.click()
  await expect(page).toHaveURL(new RegExp(`abstractId=${waiting.abstractId}$`))
  await expect(button(page, 'Accept')).toBeVisible()
  await expect(next).toHaveCount(0)
})

test('an organiser sees the mail before deciding; with other words it has to be looked at again', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await button(page, 'Provisionally Accept').click()
  const see = button(page, 'See the mail to the author')
  // There is none without the comments that it must hold.
  await expect(see).toHaveCount(0)
  const comments = page.getByLabel('Comments to the author (required)')
  await comments.fill('Please <b>say</b> more.')
  await see.click()
  const mail = page.getByRole('region', { name: 'The mail to the author' })
  await expect(mail).toContainText(`To ${author.name} · ${author.email}`)
  await expect(mail.locator('iframe').contentFrame().locator('body')).toContainText('Please <b>say</b> more.')
  await comments.fill('Other words.')
  await expect(mail).toHaveCount(0)
  await expect(see).toBeVisible()
  await button(page, 'Submit').click()
  await expect(page.getByText('Changes requested.')).toBeVisible()
})

/** Sets how many reviews a paper needs. */
async function wantReviews(reviewsPerPaper: number) {
  const { settings, revision } = (await portal.t.call(readSettings, { as: admin.token })).body
  const body = { settings: { ...settings, reviewsPerPaper }, revision }
  expect((await portal.t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
}

test('an organiser reads that the author reads their words alone, and puts in what the reviewers wrote', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  // Of two reviews one is in: an organiser decides before the other.
  await wantReviews(2)
  const said = { score: 80, comments: 'Sound, but short.' }
  const reviewed = await portal.t.call(approvePaper, {
    as: cast.reviewer.token,
    params: { paperId },
    body: said,
  })
  await wantReviews(1)
  expect(reviewed.status).toBe(200)
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${paperId}`)
  await button(page, 'Reject').click()
  await expect(page.getByText('The author reads only what you write here.')).toBeVisible()
  const reason = page.getByLabel('Reason for the rejection (required)')
  await reason.fill('We agree with the review.\n')
  await button(page, 'Put in the reviewers’ comments').click()
  await expect(reason).toHaveValue('We agree with the review.\n\nSound, but short.')
  await expect(reason).toBeFocused()
})

test('after a reload the draft is offered under the decision it was written for', async ({ page }) => {
  await openPaper(page)
  await button(page, 'Provisionally Accept').click()
  await page.getByLabel('Comments to the author (required)').fill('Half a thought')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^You have a draft \(Provisionally Accept\), saved /)).toBeVisible()
  await button(page, 'Reject').click()
  await expect(page.getByText('This text was written for “Provisionally Accept”.')).toBeVisible()
  await button(page, 'Cancel').click()
  await button(page, 'Go on with the draft').click()
  await expect(page.getByRole('heading', { level: 3, name: 'Provisionally Accept' })).toBeFocused()
  await expect(page.getByLabel('Comments to the author (required)')).toHaveValue('Half a thought')
  await expect(page.getByText(/^This text was written for/)).toHaveCount(0)
})

const changed = 'It has changed since you opened this form.'

test('a review of a file that was replaced meanwhile is not sent before the reviewer has looked again', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const made = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${made.paperId}`)
  await button(page, 'Accept').click()
  await page.getByLabel('Score (0–100)').fill('80')
  await replacePaper(portal.t, made, author)
  await button(page, 'Submit').click()
  await expect(page.getByText(changed)).toBeVisible()
  await expect(page.getByLabel('Score (0–100)')).toHaveValue('80')
  await button(page, 'Look at it again').click()
  await expect(page.getByText(changed)).toHaveCount(0)
  await button(page, 'Submit').click()
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('an organiser’s form opened on an earlier round keeps its text and leads to the newer file', async ({
  page,
}) => {
  const cast: Cast = { author, admin, reviewer: await makePerson(portal.t, { role: 'reviewer' }) }
  const made = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${made.paperId}`)
  await button(page, 'Accept').click()
  await page.getByLabel('Comments (optional)').fill('Of round one.')
  await nextRound(portal.t, made, { author, admin })
  await button(page, 'Submit').click()
  await expect(page.getByText(changed)).toBeVisible()
  await expect(page.getByLabel('Comments (optional)')).toHaveValue('Of round one.')
  await button(page, 'Look at it again').click()
  await expect(page.getByRole('region', { name: 'Paper', exact: true })).toBeFocused()
  await button(page, 'Submit').click()
  await expect(page.getByText('Paper accepted; it awaits payment.')).toBeVisible()
})
