import { expect, type Page, test } from '@playwright/test'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { changeDue } from '#shared/reviewing/reviewer-desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePdf, makePerson } from '#tests/factories.ts'
import { type Cast, letBeDue, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, countOf, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let admin: MadePerson
let author: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  admin = await makePerson(portal.t, { role: 'admin' })
  author = await makePerson(portal.t, { role: 'author' })
})
test.afterAll(() => portal.close())

const newCast = async (role: 'reviewer' | 'both' = 'reviewer'): Promise<Cast> => ({
  author,
  admin,
  reviewer: await makePerson(portal.t, { role }),
})
/** Opens a paper assigned to a new reviewer, as them. */
async function openPaper(page: Page, stage: Stage = 'paper_submitted') {
  const cast = await newCast()
  const { paperId } = await submissionAt(portal.t, stage, cast)
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Decision on Paper' })).toBeVisible()
  return { paperId, reviewer: cast.reviewer }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('form').getByRole('alert')

test('the home view welcomes the reviewer; counts show an ellipsis until they are there', async ({
  page,
}) => {
  const cast = await newCast()
  await submissionAt(portal.t, 'paper_submitted', cast)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await readApart(page)
  await page.route('**/papers/assigned*', async (route) => {
    await asked
    await route.continue()
  })
  await openAs(page, portal, cast.reviewer, '/reviewer')
  await expect(page.getByText('You are logged in as Reviewer')).toBeVisible()
  await expect(countOf(page, 'Assigned Papers')).toHaveText('…')
  answer()
  await expect(countOf(page, 'Assigned Papers')).toHaveText('1')
  await expect(countOf(page, 'Reviewed Papers')).toHaveText('0')
  await expect(page.getByRole('link', { name: 'Switch to Author' })).toHaveCount(0)
})

test('lists and home say the next step with its time, and mark what is overdue', async ({ page }) => {
  const cast = await newCast()
  const day = 24 * 3_600_000
  for (const ahead of [-3, 5]) {
    const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
    const dueAt = new Date(Date.now() + ahead * day + day / 2)
    await letBeDue(portal.t, cast.reviewer, { paperId }, dueAt)
  }
  await openAs(page, portal, cast.reviewer, '/reviewer')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Your review is overdue: send it now',
    'Review this paper – 5 days left',
  ])
  await page.getByRole('link', { name: 'Assigned Papers' }).click()
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.filter({ hasText: 'Review this paper – 5 days left' })).toHaveCount(1)
  const late = entries.filter({ hasText: 'Your review is overdue: send it now' })
  await expect(late.getByText('Overdue', { exact: true })).toBeVisible()
  await late.getByRole('link').click()
  await expect(page.getByText('Overdue', { exact: true })).toBeVisible()
})

test('a draft typed just before leaving is kept', async ({ page }) => {
  const { paperId } = await openPaper(page)
  await press(page, 'Accept')
  await page.getByLabel('Comments (optional)').fill('Typed at the last moment.')
  const saved = page.waitForResponse('**/draft')
  await page.getByRole('link', { name: 'Back to assigned papers' }).click()
  await saved
  await page.goto(`${portal.url}/reviewer?view=paper&paperId=${paperId}`)
  await press(page, 'Go on with the draft')
  await expect(page.getByLabel('Comments (optional)')).toHaveValue('Typed at the last moment.')
})

test('empty lists say so', async ({ page }) => {
  const { reviewer } = await newCast()
  await openAs(page, portal, reviewer, '/reviewer?view=assigned')
  await expect(page.getByText('No assigned papers')).toBeVisible()
  await expect(page.getByText('When organizers assign a paper to you, it will appear here.')).toBeVisible()
  await openAs(page, portal, reviewer, '/reviewer?view=reviewed')
  await expect(page.getByText('No reviewed papers')).toBeVisible()
})

test('lists that cannot be read say so', async ({ page }) => {
  const { reviewer } = await newCast()
  await page.route('**/reviewer/papers/*', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, reviewer, '/reviewer?view=assigned')
  await expect(page.getByText('Failed to load assigned papers')).toBeVisible()
  await openAs(page, portal, reviewer, '/reviewer?view=reviewed')
  await expect(page.getByText('Failed to load reviewed papers')).toBeVisible()
})

test('an assigned paper shows its name, its state in plain words and when it was updated', async ({
  page,
}) => {
  const cast = await newCast()
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.reviewer, '/reviewer?view=assigned')
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry.getByRole('link', { name: 'bridges.pdf' })).toBeVisible()
  await expect(entry.getByText('paper submitted')).toBeVisible()
  await expect(entry.getByText(/^Updated /)).toBeVisible()
  await entry.getByRole('link').click()
  await expect(page).toHaveURL(`${portal.url}/reviewer?view=paper&paperId=${paperId}`)
})

test('an assigned paper’s label is “Provisionally accepted” for request_change, “Rejected” for declined, else its status', async ({
  page,
}) => {
  const cast = await newCast()
  await submissionAt(portal.t, 'paper_submitted', cast)
  let status: string | null = null
  await page.route('**/papers/assigned*', async (route) => {
    const answer = await route.fetch()
    const body: { items: object[] } = await answer.json()
    await route.fulfill({
      json: { ...body, items: body.items.map((one) => ({ ...one, review: { status } })) },
    })
  })
  for (const [given, label] of [
    [null, 'paper submitted'],
    ['request_change', 'Provisionally accepted'],
    ['declined', 'Rejected'],
  ] as const) {
    status = given
    await openAs(page, portal, cast.reviewer, '/reviewer?view=assigned')
    await expect(page.getByRole('main').locator('[data-kind]')).toHaveText(label)
  }
})

test('reviewed papers show verdict, score, comments and time, and are counted by verdict', async ({
  page,
}) => {
  const cast = await newCast()
  for (const stage of ['awaiting_payment', 'paper_awaiting_resubmission', 'reviewer_declined'] as const) {
    await submissionAt(portal.t, stage, cast)
  }
  await openAs(page, portal, cast.reviewer, '/reviewer?view=reviewed')
  const main = page.getByRole('main')
  await expect(main.getByText('Accepted: 1 · Provisionally accepted: 1 · Rejected: 1')).toBeVisible()
  const entries = main.getByRole('listitem')
  const accepted = entries.filter({ has: page.getByText('Accepted', { exact: true }) })
  await expect(accepted.getByText('Score: 50/100')).toBeVisible()
  await expect(accepted.getByText('Comments: because')).toBeVisible()
  await expect(accepted.getByText(/^Decided /)).toBeVisible()
  const rejected = entries.filter({ has: page.getByText('Rejected', { exact: true }) })
  await expect(rejected.getByText(/^Score/)).toHaveCount(0)
  await expect(
    entries.filter({ has: page.getByText('Provisionally accepted', { exact: true }) }),
  ).toHaveCount(1)
})

test('a reviewed paper is declined, to be changed or approved, whatever became of it since', async ({
  page,
}) => {
  for (const [stages, label] of [
    [['reviewer_declined', 'paper_declined'], 'Rejected'],
    [['paper_awaiting_resubmission'], 'Provisionally accepted'],
    [['awaiting_payment', 'complete'], 'Accepted'],
  ] as const) {
    const cast = await newCast()
    for (const stage of stages) await submissionAt(portal.t, stage, cast)
    await openAs(page, portal, cast.reviewer, '/reviewer?view=reviewed')
    await expect(page.getByRole('main').getByRole('listitem').locator('[data-kind]')).toHaveText(
      stages.map(() => label),
    )
  }
})

test('a paper whose review is decided leads back to Reviewed Papers and says nothing of a due date', async ({
  page,
}) => {
  const cast = await newCast()
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  const set = await portal.t.call(changeDue, {
    as: admin.token,
    params: { paperId, reviewerId: cast.reviewer.id },
    body: { dueAt: '2099-01-04T12:00:00.000Z' },
  })
  expect(set.status).toBe(200)
  const details = `/reviewer?view=paper&paperId=${paperId}`
  await openAs(page, portal, cast.reviewer, details)
  const header = page.getByRole('main').locator('header')
  await expect(header.getByText(/^Due/)).toBeVisible()
  await expect(header.getByRole('link', { name: 'Back to assigned papers' })).toBeVisible()
  const sent = await portal.t.call(approvePaper, {
    as: cast.reviewer.token,
    params: { paperId },
    body: { score: 70 },
  })
  expect(sent.status).toBe(200)
  await page.goto(`${portal.url}${details}`)
  await header.getByRole('link', { name: 'Back to reviewed papers' }).click()
  await expect(page).toHaveURL(`${portal.url}/reviewer?view=reviewed`)
  await page.goto(`${portal.url}${details}`)
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await expect(page.getByText(/^Due/)).toHaveCount(0)
})

test('the details name the paper by its id', async ({ page }) => {
  const { paperId } = await openPaper(page)
  await expect(page.getByText(`Paper Details · ${paperId}`)).toBeVisible()
})

test('a paper that cannot be read says “Failed to load paper”', async ({ page }) => {
  await readApart(page)
  const { reviewer } = await newCast()
  await page.route('**/preview', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, reviewer, '/reviewer?view=paper&paperId=P26-0001-X')
  await expect(page.getByText('Failed to load paper')).toBeVisible()
})

test('a paper without a preview says “No preview available.” and can still be decided', async ({ page }) => {
  await readApart(page)
  await page.route('**/preview', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), previewUrl: null } })
  })
  await openPaper(page)
  await expect(page.getByText('No preview available.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
})

test('accepting wants a score from 0 to 100', async ({ page }) => {
  const { paperId } = await openPaper(page)
  await press(page, 'Accept')
  await press(page, 'Submit')
  await expect(alert(page)).toContainText('Please enter a score (0–100) before submitting.')
  for (const wrong of ['101', '-1', 'many']) {
    await page.getByLabel('Score (0–100)').fill(wrong)
    await press(page, 'Submit')
    await expect(alert(page)).toContainText('Please provide a score between 0 and 100.')
  }
  await page.getByLabel('Score (0–100)').fill('87')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  for (const name of ['Accept', 'Provisionally Accept', 'Reject']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(page.getByText(paperId).first()).toBeVisible()
})

test('a provisional acceptance wants a score and comments', async ({ page }) => {
  await openPaper(page)
  await press(page, 'Provisionally Accept')
  await page.getByLabel('Score (0–100)').fill('60')
  await press(page, 'Submit')
  await expect(alert(page)).toContainText('Please provide your comments to the author before submitting.')
  await page.getByLabel('Comments to the author (required)').fill('Say more about loops.')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('a rejection wants the typed word and a reason', async ({ page }) => {
  await openPaper(page)
  await press(page, 'Reject')
  await press(page, 'Submit')
  await expect(alert(page)).toContainText("Please type 'reject' to confirm rejection.")
  await expect(alert(page)).toContainText('Please provide a rejection reason before submitting.')
  await page.getByLabel("Type 'reject' to confirm").fill(' REJECT ')
  await page.getByLabel('Reason for the rejection (required)').fill('Published before.')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('a rejection says who reads its reason: the author, or as the reviews or the organisers decide', async ({
  page,
}) => {
  const rules = async (more: { reviewPolicy: 'automatic' | 'chair'; reviewsPerPaper: number }) => {
    const { settings, revision } = (await portal.t.call(readSettings, { as: admin.token })).body
    const body = { settings: { ...settings, ...more }, revision }
    expect((await portal.t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
  }
  const reason = page.getByLabel('Reason for the rejection (required)')
  const passedOn = 'The organisers read it, and decide what of it the author reads.'
  try {
    await openPaper(page)
    await press(page, 'Reject')
    await expect(reason).toHaveAccessibleDescription('The author reads it.')
    await rules({ reviewPolicy: 'automatic', reviewsPerPaper: 2 })
    await page.reload()
    await press(page, 'Reject')
    await expect(reason).toHaveAccessibleDescription(/^The author reads it if the reviews agree\./)
    await rules({ reviewPolicy: 'chair', reviewsPerPaper: 1 })
    await page.reload()
    await press(page, 'Reject')
    await expect(reason).toHaveAccessibleDescription(passedOn)
    await press(page, 'Cancel')
    await press(page, 'Accept')
    await expect(page.getByLabel('Comments (optional)')).toHaveAccessibleDescription(passedOn)
  } finally {
    await rules({ reviewPolicy: 'automatic', reviewsPerPaper: 1 })
  }
})

test('Cancel closes the form; what was typed is still there when it opens again', async ({ page }) => {
  await openPaper(page)
  await press(page, 'Provisionally Accept')
  await page.getByLabel('Comments to the author (required)').fill('Kept.')
  await press(page, 'Cancel')
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  await press(page, 'Reject')
  await expect(page.getByLabel('Reason for the rejection (required)')).toHaveValue('Kept.')
})

test('Submit and Cancel are disabled while sending; a failure says “Action failed” and keeps the text', async ({
  page,
}) => {
  await openPaper(page)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/approve', async (route) => {
    await asked
    await route.fulfill({ status: 500, json: {} })
  })
  await press(page, 'Accept')
  await page.getByLabel('Score (0–100)').fill('70')
  await press(page, 'Submit')
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  answer()
  await expect(page.getByText('Action failed')).toBeVisible()
  await expect(page.getByLabel('Score (0–100)')).toHaveValue('70')
})

test('after a decision the assigned count drops, the reviewed count rises, the paper moves', async ({
  page,
}) => {
  const cast = await newCast()
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.reviewer, '/reviewer')
  await expect(countOf(page, 'Assigned Papers')).toHaveText('2')
  await page.goto(`${portal.url}/reviewer?view=paper&paperId=${paperId}`)
  await press(page, 'Accept')
  await page.getByLabel('Score (0–100)').fill('70')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to reviewed papers' }).click()
  await expect(page).toHaveURL(`${portal.url}/reviewer?view=reviewed`)
  await page.goto(`${portal.url}/reviewer?view=assigned`)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText(paperId)).toHaveCount(0)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(countOf(page, 'Assigned Papers')).toHaveText('1')
  await expect(countOf(page, 'Reviewed Papers')).toHaveText('1')
})

test('on a wide screen the form stands beside the paper; on a narrow one paper and review are tabs', async ({
  page,
}) => {
  const cast = await newCast()
  const { t } = portal
  const file = await makePdf({ title: 'Bridges', pages: 3 })
  const abstract = await t.upload(submitAbstract, { as: author.token, file })
  const params = { abstractId: abstract.body.abstractId }
  await t.call(approveAbstract, { as: admin.token, params, body: {} })
  const paper = await t.upload(submitPaper, { as: author.token, params, file })
  const { paperId } = paper.body
  await t.call(assignReviewer, {
    as: admin.token,
    params: { paperId },
    body: { reviewerId: cast.reviewer.id },
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  const preview = page.getByRole('region', { name: paperId }).locator('..')
  const form = page.getByRole('heading', { name: 'Decision on Paper' })
  const [left, right] = [await preview.boundingBox(), await form.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  expect(Math.round(left?.height ?? 0)).toBe(Math.round(900 * 0.92))
  // On a narrow screen there is one of the two at a time; neither forgets anything.
  await press(page, 'Accept')
  await page.getByLabel('Comments (optional)').fill('Sound.')
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.getByRole('tabpanel', { name: 'Review' })).toBeVisible()
  await expect(page.getByLabel('Comments (optional)')).toBeVisible()
  await page.getByRole('tab', { name: 'Paper' }).click()
  await expect(preview).toBeVisible()
  await expect(form).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Review' })).toBeFocused()
  await expect(page.getByLabel('Comments (optional)')).toHaveValue('Sound.')
  await expect(preview).toBeHidden()
})

test('a draft survives a reload and is there on another device', async ({ page, browser }) => {
  const { paperId, reviewer } = await openPaper(page)
  await press(page, 'Provisionally Accept')
  await page.getByLabel('Score (0–100)').fill('64')
  await page.getByLabel('Comments to the author (required)').fill('Half a thought')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.reload()
  await press(page, 'Provisionally Accept')
  await expect(page.getByLabel('Comments to the author (required)')).toHaveValue('Half a thought')
  const other = await (await browser.newContext()).newPage()
  await openAs(other, portal, reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  await press(other, 'Accept')
  await expect(other.getByLabel('Score (0–100)')).toHaveValue('64')
  await other.context().close()
})

test('a session that ends in the middle of a review asks for the log-in and keeps the text', async ({
  page,
}) => {
  const { reviewer } = await openPaper(page)
  await press(page, 'Provisionally Accept')
  await page.getByLabel('Score (0–100)').fill('64')
  await page.getByLabel('Comments to the author (required)').fill('Not lost')
  // A saving that finds the session gone would open the dialog before Submit.
  await expect(page.getByText('Draft saved.', { exact: true })).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'ended')
    localStorage.setItem('refreshToken', 'ended')
  })
  await press(page, 'Submit')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(reviewer.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByLabel('Comments to the author (required)')).toHaveValue('Not lost')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('a draft that could not be saved is saved as soon as the session is back', async ({ page }) => {
  const { reviewer } = await openPaper(page)
  await press(page, 'Provisionally Accept')
  const comments = page.getByLabel('Comments to the author (required)')
  const saved = page.getByText('Draft saved.', { exact: true })
  await comments.fill('Not')
  await expect(saved).toBeVisible()
  // Whatever else the page still asks for would open the dialog before the text is typed.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'ended')
    localStorage.setItem('refreshToken', 'ended')
  })
  await comments.fill('Not lost')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await password.fill(reviewer.password)
  await password.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(saved).toBeVisible()
  await expect(page.getByText(/^The draft could not be saved/)).toHaveCount(0)
  await page.reload()
  await press(page, 'Provisionally Accept')
  await expect(comments).toHaveValue('Not lost')
})

test('if the account cannot be loaded the reviewer is sent to /', async ({ page }) => {
  const { reviewer } = await newCast()
  await readApart(page)
  await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${portal.url}/icon.svg`)
  await page.evaluate((token) => localStorage.setItem('accessToken', token), reviewer.token)
  await page.goto(`${portal.url}/reviewer`)
  await expect(page).toHaveURL(`${portal.url}/`)
})

test('who came to be a co-author reads that before writing, and gives the paper back', async ({ page }) => {
  const cast = await newCast()
  const { abstractId, paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  const coAuthor = { name: 'Somebody', email: cast.reviewer.email, organization: '', orcid: '' }
  const body = { title: 'Bridges', topics: [], coAuthors: [coAuthor], revision: 0 }
  await portal.t.call(saveDetails, { as: author.token, params: { abstractId }, body })
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${paperId}`)
  await expect(page.getByText(/^A conflict of interest was found .* you cannot review it\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'I cannot review this paper' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Give this paper back?' })
  await expect(dialog.getByLabel('Reason (required)')).toHaveValue(
    'A conflict of interest was found after the paper was assigned to me.',
  )
  await expect(dialog.getByLabel('I have a conflict of interest')).toBeChecked()
  await expect(
    dialog.getByText('With this you cannot be asked to review this paper again, and no longer see it.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(`${portal.url}/reviewer?view=assigned`)
})

test('who is assigned for the next round is told that the revised version is awaited, and can give it back', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'paper_awaiting_resubmission', await newCast())
  const { reviewer: ahead } = await newCast()
  const body = { reviewerId: ahead.id }
  await portal.t.call(assignReviewer, { as: admin.token, params: { paperId }, body })
  await openAs(page, portal, ahead, `/reviewer?view=paper&paperId=${paperId}`)
  await expect(page.getByText('The revised version is awaited; you are told when it arrives.')).toBeVisible()
  await expect(page.getByText('needs no decision from you')).toHaveCount(0)
  await press(page, 'I cannot review this paper')
  const dialog = page.getByRole('alertdialog', { name: 'Give this paper back?' })
  await dialog.getByLabel('Reason (required)').fill('No time.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/view=assigned/)
})

test('Back does not lead to a paper that was given back', async ({ page }) => {
  const { paperId } = await openPaper(page)
  await page.goto(`${portal.url}/reviewer`)
  await page.goto(`${portal.url}/reviewer?view=paper&paperId=${paperId}`)
  await press(page, 'I cannot review this paper')
  await page.getByLabel('Reason (required)').fill('No time')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(`${portal.url}/reviewer?view=assigned`)
  await page.goBack()
  await expect(page).toHaveURL(`${portal.url}/reviewer`)
})

test('keys lead to the papers beside an assigned one, and after a review the next one is named', async ({
  page,
}) => {
  const cast = await newCast()
  const made = [
    await submissionAt(portal.t, 'paper_submitted', cast),
    await submissionAt(portal.t, 'paper_submitted', cast),
  ]
  await openAs(page, portal, cast.reviewer, '/reviewer?view=assigned')
  const names = page.getByRole('main').locator('[data-name] a')
  await expect(names).toHaveCount(made.length)
  const addresses = await names.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const [first = '', second = ''] = addresses.map((address) => portal.url + address)
  const form = page.getByRole('heading', { level: 2, name: 'Decision on Paper' })
  await page.goto(first)
  await expect(form).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Next paper')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(second)
  await expect(form).toBeVisible()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(first)
  await expect(form).toBeVisible()
  const paperId = new URL(first).searchParams.get('paperId') ?? ''
  const params = { paperId }
  await portal.t.call(approvePaper, { as: cast.reviewer.token, params, body: { score: 80 } })
  await page.reload()
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await page
    .getByText(/^Next paper:/)
    .getByRole('link')
    .click()
  await expect(page).toHaveURL(second)
})
