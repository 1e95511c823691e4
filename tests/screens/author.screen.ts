import { expect, type Page, test } from '@playwright/test'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { saveSettings } from '#shared/settings/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, countOf, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let admin: MadePerson
let reviewer: MadePerson
test.beforeAll(async () => {
  portal = await openBrowserPortal()
  const { t } = portal
  admin = await makePerson(t, { role: 'admin' })
  reviewer = await makePerson(t, { role: 'reviewer', name: 'Rita Secret-Reviewer' })
  const answer = await t.call(saveSettings, {
    as: admin.token,
    body: {
      revision: 0,
      settings: {
        ...defaultSettings,
        supportEmail: 'help@conference.example',
        paymentUrl: 'https://pay.example/',
        specialSessionUrl: 'https://forms.example/session',
      },
    },
  })
  expect(answer.status).toBe(200)
})
test.afterAll(() => portal.close())

const newCast = async (role: 'author' | 'both' = 'author'): Promise<Cast> => ({
  author: await makePerson(portal.t, { role }),
  reviewer,
  admin,
})
/** A submission of a new author at a stage, and its details opened as them. */
async function openDetails(page: Page, stage: Stage) {
  const cast = await newCast()
  const made = await submissionAt(portal.t, stage, cast)
  await openAs(page, portal, cast.author, `/author?view=details&abstractId=${made.abstractId}`)
  await expect(page.getByText('Current Status')).toBeVisible()
  return { ...made, author: cast.author }
}
/** A panel by its heading. */
const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const statusOf = (page: Page) => page.getByText('Current Status').locator('[data-kind]')

test('the home view welcomes the author, with role, count cards and the special session', async ({
  page,
}) => {
  const cast = await newCast()
  await submissionAt(portal.t, 'abstract_submitted', cast)
  await submissionAt(portal.t, 'abstract_declined', cast)
  await openAs(page, portal, cast.author, '/author')
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Author', { exact: true })).toBeVisible()
  await expect(countOf(page, 'Ongoing Papers')).toHaveText('1')
  await expect(countOf(page, 'Completed Papers')).toHaveText('1')
  await expect(page.getByRole('button', { name: 'Switch to Reviewer' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Switch to Reviewer' })).toHaveCount(0)
  const request = page.getByRole('link', { name: 'Submit request' })
  await expect(page.getByRole('heading', { name: 'Mini-symposium / Special session' })).toBeVisible()
  expect([await request.getAttribute('href'), await request.getAttribute('target')]).toEqual([
    'https://forms.example/session',
    '_blank',
  ])
  await page.getByRole('link', { name: 'Submit Abstract' }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=upload-abstract`)
})

test('only somebody who is both sees the switch, and it leads to the other dashboard', async ({ page }) => {
  const { author } = await newCast('both')
  await openAs(page, portal, author, '/author')
  await page.getByRole('link', { name: 'Switch to Reviewer' }).click()
  await expect(page).toHaveURL(`${portal.url}/reviewer`)
  await page.getByRole('link', { name: 'Switch to Author' }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('the Support button shows and hides the tip', async ({ page }) => {
  await openAs(page, portal, (await newCast()).author, '/author')
  const tip = page.getByText('Need help? Contact us at help@conference.example')
  await expect(tip).toHaveCount(0)
  await page.getByRole('button', { name: 'Support' }).click()
  await expect(tip).toBeVisible()
  const address = tip.getByRole('link', { name: 'help@conference.example' })
  await expect(address).toHaveAttribute('href', 'mailto:help@conference.example')
  await page.getByRole('button', { name: 'Support' }).click()
  await expect(tip).toHaveCount(0)
})

test('empty lists say what to do', async ({ page }) => {
  const { author } = await newCast()
  await openAs(page, portal, author, '/author?view=ongoing')
  await expect(page.getByText('No ongoing abstracts')).toBeVisible()
  await expect(page.getByText('Start by submitting a new abstract.')).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: 'Completed Papers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Completed Abstracts' })).toBeVisible()
  await expect(page.getByText('No completed abstracts')).toBeVisible()
  await expect(
    page.getByText('Rejected abstracts/papers and completed papers will appear here once available.'),
  ).toBeVisible()
})

test('lists say that they load, and “Failed to load” when they cannot', async ({ page }) => {
  const { author } = await newCast()
  for (const [view, loading] of [
    ['ongoing', 'Loading ongoing submissions…'],
    ['completed', 'Loading completed submissions…'],
  ] as const) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/abstracts/${view}*`, async (route) => {
      await asked
      await route.fulfill({ status: 500, json: {} })
    })
    await openAs(page, portal, author, `/author?view=${view}`)
    await expect(page.getByText(loading)).toBeVisible()
    answer()
    await expect(page.getByText('Failed to load', { exact: true })).toBeVisible()
  }
})

test('a card shows letter, file name, status in plain words and when it was updated', async ({ page }) => {
  const cast = await newCast()
  await submissionAt(portal.t, 'abstract_submitted', cast)
  await submissionAt(portal.t, 'awaiting_payment', cast)
  await openAs(page, portal, cast.author, '/author?view=ongoing')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  const abstract = cards.filter({ hasText: 'abstract submitted' })
  await expect(abstract.getByText('A', { exact: true })).toBeVisible()
  await expect(abstract.getByRole('heading')).toHaveText('bridges.pdf')
  await expect(abstract.getByText(/^Updated /)).toBeVisible()
  await expect(cards.filter({ hasText: 'awaiting payment' }).getByText('P', { exact: true })).toBeVisible()
})

test('a reviewer’s rejection is shown as paper submitted, with the comments and without the reviewer', async ({
  page,
}) => {
  const cast = await newCast()
  const { abstractId } = await submissionAt(portal.t, 'reviewer_declined', cast)
  await openAs(page, portal, cast.author, '/author?view=ongoing')
  const card = page.getByRole('article')
  await expect(card.getByText('paper submitted')).toBeVisible()
  await expect(card.getByText('Reviewer comments: because')).toBeVisible()
  await openAs(page, portal, cast.author, `/author?view=details&abstractId=${abstractId}`)
  await expect(statusOf(page)).toHaveText('paper submitted')
  expect(await page.content()).not.toContain('Secret-Reviewer')
})

test('in the completed list a declined card is red and others are green', async ({ page }) => {
  const cast = await newCast()
  await submissionAt(portal.t, 'paper_declined', cast)
  await submissionAt(portal.t, 'complete', cast)
  await openAs(page, portal, cast.author, '/author?view=completed')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const kinds = page.getByRole('article').locator('[data-kind]:not([title])')
  const shown = await kinds.evaluateAll((pills) => pills.map((pill) => pill.getAttribute('data-kind')))
  expect(shown.length).toBe(2)
  expect(new Set(shown)).toEqual(new Set(['complete', 'rejected']))
  await openAs(page, portal, cast.author, '/author?view=ongoing')
  await expect(page.getByText('No ongoing abstracts')).toBeVisible()
})

test('the celebration opens for a complete submission, with View details and Close', async ({ page }) => {
  const cast = await newCast()
  const { abstractId } = await submissionAt(portal.t, 'complete', cast)
  await openAs(page, portal, cast.author, '/author?view=completed')
  const dialog = page.getByRole('dialog', { name: 'CONGRATULATIONS!' })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await dialog.getByRole('link', { name: 'View details' }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=details&abstractId=${abstractId}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Payment section completed' })).toBeVisible()
  await expect(page.getByText('Payment confirmed. Your submission is complete.')).toBeVisible()
})

test('a submitted abstract can be edited and deleted; deleting asks first', async ({ page }) => {
  await openDetails(page, 'abstract_submitted')
  await expect(statusOf(page)).toHaveText('abstract submitted')
  const abstract = panel(page, 'Abstract')
  await expect(abstract.getByRole('link', { name: 'Download' })).toBeVisible()
  await expect(abstract.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(abstract.getByRole('heading', { name: 'Abstract Results' })).toBeVisible()
  await abstract.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Abstract?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(abstract.getByRole('button', { name: 'Delete' })).toBeFocused()
  await abstract.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Abstract deleted.')).toBeVisible()
  await expect(page).toHaveURL(`${portal.url}/author?view=ongoing`)
})

test('a deletion that fails says “Delete failed” and deletes nothing', async ({ page }) => {
  await openDetails(page, 'abstract_submitted')
  await page.route('**/file', (route) => route.fulfill({ status: 500, json: {} }))
  await panel(page, 'Abstract').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Delete failed')).toBeVisible()
  await expect(statusOf(page)).toHaveText('abstract submitted')
})

test('an accepted abstract tells the author to submit the paper, with its button', async ({ page }) => {
  const { abstractId } = await openDetails(page, 'awaiting_paper')
  await expect(page.getByText('Your abstract was accepted. Submit your full paper now.')).toBeVisible()
  const abstract = panel(page, 'Abstract')
  await expect(abstract.getByText('Reviewed', { exact: true })).toBeVisible()
  await expect(abstract.getByText('because')).toBeVisible()
  await expect(abstract.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(abstract.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await panel(page, 'Paper').getByRole('link', { name: 'Upload Paper' }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=upload-paper&abstractId=${abstractId}`)
})

test('an abstract that needs changes offers Upload Abstract and shows the feedback', async ({ page }) => {
  await openDetails(page, 'abstract_awaiting_resubmission')
  await expect(statusOf(page)).toHaveText('awaiting resubmission')
  const abstract = panel(page, 'Abstract')
  await expect(abstract.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await expect(abstract.getByText('Provisionally accepted')).toBeVisible()
  await expect(abstract.getByRole('link', { name: 'Upload Abstract' })).toBeVisible()
})

test('a paper under review can be edited and deleted, and deleting brings Upload Paper back', async ({
  page,
}) => {
  await openDetails(page, 'paper_submitted')
  await expect(statusOf(page)).toHaveText('paper submitted')
  await expect(panel(page, 'Abstract').getByRole('link', { name: 'Edit' })).toBeVisible()
  const paper = panel(page, 'Paper')
  await expect(paper.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(paper.getByRole('heading', { name: 'Paper Results' })).toBeVisible()
  await paper.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete Paper?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(paper.getByRole('link', { name: 'Upload Paper' })).toBeVisible()
  await expect(statusOf(page)).toHaveText('awaiting paper')
})

test('a paper that needs changes offers Upload Paper, and no Edit or Delete', async ({ page }) => {
  await openDetails(page, 'paper_awaiting_resubmission')
  await expect(statusOf(page)).toHaveText('awaiting resubmission')
  const paper = panel(page, 'Paper')
  await expect(paper.getByRole('link', { name: 'Upload Paper' })).toBeVisible()
  await expect(paper.getByText('because')).toBeVisible()
  await expect(paper.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(paper.getByRole('button', { name: 'Delete' })).toHaveCount(0)
})

test('an accepted paper shows how to pay, that once is enough, and copies its number', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const { paperId } = await openDetails(page, 'awaiting_payment')
  await expect(statusOf(page)).toHaveText('awaiting payment')
  const payment = panel(page, 'Payment')
  await expect(
    payment.getByText(`Pay the registration fee and give ${paperId} as the payment reference.`),
  ).toBeVisible()
  await expect(
    payment.getByText('Payments are verified within three business days. Please do not pay more than once.'),
  ).toBeVisible()
  const link = payment.getByRole('link', { name: 'Go to the payment page' })
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([
    'https://pay.example/',
    '_blank',
  ])
  // It is said for a second and a half.
  await page.clock.pauseAt(Date.now() + 60_000)
  await payment.getByRole('button', { name: 'Copy Paper ID' }).click()
  await expect(payment.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(paperId)
  await page.clock.runFor(1500)
  await page.clock.resume()
  await expect(payment.getByRole('button', { name: 'Copied' })).toHaveCount(0)
  await payment.getByRole('button', { name: 'I have paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
  await expect(
    payment.getByText(/^You reported this payment\. Staff verify it by .+; please do not pay again\.$/),
  ).toBeVisible()
  await expect(payment.getByRole('link', { name: 'Go to the payment page' })).toHaveCount(0)
})

test('a rejected paper shows complete in red, with the reason', async ({ page }) => {
  await openDetails(page, 'paper_declined')
  await expect(statusOf(page)).toHaveText('complete')
  await expect(statusOf(page)).toHaveAttribute('data-kind', 'rejected')
  await expect(panel(page, 'Paper').getByText('Rejected')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment' })).toHaveCount(0)
})

test('details that cannot be read say “Failed to load details”; Back to list leads back', async ({
  page,
}) => {
  const { author } = await newCast()
  await readApart(page)
  await page.route('**/overview', (route) => route.fulfill({ status: 500, json: {} }))
  await openAs(page, portal, author, '/author?view=details&abstractId=A26-0001')
  await expect(page.getByText('Failed to load details')).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL(`${portal.url}/author?view=ongoing`)
})

test('another author’s submission is as if it were not there', async ({ page }) => {
  const cast = await newCast()
  const { abstractId } = await submissionAt(portal.t, 'abstract_submitted', cast)
  await openAs(page, portal, (await newCast()).author, `/author?view=details&abstractId=${abstractId}`)
  await expect(page.getByText(/not found/)).toBeVisible()
  await expect(page.getByText('bridges.pdf')).toHaveCount(0)
  // It will not be there next time either: only the way back is offered.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to list' })).toBeVisible()
})

test('a decision by the organisers is there when the page is opened again', async ({ page }) => {
  const { abstractId, author } = await openDetails(page, 'abstract_submitted')
  await portal.t.call(approveAbstract, {
    as: admin.token,
    params: { abstractId },
    body: { comments: 'Well done.' },
  })
  await openAs(page, portal, author, `/author?view=details&abstractId=${abstractId}`)
  await expect(panel(page, 'Abstract').getByText('Well done.')).toBeVisible()
})

test('the instructions tell the whole way', async ({ page }) => {
  await openAs(page, portal, (await newCast()).author, '/author/instructions')
  for (const text of [
    'Submitted. You upload your abstract as a PDF.',
    'Under review. The organisers assess it.',
    'Approved. You submit the full paper.',
    'Provisionally accepted. You revise the abstract and resubmit it.',
    'Submitted. Reviewers assess it.',
    'Approved. It awaits payment, and is complete once staff have verified the payment.',
    'Provisionally accepted. You revise the paper and resubmit it.',
    'Edits are allowed until review starts or the deadline.',
    'Files are PDF only.',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: text })).toHaveText(text)
  await expect(page.getByText('Rejected. The process ends.')).toHaveCount(2)
})
