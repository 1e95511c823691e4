import { expect, type Page, test } from '@playwright/test'
import { requestPaperChangeAsChair } from '#shared/reviewing/desk-contract.ts'
import { makePdf } from '#tests/factories.ts'
import { type AuthorStage, type OfAuthor, openAuthorStage, panelOf, statusOf } from './author-stage.ts'

let stage: AuthorStage
let pdf: Buffer
test.beforeAll(async () => {
  stage = await openAuthorStage()
  pdf = await makePdf()
})
test.afterAll(() => stage.close())

async function openUpload(page: Page): Promise<OfAuthor> {
  const one = await stage.made('awaiting_paper')
  await stage.open(page, one.author, `?view=upload-paper&abstractId=${one.abstractId}`)
  return one
}
const choose = (page: Page, name = 'paper.pdf', mimeType = 'application/pdf', buffer = pdf) =>
  page.getByLabel('Paper file: Browse').setInputFiles({ name, mimeType, buffer })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true })
/** Holds the upload on its way until it is let go; counts how often one was sent. */
async function hold(page: Page) {
  let count = 0
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/paper/submit-file*', async (route) => {
    count += 1
    await waits
    await route.continue()
  })
  return { sent: () => count, go: () => go() }
}

test('the paper view has the same drop zone and buttons, and its Back leads to the details', async ({
  page,
}) => {
  const { abstractId } = await openUpload(page)
  await expect(page.getByText('Drag & drop files or Browse')).toBeVisible()
  await expect(page.getByText('Supported format: PDF')).toBeVisible()
  await expect(page.getByText('At most 50 MB.')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await choose(page, 'notes.txt', 'text/plain')
  await expect(page.getByRole('alert')).toHaveText('Please upload a PDF file.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=details&abstractId=${abstractId}`)
})

test('an upload that does not apply says so, and leads on, instead of a form', async ({ page }) => {
  for (const [at, view, says] of [
    ['abstract_submitted', 'upload-paper', /^Your abstract is under review/],
    ['awaiting_payment', 'upload-paper', /^Your paper was accepted/],
    ['awaiting_paper', 'upload-abstract', /^Your abstract was accepted/],
    ['complete', 'upload-abstract', 'Your submission is complete.'],
  ] as const) {
    await test.step(`${view} at ${at}`, async () => {
      const one = await stage.made(at)
      await stage.open(page, one.author, `?view=${view}&abstractId=${one.abstractId}`)
      await expect(page.getByText('There is nothing to upload here now.')).toBeVisible()
      await expect(page.getByText(says)).toBeVisible()
      await expect(page.locator('input[type=file]')).toHaveCount(0)
      await page.getByRole('link', { name: /^Open / }).click()
      await expect(page.getByText('Current Status')).toBeVisible()
    })
  }
})

test('a file chosen to replace the newest one is no answer to a decision that came meanwhile', async ({
  page,
}) => {
  const one = await stage.made('paper_submitted')
  const address = `?view=upload-paper&abstractId=${one.abstractId}`
  await stage.open(page, one.author, address)
  await choose(page)
  const body = { confirmText: 'REQUEST_CHANGE', reason: 'Shorten it.' }
  const decided = await stage.t.call(requestPaperChangeAsChair, {
    as: stage.admin.token,
    params: { paperId: one.paperId },
    body,
  })
  expect(decided.status).toBe(200)
  // What has changed cannot be read at once: the portal is away for just that.
  const overview = `**/api/abstracts/${one.abstractId}/overview*`
  await page.route(overview, (route) => route.fulfill({ status: 500, json: { message: 'Away.' } }))
  await submit(page).click()
  const refusal = page.getByText('It has changed since you opened it. Look at it again.')
  await expect(refusal).toBeVisible()
  await expect(page.getByRole('heading', { name: `Upload a new version of ${one.paperId}` })).toBeVisible()
  await page.unroute(overview)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  // The decision is read: sent once more, the same file is an answer to it.
  const heading = `Upload the revised paper of ${one.paperId}`
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})

test('an abstract that takes the place of an accepted one is not said to be assessed', async ({ page }) => {
  for (const [at, next] of [
    ['abstract_submitted', 'It is assessed now; you are told of the decision by e-mail.'],
    ['paper_submitted', 'It takes the place of the earlier one; what was decided on that stands.'],
  ] as const) {
    const { author, abstractId } = await stage.made(at)
    await stage.open(page, author, `?view=upload-abstract&abstractId=${abstractId}`)
    await page
      .getByLabel('Abstract file: Browse')
      .setInputFiles({ name: 'abstract.pdf', mimeType: 'application/pdf', buffer: pdf })
    await submit(page).click()
    await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toContainText(next)
  }
})

test('while it is sent the label counts the percent, and nothing can be pressed twice', async ({ page }) => {
  const { abstractId } = await openUpload(page)
  const held = await hold(page)
  await choose(page)
  await submit(page).dblclick()
  const counting = page.getByRole('button', { name: /^Submitting\.\.\. \d{1,3}%$/ })
  await expect(counting).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove paper.pdf' })).toBeDisabled()
  await expect(page.getByLabel('Paper file: Browse')).toBeDisabled()
  held.go()
  const dialog = page.getByRole('dialog', { name: 'Submitted successfully' })
  await expect(dialog).toContainText('Your file was uploaded. You can track its progress in Ongoing Papers.')
  expect(held.sent()).toBe(1)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=ongoing`)
  await expect(page.getByText('paper submitted')).toBeVisible()
  await page.goto(`${stage.url}/author?view=details&abstractId=${abstractId}`)
  await expect(panelOf(page, 'Paper').getByText('paper.pdf')).toBeVisible()
})

test('by keyboard the focus goes to Cancel upload and back to Submit; the file stays', async ({ page }) => {
  await openUpload(page)
  await hold(page)
  await choose(page)
  await page.clock.install()
  await submit(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeFocused()
  // Pressed at once, it would have been meant for Submit.
  await page.clock.fastForward(600)
  await page.keyboard.press('Enter')
  await expect(submit(page)).toBeFocused()
  await expect(page.getByText('paper.pdf')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a failed upload says “Upload failed”, keeps the file, and the next try succeeds', async ({ page }) => {
  await openUpload(page)
  await page.route('**/paper/submit-file*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await choose(page)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Upload failed')
  await expect(page.getByText('paper.pdf')).toBeVisible()
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toContainText(/Reference: P26-/)
})

test('after the upload the paper is submitted, in the list and in its details', async ({ page }) => {
  await openUpload(page)
  await choose(page)
  await submit(page).click()
  const dialog = page.getByRole('dialog', { name: 'Submitted successfully' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('article').locator('[data-kind]')).toHaveText(['P', 'paper submitted'])
  await page.getByRole('article').getByRole('link').first().click()
  await expect(statusOf(page)).toHaveText('paper submitted')
})

test('any status from 200 to 299 is a success', async ({ page }) => {
  await openUpload(page)
  await page.route('**/paper/submit-file*', (route) =>
    route.fulfill({ status: 299, json: { paperId: 'P26-0001-X', message: 'ok' } }),
  )
  await choose(page)
  await submit(page).click()
  await expect(page.getByRole('dialog', { name: 'Submitted successfully' })).toBeVisible()
})

test('a file over the limit of the settings is not sent', async ({ page }) => {
  await stage.settings({ paperMaxBytes: 20_480 })
  await openUpload(page)
  await expect(page.getByText('At most 20 kB.')).toBeVisible()
  await choose(page, 'large.pdf', 'application/pdf', Buffer.alloc(20_481, '%PDF-1.4 '))
  await expect(page.getByRole('alert')).toHaveText('The file is larger than 20 kB.')
  await expect(submit(page)).toBeDisabled()
  await stage.settings({})
})

test('the deadline stands over the drop zone, with the time that is left', async ({ page }) => {
  const paper = new Date(Date.now() + 5 * 24 * 3600 * 1000 + 12 * 3600 * 1000).toISOString()
  await stage.settings({ deadlines: { abstract: null, paper, resubmission: null, review: null } })
  await openUpload(page)
  await expect(page.getByText(/^Deadline – 5 days left: /)).toBeVisible()
  await stage.settings({})
})

test('until when a file can be changed stands beside it and over the form, and afterwards that it was', async ({
  page,
}) => {
  const abstract = (days: number) => {
    const at = new Date(Date.now() + days * 24 * 3600 * 1000 + 12 * 3600 * 1000).toISOString()
    return stage.settings({ deadlines: { abstract: at, paper: null, resubmission: null, review: null } })
  }
  await abstract(5)
  const one = await stage.made('abstract_submitted')
  await stage.openDetails(page, one)
  await expect(page.getByText(/^Changes until: /)).toBeVisible()
  await page.getByRole('link', { name: /^Edit.*pdf$/ }).click()
  await expect(page.getByText(/^Deadline – 5 days left: /)).toBeVisible()
  await abstract(-1)
  await page.reload()
  await expect(page.getByText('There is nothing to upload here now.')).toBeVisible()
  await expect(page.getByText(/^The deadline for changes was /)).toBeVisible()
  await expect(page.getByText(/under review/)).toHaveCount(0)
  await stage.openDetails(page, one)
  await expect(page.getByText(/^The deadline for changes was /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit.*pdf$/ })).toHaveCount(0)
  await stage.settings({})
})
