import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { withdrawAbstract } from '#shared/submissions/contract.ts'
import { makePerson, sessionOf } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { unzip } from '#tests/unzip.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    admin: await makePerson(portal.t, { role: 'admin', name: 'Clara Chair' }),
  }
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** What the browser saved: its name and bytes. */
async function saved(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('the organiser takes the filtered list of papers out as a spreadsheet', async ({ page }) => {
  const waiting = await submissionAt(portal.t, 'awaiting_payment', cast)
  const open = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.admin, '/admin/papers?status=awaiting_payment')
  await press(page, 'Export')
  const dialog = page.getByRole('alertdialog', { name: 'Export as a file' })
  await expect(dialog.getByText('What matches your search and filter.')).toBeVisible()
  const { name, bytes } = await saved(page, () => press(page, 'Download'))
  expect(name).toMatch(/^papers-\d{4}-\d\d-\d\d\.csv$/)
  const text = bytes.toString('utf8')
  expect([text.includes(waiting.paperId), text.includes(open.paperId)]).toEqual([true, false])
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The download has begun; your browser shows how far it is.')).toBeVisible()
})

test('complete, rejected and withdrawn papers are shown apart, also from an address that was kept', async ({
  page,
}) => {
  const [paid, declined, gone] = [
    await submissionAt(portal.t, 'complete', cast),
    await submissionAt(portal.t, 'paper_declined', cast),
    await submissionAt(portal.t, 'paper_submitted', cast),
  ]
  const leaving = { as: cast.author.token, params: gone, body: { reason: 'No time.' } }
  expect((await portal.t.call(withdrawAbstract, leaving)).status).toBe(200)
  await openAs(page, portal, cast.admin, '/admin/papers?status=complete')
  const shows = async (label: string, one: { paperId: string }) => {
    await expect(page.getByLabel('Show').locator('option:checked')).toHaveText(label)
    await expect(page.getByRole('main').getByText(/P\d\d-\d{4}-\w/)).toHaveText([one.paperId])
  }
  await shows('Complete', paid)
  await page.getByLabel('Show').selectOption('Rejected')
  await shows('Rejected', declined)
  await page.getByLabel('Show').selectOption('Withdrawn')
  await shows('Withdrawn', gone)
})

test('papers come as BibTeX too, people do not; staff take out the payments', async ({ page }) => {
  await submissionAt(portal.t, 'awaiting_payment', cast)
  await openAs(page, portal, cast.admin, '/admin/papers')
  await press(page, 'Export')
  await page.getByLabel('Format').selectOption('BibTeX')
  const bibliography = await saved(page, () => press(page, 'Download'))
  expect(bibliography.bytes.toString('utf8')).toContain('@inproceedings{')
  await page.goto(`${portal.url}/admin/people`)
  await press(page, 'Export')
  await expect(page.getByLabel('Format').getByRole('option')).toHaveText(['CSV', 'Excel (XLSX)', 'JSON'])
  const staff = await makePerson(portal.t, { role: 'author', isStaff: true })
  await openAs(page, portal, staff, '/admin/payments')
  await press(page, 'Export')
  await page.getByLabel('Format').selectOption('Excel (XLSX)')
  const sheet = await saved(page, () => press(page, 'Download'))
  expect([...(await unzip(sheet.bytes)).keys()]).toContain('xl/workbook.xml')
})

test('the organiser looks at the conference in numbers and takes those of a plot along', async ({ page }) => {
  for (const stage of ['complete', 'paper_submitted', 'abstract_submitted'] as const) {
    await submissionAt(portal.t, stage, cast)
  }
  // A line is drawn from the second day on.
  portal.t.clock.advance(24 * 3600 * 1000)
  const { email, password } = cast.admin
  await openAs(page, portal, await sessionOf(portal.t, email, password), '/admin/statistics')
  await expect(page.getByRole('figure', { name: 'Growing totals: 3 abstracts and 2 papers.' })).toBeVisible()
  const flow = page.getByRole('table', { name: 'How far submissions got' })
  await expect(flow.getByRole('row')).toHaveText([
    'StepSubmissions',
    'Abstract submitted3',
    'Abstract accepted2',
    'Paper submitted2',
    'Paper accepted1',
    'Paid1',
  ])
  const reviewers = page.getByRole('table', { name: 'Reviewers: load and lateness' })
  await expect(reviewers.getByRole('row', { name: 'Rita Ruiz' })).toHaveText('Rita Ruiz1010')
  const region = page.getByRole('region', { name: 'How far submissions got' })
  const { bytes } = await saved(page, () => region.getByRole('button', { name: 'Download CSV' }).click())
  expect(bytes.toString('utf8')).toBe(
    '\uFEFFStep,Submissions\r\nAbstract submitted,3\r\nAbstract accepted,2\r\nPaper submitted,2\r\nPaper accepted,1\r\nPaid,1\r\n',
  )
})

test('before the first submission the statistics say so', async ({ page }) => {
  await openAs(page, portal, cast.admin, '/admin/statistics')
  await expect(page.getByText('No submissions yet')).toBeVisible()
})
