import { expect, type Page, test } from '@playwright/test'
import { reportPayment } from '#shared/payments/contract.ts'
import { deleteAbstract } from '#shared/submissions/contract.ts'
import { logIn, makePerson } from '#tests/factories.ts'
import { type Cast, letBeDue, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, countOf, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = (page: Page) => page.getByRole('form').getByRole('alert')
const openAbstract = async (page: Page) => {
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, cast.admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Decision on Abstract' })).toBeVisible()
  return abstractId
}

test('the admin’s home welcomes and counts; the sidebar leads to Dashboard and Profile', async ({ page }) => {
  await submissionAt(portal.t, 'abstract_submitted', cast)
  await submissionAt(portal.t, 'awaiting_paper', cast)
  await openAs(page, portal, cast.admin, '/admin')
  await expect(page.getByText('You are logged in as System Administrator')).toBeVisible()
  await expect(countOf(page, 'Pending Abstracts')).toHaveText('1')
  await expect(countOf(page, 'Reviewed Abstracts')).toHaveText('1')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Profile' })).toBeVisible()
})

test('the home counts the papers and reviews that wait, and leads to them', async ({ page }) => {
  await submissionAt(portal.t, 'reviewer_declined', cast)
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await letBeDue(portal.t, cast.reviewer, { paperId }, new Date('2026-01-03T12:00:00Z'))
  const paid = await submissionAt(portal.t, 'awaiting_payment', cast)
  const as = await logIn(portal.t, cast.author.email, cast.author.password)
  await portal.t.call(reportPayment, { as, params: { paperId: paid.paperId }, body: {} })
  await openAs(page, portal, cast.admin, '/admin')
  await expect(countOf(page, 'Papers: decision needed')).toHaveText('1')
  await expect(countOf(page, 'Papers: reviewer missing')).toHaveText('0')
  await expect(countOf(page, 'Reviewers: reviews overdue')).toHaveText('1')
  await expect(countOf(page, 'Payments: to verify')).toHaveText('1')
  await page.getByRole('main').getByRole('link', { name: 'Papers: decision needed' }).click()
  await expect(page).toHaveURL(`${portal.url}/admin/papers?status=decision_needed`)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('if the current-user call fails the admin is sent to /', async ({ page }) => {
  await readApart(page)
  await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${portal.url}/icon.svg`)
  await page.evaluate((token) => localStorage.setItem('accessToken', token), cast.admin.token)
  await page.goto(`${portal.url}/admin`)
  await expect(page).toHaveURL(`${portal.url}/`)
})

test('the abstracts lists are empty, or cannot be read, and say so', async ({ page }) => {
  await openAs(page, portal, cast.admin, '/admin?view=pending')
  await expect(page.getByText('No pending abstracts')).toBeVisible()
  await openAs(page, portal, cast.admin, '/admin?view=reviewed')
  await expect(page.getByText('No reviewed abstracts')).toBeVisible()
  await page.route('**/api/admin/abstracts/*', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, cast.admin, '/admin?view=pending')
  await expect(page.getByText('Failed to load pending abstracts')).toBeVisible()
  await openAs(page, portal, cast.admin, '/admin?view=reviewed')
  await expect(page.getByText('Failed to load reviewed abstracts')).toBeVisible()
})

test('a pending abstract shows its name, its status in plain words and when it was submitted', async ({
  page,
}) => {
  await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, cast.admin, '/admin?view=pending')
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry.getByRole('link', { name: 'bridges.pdf' })).toBeVisible()
  await expect(entry.getByText('abstract submitted')).toBeVisible()
  await expect(entry.getByText(/^Submitted /)).toBeVisible()
})

test('reviewed abstracts show the verdict and when it was decided, with counters', async ({ page }) => {
  for (const stage of ['awaiting_paper', 'abstract_awaiting_resubmission', 'abstract_declined'] as const) {
    await submissionAt(portal.t, stage, cast)
  }
  await openAs(page, portal, cast.admin, '/admin?view=reviewed')
  const main = page.getByRole('main')
  await expect(main.getByText('Accepted: 1 · Provisionally accepted: 1 · Rejected: 1')).toBeVisible()
  for (const verdict of ['Accepted', 'Provisionally accepted', 'Rejected']) {
    const entry = main.getByRole('listitem').filter({ has: page.getByText(verdict, { exact: true }) })
    await expect(entry.getByText(/^Decided /)).toBeVisible()
  }
})

test('a reviewed abstract with a non-empty change-request reason is provisionally accepted', async ({
  page,
}) => {
  await submissionAt(portal.t, 'awaiting_paper', cast)
  let requestChangeReason: string | null = null
  await page.route('**/api/admin/abstracts/approved*', async (route) => {
    const answer = await route.fetch()
    const body: { items: object[] } = await answer.json()
    const [first] = body.items
    await route.fulfill({
      json: { ...body, items: [{ ...first, verdict: 'approved', requestChangeReason }] },
    })
  })
  for (const [given, label] of [
    [null, 'Accepted'],
    ['', 'Accepted'],
    ['Shorter, please.', 'Provisionally accepted'],
  ] as const) {
    requestChangeReason = given
    await openAs(page, portal, cast.admin, '/admin?view=reviewed')
    await expect(page.getByRole('main').getByRole('listitem').locator('[data-kind]')).toHaveText(label)
  }
})

test('accepting needs no comments; the abstract moves from pending to reviewed', async ({ page }) => {
  await openAbstract(page)
  await press(page, 'Accept')
  await expect(page.getByLabel('Comments (optional)')).toHaveValue('')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await page.goto(`${portal.url}/admin`)
  await expect(countOf(page, 'Pending Abstracts')).toHaveText('0')
  await expect(countOf(page, 'Reviewed Abstracts')).toHaveText('1')
})

test('a provisional acceptance of an abstract wants comments', async ({ page }) => {
  await openAbstract(page)
  await press(page, 'Provisionally Accept')
  await press(page, 'Submit')
  await expect(alert(page)).toContainText('Please provide your comments to the author before submitting.')
  await page.getByLabel('Comments to the author (required)').fill('Which bridges?')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('rejecting an abstract wants the typed word and a reason; Cancel clears the form', async ({ page }) => {
  await openAbstract(page)
  await press(page, 'Reject')
  await press(page, 'Submit')
  await expect(alert(page)).toContainText("Please type 'reject' to confirm rejection.")
  await expect(alert(page)).toContainText('Please provide a rejection reason before submitting.')
  await press(page, 'Cancel')
  await press(page, 'Reject')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('Reason for the rejection (required)').fill('Out of scope.')
  await page.getByLabel("Type 'reject' to confirm").fill('Reject')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('a decided or withdrawn abstract says so, with its reason, and offers no decision', async ({ page }) => {
  for (const [stage, pill, text, follows, back] of [
    ['awaiting_paper', 'Accepted', 'because', 'The author may submit the paper.', 'reviewed'],
    [
      'abstract_awaiting_resubmission',
      'Provisionally accepted',
      'because',
      /^The author revises/,
      'reviewed',
    ],
    ['abstract_declined', 'Rejected', 'because', 'The submission ended with it.', 'reviewed'],
    ['withdrawn', 'Withdrawn', 'no time', 'There is nothing to decide.', 'all'],
  ] as const) {
    await test.step(stage, async () => {
      const { abstractId } = await submissionAt(portal.t, stage, cast)
      await openAs(page, portal, cast.admin, `/admin?view=abstract&abstractId=${abstractId}`)
      const panel = page.locator('section').filter({
        has: page.getByRole('heading', { level: 2, name: 'Decision on Abstract' }),
      })
      await expect(panel.getByText(pill, { exact: true })).toBeVisible()
      await expect(panel.getByText(text)).toBeVisible()
      await expect(panel.getByText(follows)).toBeVisible()
      const offered = stage === 'withdrawn' ? [] : ['Take the decision back']
      await expect(panel.getByRole('button')).toHaveText(offered)
      await expect(page.getByText('Thank you. Your decision was submitted.')).toHaveCount(0)
      await expect(page.getByRole('link', { name: `Back to ${back} abstracts` })).toBeVisible()
      const progress = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Current Progress' }) })
      if (stage === 'withdrawn') {
        await expect(progress.locator('[data-kind]')).toHaveText('Withdrawn')
        await expect(progress.locator('[data-kind]')).toHaveAttribute('data-kind', 'rejected')
      }
    })
  }
})

test('an abstract withdrawn before any decision waits nowhere and is found among all', async ({ page }) => {
  const { abstractId } = await submissionAt(portal.t, 'withdrawn', cast)
  await openAs(page, portal, cast.admin, '/admin')
  await page.getByRole('link', { name: 'All abstracts, the withdrawn ones too' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All abstracts' })).toBeFocused()
  const entry = page.getByRole('listitem').filter({ hasText: abstractId })
  await expect(entry.locator('[data-kind=rejected]')).toHaveText('Withdrawn')
  for (const view of ['pending', 'reviewed']) {
    await page.goto(`${portal.url}/admin?view=${view}&q=${abstractId}`)
    await expect(page.getByText('Nothing matches')).toBeVisible()
  }
})

test('leaving with a decision that is not sent asks first', async ({ page }) => {
  await openAbstract(page)
  await press(page, 'Provisionally Accept')
  await page.getByLabel('Comments to the author (required)').fill('Which bridges?')
  const questions: string[] = []
  page.once('dialog', (question) => {
    questions.push(question.message())
    void question.dismiss()
  })
  await page.getByRole('link', { name: 'Back to pending abstracts' }).click()
  await expect.poll(() => questions).toEqual(['Your decision was not sent. Leave and lose what you wrote?'])
  await expect(page.getByLabel('Comments to the author (required)')).toHaveValue('Which bridges?')
  await press(page, 'Submit')
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to reviewed abstracts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviewed Abstracts' })).toBeVisible()
})

test('on a wide screen the decision stands beside the abstract', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAbstract(page)
  const decision = await page.getByRole('heading', { name: 'Decision on Abstract' }).boundingBox()
  const paper = await page
    .locator('[role=document], main p', { hasText: /^No preview|^$/ })
    .first()
    .boundingBox()
  expect(decision?.x).toBeGreaterThan((paper?.x ?? 0) + (paper?.width ?? 0))
})

test('a decision that fails says “Action failed” and keeps the text', async ({ page }) => {
  await openAbstract(page)
  await page.route('**/approve', (route) => route.fulfill({ status: 500, json: {} }))
  await press(page, 'Accept')
  await page.getByLabel('Comments (optional)').fill('Kept.')
  await press(page, 'Submit')
  await expect(page.getByText('Action failed')).toBeVisible()
  await expect(page.getByLabel('Comments (optional)')).toHaveValue('Kept.')
})

test('Submit and Cancel are disabled while a decision on an abstract is sent', async ({ page }) => {
  await openAbstract(page)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/decline', async (route) => {
    await asked
    await route.continue()
  })
  await press(page, 'Reject')
  await page.getByLabel('Reason for the rejection (required)').fill('Out of scope.')
  await page.getByLabel("Type 'reject' to confirm").fill(' REJECT ')
  await press(page, 'Submit')
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  answer()
  await expect(page.getByText('Thank you. Your decision was submitted.')).toBeVisible()
})

test('the details name the abstract by its id', async ({ page }) => {
  const abstractId = await openAbstract(page)
  await expect(page.getByText(`Abstract Details · ${abstractId}`)).toBeVisible()
})

test('an abstract that cannot be read says “Failed to load abstract”, one without a preview “No preview available.”', async ({
  page,
}) => {
  await page.route('**/preview', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), previewUrl: null } })
  })
  await openAbstract(page)
  await expect(page.getByText('No preview available.')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/preview', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load abstract')).toBeVisible()
})

test('Current Progress shows the abstract’s status and the paper’s pill in its colour', async ({ page }) => {
  for (const [stage, kind] of [
    ['paper_declined', 'rejected'],
    ['paper_awaiting_resubmission', 'changes'],
    ['awaiting_payment', 'accepted'],
    ['complete', 'accepted'],
    ['paper_submitted', 'in-review'],
  ] as const) {
    const { abstractId } = await submissionAt(portal.t, stage, cast)
    await openAs(page, portal, cast.admin, `/admin?view=abstract&abstractId=${abstractId}`)
    await expect(page.getByRole('heading', { name: 'Current Progress' })).toBeVisible()
    await expect(page.locator('[data-kind]').filter({ hasText: /^Paper/ })).toHaveAttribute('data-kind', kind)
  }
  const { abstractId } = await submissionAt(portal.t, 'awaiting_paper', cast)
  await openAs(page, portal, cast.admin, `/admin?view=abstract&abstractId=${abstractId}`)
  await expect(page.locator('[data-kind]').filter({ hasText: 'awaiting paper' })).toBeVisible()
  await expect(page.locator('[data-kind]').filter({ hasText: /^Paper/ })).toHaveCount(0)
})

test('what an author deleted is named on the home view and restored with a reason', async ({ page }) => {
  const made = await submissionAt(portal.t, 'paper_submitted', cast)
  const gone = await portal.t.call(deleteAbstract, { as: cast.author.token, params: made })
  expect(gone.status).toBe(200)
  await openAs(page, portal, cast.admin, '/admin')
  await page.getByRole('link', { name: '1 deleted submission can be restored' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted submissions' })).toBeFocused()
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry.getByText('was: paper submitted')).toBeVisible()
  await entry.getByRole('button', { name: `Restore: ${made.paperId}` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByText('reason is required')).toBeVisible()
  await dialog.getByLabel('Reason (required; the author reads it)').fill('You asked us to.')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The submission was restored.')).toBeVisible()
  await expect(page.getByText('Nothing was deleted lately')).toBeVisible()
  await page.goto(`${portal.url}/admin/papers?view=paper&paperId=${made.paperId}`)
  await expect(page.getByText('Restored by the organisers')).toBeVisible()
})
