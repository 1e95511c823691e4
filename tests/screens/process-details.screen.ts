import { expect, type Page, test } from '@playwright/test'
import { approvePaper } from '#shared/reviewing/contract.ts'
import { resubmitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { makePdf } from '#tests/factories.ts'
import { type AuthorStage, type OfAuthor, openAuthorStage, panelOf, statusOf } from './author-stage.ts'
import { openAs, readApart } from './browser-portal.ts'

let stage: AuthorStage
test.beforeAll(async () => {
  stage = await openAuthorStage()
})
test.afterAll(() => stage.close())

async function openAt(page: Page, at: Stage): Promise<OfAuthor> {
  const one = await stage.made(at)
  await stage.openDetails(page, one)
  return one
}
/** What may be done in a panel: the names of its links and buttons. */
const deedsIn = (page: Page, title: string) =>
  panelOf(page, title)
    .locator('a, button')
    .evaluateAll((found) => found.map((one) => one.textContent.trim()))
const COPY = 'Copy Paper ID'

/** Each stage, its message, and what may be done with abstract and paper. */
const stages = [
  [
    'abstract_submitted',
    'Your abstract is under review. You are told of the decision by e-mail.',
    ['Download', 'Edit', 'Delete'],
    undefined,
  ],
  [
    'abstract_awaiting_resubmission',
    'Your abstract was provisionally accepted. Revise it and upload a new version.',
    ['Download', 'Upload Abstract'],
    undefined,
  ],
  ['abstract_declined', 'Your submission was not accepted; it ends here.', ['Download'], undefined],
  [
    'awaiting_paper',
    'Your abstract was accepted. Submit your full paper now.',
    ['Download'],
    ['Upload Paper'],
  ],
  [
    'paper_submitted',
    'Your paper is under review. You are told of the decision by e-mail.',
    ['Download', 'Edit', 'Delete'],
    [COPY, 'Download', 'Edit', 'Delete'],
  ],
  [
    'reviewer_declined',
    'Your paper is under review. You are told of the decision by e-mail.',
    ['Download'],
    [COPY, 'Download'],
  ],
  [
    'paper_awaiting_resubmission',
    'Changes were asked for. Revise your paper and upload the new version.',
    ['Download', 'Edit', 'Delete'],
    [COPY, 'Download', 'Upload Paper'],
  ],
  ['paper_declined', 'Your submission was not accepted; it ends here.', ['Download'], [COPY, 'Download']],
  [
    'awaiting_payment',
    'Your paper was accepted. Pay the registration fee to complete your submission.',
    ['Download'],
    [COPY, 'Download'],
  ],
  ['complete', 'Your submission is complete.', ['Download'], [COPY, 'Download']],
  ['withdrawn', 'You withdrew this submission; it ends here.', ['Download'], undefined],
] as const

/** What the results of abstract and paper say, by stage. */
const results: Partial<Record<Stage, readonly [string, string?]>> = {
  abstract_submitted: ['Waiting for a decision'],
  abstract_awaiting_resubmission: ['Provisionally accepted'],
  abstract_declined: ['Rejected'],
  paper_submitted: ['Accepted', 'Waiting for a decision'],
  reviewer_declined: ['Accepted', 'Waiting for a decision'],
  paper_awaiting_resubmission: ['Accepted', 'Provisionally accepted'],
  paper_declined: ['Accepted', 'Rejected'],
  awaiting_payment: ['Accepted', 'Accepted'],
  withdrawn: ['Withdrawn'],
}

test('in every stage the message, what may be done and what was decided fit', async ({ page }) => {
  const result = (title: string) =>
    page.getByRole('heading', { level: 3, name: title }).locator('xpath=following-sibling::*[1]')
  for (const [at, message, abstract, paper] of stages) {
    await test.step(at, async () => {
      await openAt(page, at)
      await expect(page.getByText(message, { exact: true })).toBeVisible()
      expect(await deedsIn(page, 'Abstract')).toEqual(abstract)
      const heading = page.getByRole('heading', { level: 2, name: 'Paper', exact: true })
      await expect(heading).toHaveCount(paper === undefined ? 0 : 1)
      if (paper !== undefined) expect(await deedsIn(page, 'Paper')).toEqual(paper)
      const [ofAbstract, ofPaper] = results[at] ?? []
      if (ofAbstract !== undefined) await expect(result('Abstract Results')).toHaveText(ofAbstract)
      if (ofPaper !== undefined) await expect(result('Paper Results')).toHaveText(ofPaper)
    })
  }
})

test('the Feedback box shows what was said of the abstract, and of the paper', async ({ page }) => {
  await openAt(page, 'awaiting_payment')
  for (const title of ['Abstract', 'Paper']) {
    const feedback = panelOf(page, title).getByRole('heading', { name: 'Feedback' })
    await expect(feedback.locator('xpath=following-sibling::*[1]')).toHaveText('because')
  }
})

test('after the paper’s rejection the abstract’s Feedback still shows what was said of the abstract', async ({
  page,
}) => {
  await openAt(page, 'paper_declined')
  const feedback = panelOf(page, 'Abstract').getByRole('heading', { name: 'Feedback' })
  await expect(feedback.locator('xpath=following-sibling::*[1]')).toHaveText('because')
})

test('a withdrawn submission shows the author’s own reason', async ({ page }) => {
  await openAt(page, 'withdrawn')
  await expect(page.getByRole('heading', { name: 'Your reason' })).toBeVisible()
  await expect(panelOf(page, 'Abstract').getByText('no time')).toBeVisible()
})

test('the Reviewed marker stands at a version that was decided on, and at no other', async ({ page }) => {
  const one = await stage.made('abstract_awaiting_resubmission')
  const file = await makePdf()
  const sent = await stage.t.upload(resubmitAbstract, {
    as: one.author.token,
    params: { abstractId: one.abstractId },
    file,
  })
  expect(sent.status).toBe(200)
  await stage.openDetails(page, one)
  const abstract = panelOf(page, 'Abstract')
  await expect(abstract.getByText('Reviewed', { exact: true })).toHaveCount(1)
  await expect(abstract.getByText('After Provisionally accepted')).toBeVisible()
  await expect(abstract.getByText('Current', { exact: true })).toHaveCount(1)
  await expect(abstract.locator('p').filter({ hasText: 'After Prov' })).toContainText('Current')
  await expect(abstract.locator('p').filter({ hasText: 'First version' })).toBeVisible()
  // Delete is for the first version only, and the pending one can be replaced.
  expect(await deedsIn(page, 'Abstract')).toEqual(['Download', 'Delete', 'Download', 'Replace'])
  await abstract.getByRole('link', { name: 'Replace' }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=upload-abstract&abstractId=${one.abstractId}`)
})

test('a resubmitted abstract that was accepted can no longer be replaced', async ({ page }) => {
  const one = await stage.made('abstract_awaiting_resubmission')
  const params = { abstractId: one.abstractId }
  const as = one.author.token
  const send = async () => stage.t.upload(resubmitAbstract, { as, params, file: await makePdf() })
  expect((await send()).status).toBe(200)
  const accepted = await stage.t.call(approveAbstract, { as: stage.admin.token, params, body: {} })
  expect(accepted.status).toBe(200)
  expect((await stage.t.upload(submitPaper, { as, params, file: await makePdf() })).status).toBe(200)
  await stage.openDetails(page, one)
  await expect(panelOf(page, 'Abstract').getByText('Reviewed', { exact: true })).toHaveCount(2)
  expect(await deedsIn(page, 'Abstract')).toEqual(['Download', 'Delete', 'Download'])
  expect((await send()).refusal.error).toBe('wrong_state')
})

test('a revised paper under review can be replaced', async ({ page }) => {
  const one = await stage.made('paper_awaiting_resubmission')
  const file = await makePdf()
  const sent = await stage.t.upload(submitPaper, {
    as: one.author.token,
    params: { abstractId: one.abstractId },
    file,
  })
  expect(sent.status).toBe(200)
  await stage.openDetails(page, one)
  expect(await deedsIn(page, 'Paper')).toEqual([COPY, 'Download', 'Download', 'Replace'])
  await expect(panelOf(page, 'Paper').getByText('After Provisionally accepted')).toBeVisible()
})

test('a version that cannot be downloaded says “No download”', async ({ page }) => {
  const one = await stage.made('paper_submitted')
  await readApart(page)
  await page.route('**/overview', async (route) => {
    const answer = await route.fetch()
    const overview = JSON.stringify(await answer.json())
    await route.fulfill({
      body: overview.replaceAll(/"downloadUrl":"[^"]*"/g, '"downloadUrl":null'),
      contentType: 'application/json',
    })
  })
  await stage.openDetails(page, one)
  for (const title of ['Abstract', 'Paper'])
    await expect(panelOf(page, title).getByText('No download')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0)
})

test('Edit leads to the upload of another file', async ({ page }) => {
  const one = await openAt(page, 'paper_submitted')
  await panelOf(page, 'Abstract').getByRole('link', { name: 'Edit' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Upload a new version of ${one.abstractId}` }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await panelOf(page, 'Paper').getByRole('link', { name: 'Edit' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Upload a new version of ${one.paperId}` }),
  ).toBeVisible()
})

test('the upload of a revised paper is called so', async ({ page }) => {
  const { author, abstractId, paperId } = await stage.made('paper_awaiting_resubmission')
  await stage.open(page, author, `?view=upload-paper&abstractId=${abstractId}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Upload the revised paper of ${paperId}` }),
  ).toBeVisible()
})

test('a second click on Delete while it runs is ignored', async ({ page }) => {
  await openAt(page, 'paper_submitted')
  let asked = 0
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/papers/*', async (route) => {
    asked += 1
    await waits
    await route.continue()
  })
  await panelOf(page, 'Paper').getByRole('button', { name: 'Delete' }).click()
  const confirm = page
    .getByRole('alertdialog', { name: 'Delete Paper?' })
    .getByRole('button', { name: 'Delete' })
  // As fast as two clicks can come: before anything is drawn anew.
  await confirm.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(confirm).toHaveAttribute('aria-busy', 'true')
  await confirm.click({ force: true })
  await confirm.press('Enter')
  answer()
  await expect(page.getByText('Paper deleted.')).toBeVisible()
  expect(asked).toBe(1)
  // The button went with the paper; the keyboard goes on in its section.
  await expect(page.getByRole('heading', { level: 2, name: 'Paper', exact: true })).toBeFocused()
})

test('a paper that cannot be deleted says “Delete failed”, or the server’s words', async ({ page }) => {
  await openAt(page, 'paper_submitted')
  const remove = async () => {
    await panelOf(page, 'Paper').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await page.route('**/api/papers/*', (route) => route.fulfill({ status: 500, json: {} }))
  await remove()
  await expect(page.getByText('Delete failed', { exact: true })).toBeVisible()
  await page.route('**/api/papers/*', (route) =>
    route.fulfill({ status: 409, json: { message: 'The review has begun.', error: 'wrong_state' } }),
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The review has begun.')).toBeVisible()
})

test('a paper whose review began while its author looked cannot be deleted: the screen says so, and offers it no more', async ({
  page,
}) => {
  const { paperId } = await openAt(page, 'paper_submitted')
  await panelOf(page, 'Paper').getByRole('button', { name: 'Delete' }).click()
  // Of two reviews that are asked for, the first is in.
  await stage.settings({ reviewsPerPaper: 2 })
  const review = { as: stage.reviewer.token, params: { paperId }, body: { score: 80 } }
  expect((await stage.t.call(approvePaper, review)).status).toBe(200)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(
    page.getByText('The review of this paper has begun; it can no longer be changed.'),
  ).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(panelOf(page, 'Paper').getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(panelOf(page, 'Paper').getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await stage.settings({})
})

test('a paper overview that cannot be read is as no paper, silently', async ({ page }) => {
  const one = await stage.made('paper_submitted')
  await readApart(page)
  await page.route('**/paper/overview', (route) => route.fulfill({ status: 404, json: {} }))
  await stage.openDetails(page, one)
  await expect(page.getByRole('heading', { level: 2, name: 'Paper', exact: true })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('details that were read stay when reading them anew fails', async ({ page }) => {
  const one = await openAt(page, 'awaiting_paper')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.route('**/overview', (route) => route.fulfill({ status: 500, json: {} }))
  await expect(page).toHaveURL(/view=ongoing/)
  await expect(page.getByRole('article')).toBeVisible()
  await page.clock.install()
  // What was read is not fresh any more, and not forgotten yet.
  await page.clock.fastForward('00:20')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('alert')).toHaveText('Failed to refresh details')
  await expect(statusOf(page)).toHaveText('awaiting paper')
  await expect(page).toHaveURL(`${stage.url}/author?view=details&abstractId=${one.abstractId}`)
})

test('details that stay open are read anew before their links to the files end', async ({ page }) => {
  await readApart(page)
  await page.clock.install()
  await openAt(page, 'paper_submitted')
  await expect(panelOf(page, 'Paper').getByRole('link', { name: 'Download' })).toBeVisible()
  const again = ['/overview', '/paper/overview'].map((end) =>
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(end)),
  )
  await page.clock.fastForward('08:01')
  await Promise.all(again)
})

test('the timeline tells what happened, where it is and what comes next, and no name', async ({ page }) => {
  await openAt(page, 'paper_awaiting_resubmission')
  const timeline = page.getByRole('list', { name: 'What happened, and what comes next' })
  const titles = timeline.getByRole('listitem').locator('> :first-child')
  await expect(titles).toHaveText([
    'Abstract submitted',
    'Abstract accepted',
    'Paper submitted',
    'Changes to the paper requested',
    'You revise the paper',
    'Reviewers assess the paper',
    'You pay the registration fee',
    'Staff verify the payment, within three business days',
    'The submission is complete',
  ])
  await expect(timeline.locator('[aria-current="step"]')).toHaveText('You revise the paper')
  expect(await page.content()).not.toContain('Secret-Reviewer')
})

async function reportPayment(page: Page) {
  await panelOf(page, 'Payment').getByRole('button', { name: 'I have paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
}

test('“I have paid” asks for the day and takes a reference, which the staff read', async ({ page }) => {
  const one = await openAt(page, 'awaiting_payment')
  await panelOf(page, 'Payment').getByRole('button', { name: 'I have paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report your payment' })
  await expect(dialog).toContainText(one.paperId)
  const day = dialog.getByLabel('Date of payment')
  await day.fill('')
  await dialog.getByRole('button', { name: 'I have paid' }).click()
  await expect(day).toHaveAccessibleDescription('Enter the day on which you paid.')
  await day.fill('2999-01-01')
  await dialog.getByRole('button', { name: 'I have paid' }).click()
  await expect(day).toHaveAccessibleDescription('The day of payment cannot lie in the future.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Pay the registration fee', { exact: true })).toBeVisible()
  await panelOf(page, 'Payment').getByRole('button', { name: 'I have paid' }).click()
  await day.fill('2026-03-02')
  await dialog.getByLabel('Bank reference or note (optional)').fill('SEPA 4711')
  await dialog.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('Thank you. We verify payments within three business days')).toBeVisible()
  await openAs(page, stage, stage.admin, `/admin/payments?q=${one.paperId}`)
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry.getByText('Paid on Mar 2, 2026')).toBeVisible()
  await expect(entry.getByText('SEPA 4711')).toBeVisible()
})

test('a reported payment is being verified, and cannot be reported twice', async ({ page }) => {
  await openAt(page, 'awaiting_payment')
  await page.getByRole('link', { name: 'How to pay' }).click()
  await expect(panelOf(page, 'Payment')).toBeInViewport()
  await reportPayment(page)
  await expect(
    panelOf(page, 'Payment').getByText(
      /^You reported this payment\. Staff verify it by .+; please do not pay again\.$/,
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have paid' })).toHaveCount(0)
  await expect(page.getByText(/There is nothing to do for you now\.$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay the registration fee' })).toHaveCount(0)
})

test('a submission can be withdrawn with a reason, later than it can be deleted', async ({ page }) => {
  await openAt(page, 'awaiting_paper')
  await page.getByRole('button', { name: 'Withdraw submission' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw this submission?' })
  await dialog.getByRole('button', { name: 'Withdraw submission' }).click()
  await expect(dialog.getByText('reason is required')).toBeVisible()
  await dialog.getByLabel('Reason (required)').fill('An error in the data')
  await dialog.getByRole('button', { name: 'Withdraw submission' }).click()
  await expect(statusOf(page)).toHaveText('complete')
  await expect(statusOf(page)).toHaveAttribute('data-kind', 'rejected')
  await expect(panelOf(page, 'Abstract').getByText('An error in the data')).toBeVisible()
})

test('“Back to list” leads to the list that the submission stands in', async ({ page }) => {
  for (const [at, list] of [
    ['complete', 'completed'],
    ['abstract_declined', 'completed'],
    ['paper_submitted', 'ongoing'],
  ] as const) {
    await openAt(page, at)
    await page.getByRole('link', { name: 'Back to list' }).click()
    await expect(page).toHaveURL(`${stage.url}/author?view=${list}`)
  }
})

test('where the browser does not allow copying the button says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  })
  await openAt(page, 'awaiting_payment')
  await page.getByRole('button', { name: COPY }).first().click()
  await expect(page.getByText('Select the text and copy it.').first()).toBeVisible()
})
