import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { reopenPayment, reportPayment, verifyPayment } from '#shared/payments/contract.ts'
import { reopenPaper } from '#shared/reviewing/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { readPdfPages } from '#tests/read-pdf-pages.ts'
import { type AuthorStage, type OfAuthor, openAuthorStage, panelOf } from './author-stage.ts'
import { openAs } from './browser-portal.ts'

let stage: AuthorStage
test.beforeAll(async () => {
  stage = await openAuthorStage()
  await stage.settings({ feeAmount: '250.00', feeCurrency: 'EUR', organiserName: 'Society of Bridges' })
})
test.afterAll(() => stage.close())

async function downloaded(page: Page, link: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const { info, lines } = await readPdfPages(await readFile(await download.path()))
  return { name: download.suggestedFilename(), title: info['Title'], lines }
}

test('the author says whom the receipt is for, staff verify, the author downloads it; taken back it is void and stays', async ({
  page,
  browser,
}) => {
  const paper = await stage.made('awaiting_payment')
  await stage.openDetails(page, paper)
  const payment = panelOf(page, 'Payment')
  await expect(payment.getByText('Your receipt will be made out to')).toContainText(paper.author.name)
  await payment.getByRole('button', { name: 'Change the payer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the person or organisation').fill('Brücken & Söhne GmbH')
  await dialog.getByLabel('Address (optional)').fill('Kaiserstraße 1\n76131 Karlsruhe')
  await dialog.getByLabel('Tax number (optional)').fill('DE 123')
  await dialog.getByRole('button', { name: 'Save the payer' }).click()
  await expect(payment.getByText('Your receipt will be made out to')).toContainText('Brücken & Söhne GmbH')

  const desk = await (await browser.newContext()).newPage()
  const staff = await makePerson(stage.t, { role: 'author', isStaff: true })
  await openAs(desk, stage, staff, `/admin/payments?q=${paper.paperId}`)
  await desk.getByRole('button', { name: 'Verify payment' }).click()
  await desk.getByRole('dialog').getByLabel('Amount (optional)').fill('250.00')
  await desk.getByRole('dialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(desk.getByRole('link', { name: 'Receipt R26-0001' })).toBeVisible()

  await stage.openDetails(page, paper)
  const done = panelOf(page, 'Payment section completed')
  const given = await downloaded(page, done.getByRole('link', { name: 'Download receipt' }))
  expect([given.name, given.title]).toEqual(['R26-0001.pdf', 'Receipt R26-0001'])
  expect(given.lines.slice(given.lines.indexOf('Received from') + 1)).toEqual([
    'Brücken & Söhne GmbH',
    ...['Kaiserstraße 1', '76131 Karlsruhe', 'Tax number: DE 123'],
    ...['For', 'Registration fee, Engineering Conference 2026', 'Paper ID', paper.paperId],
    ...['Amount received', '250.00 EUR'],
  ])

  const chair = await (await browser.newContext()).newPage()
  await openAs(chair, stage, stage.admin, '/admin/mail')
  await chair.getByRole('link', { name: `${paper.paperId}: payment confirmed` }).click()
  const attached = chair.getByRole('list', { name: 'Attachments' })
  await expect(attached).toHaveText(/^Attached: R26-0001\.pdf, PDF, [\d.]+ kB$/)
  expect(await downloaded(chair, attached.getByRole('link', { name: 'R26-0001.pdf' }))).toEqual(given)
  await chair.context().close()

  await desk.getByRole('button', { name: 'Undo verification' }).click()
  const undo = desk.getByRole('alertdialog', { name: `Undo the verification of ${paper.paperId}?` })
  await expect(undo).toContainText(paper.author.name)
  await expect(undo).toContainText(' · 250.00 EUR')
  await desk.getByRole('alertdialog').getByLabel('Reason (required)').fill('The transfer was returned.')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Undo verification' }).click()
  const entry = desk.getByRole('article').filter({ hasText: paper.paperId })
  await expect(entry.getByText('void', { exact: true })).toBeVisible()

  await stage.openDetails(page, paper)
  await expect(payment.getByText('void', { exact: true })).toBeVisible()
  const own = await downloaded(page, payment.getByRole('link', { name: 'Download void R26-0001' }))
  expect([own.name, own.title]).toEqual(['R26-0001.pdf', 'Receipt R26-0001 (VOID)'])
  const theirs = await downloaded(desk, entry.getByRole('link', { name: 'Receipt R26-0001' }))
  expect(theirs).toEqual(own)

  // Verified again: a new number, and the void one beside it.
  await desk.getByRole('button', { name: 'Verify payment' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(entry.getByRole('link')).toContainText(['Receipt R26-0002', 'Receipt R26-0001'])
  await desk.context().close()
})

test('of two staff who undo the same verification the slower one is told that somebody was faster', async ({
  page,
}) => {
  const { paperId } = await stage.made('awaiting_payment')
  const params = { paperId }
  const as = stage.admin.token
  expect((await stage.t.call(verifyPayment, { as, params, body: {} })).status).toBe(200)
  const staff = await makePerson(stage.t, { role: 'author', isStaff: true })
  await openAs(page, stage, staff, `/admin/payments?q=${paperId}`)
  await page.getByRole('button', { name: 'Undo verification' }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByLabel('Reason (required)').fill('The transfer was returned.')
  const body = { reason: 'Returned by the bank.' }
  expect((await stage.t.call(reopenPayment, { as, params, body })).status).toBe(200)
  await asked.getByRole('button', { name: 'Undo verification' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo verification' })).toHaveCount(0)
  await expect(page.getByRole('status')).toContainText('This is not possible now: the paper awaits payment.')
})

test('a payer without a name is refused at its field; changed after the receipt, a new one takes its place', async ({
  page,
}) => {
  const paper = await stage.made('complete')
  await stage.openDetails(page, paper)
  const done = panelOf(page, 'Payment section completed')
  const [before = ''] = await done.getByText(/^Receipt R26-/).allTextContents()
  await done.getByRole('button', { name: 'Change the payer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('A receipt once given is not altered.')).toBeVisible()
  await dialog.getByLabel('Name of the person or organisation').fill(' ')
  await dialog.getByRole('button', { name: 'Save the payer' }).click()
  await expect(dialog.getByLabel('Name of the person or organisation')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByLabel('Name of the person or organisation').fill('Bridges Ltd')
  await dialog.getByRole('button', { name: 'Save the payer' }).click()
  await expect(page.getByText(/^Saved\. Your new receipt is R26-/)).toBeVisible()
  await expect(done.getByText(/^Receipt R26-/)).toHaveCount(2)
  await expect(
    done.getByRole('link', { name: `Download void ${before.replace('Receipt ', '')}` }),
  ).toBeVisible()
  await expect(done.getByRole('link', { name: 'Download receipt' })).toBeVisible()
})

test('the author of a withdrawn paper sees what is left of a payment: the money that is kept and the void receipt', async ({
  page,
}) => {
  const paper = await stage.made('awaiting_payment')
  const staff = await makePerson(stage.t, { role: 'author', isStaff: true })
  const by = { as: staff.token, params: { paperId: paper.paperId } }
  await stage.t.call(verifyPayment, { ...by, body: {} })
  await stage.t.call(reopenPayment, { ...by, body: { reason: 'The transfer was returned.' } })
  await stage.t.call(verifyPayment, { ...by, body: { amount: '100.00', as: 'part' } })
  await stage.openDetails(page, paper)
  await page.getByRole('button', { name: 'Withdraw submission' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('100.00 EUR arrived for this paper.')).toBeVisible()
  await dialog.getByLabel('Reason (required)').fill('No time.')
  await dialog.getByRole('button', { name: 'Withdraw submission' }).click()

  await expect(panelOf(page, 'Paper').getByText('Withdrawn', { exact: true })).toBeVisible()
  const left = panelOf(page, 'Earlier payment')
  await expect(left.getByText('100.00 EUR arrived for this paper, and nothing is to be paid')).toBeVisible()
  await expect(left.getByText('void', { exact: true })).toBeVisible()
  const own = await downloaded(page, left.getByRole('link', { name: /^Download void R26-/ }))
  expect(own.title).toMatch(/^Receipt R26-\d{4} \(VOID\)$/)
  await expect(left.getByRole('button')).toHaveCount(0)
})

test('who withdraws a paper that was reopened is told of the money that came before, and of what is looked for', async ({
  page,
}) => {
  const [part, sought] = [await stage.made('awaiting_payment'), await stage.made('awaiting_payment')]
  const staff = await makePerson(stage.t, { role: 'author', isStaff: true })
  const of = ({ paperId }: OfAuthor) => ({ params: { paperId } })
  const arrived = { as: staff.token, ...of(part), body: { amount: '100.00', as: 'part' } } as const
  expect((await stage.t.call(verifyPayment, arrived)).status).toBe(200)
  const report = { as: sought.author.token, ...of(sought), body: {} }
  expect((await stage.t.call(reportPayment, report)).status).toBe(200)
  const saysOf = async (one: OfAuthor, text: string) => {
    const again = { as: stage.admin.token, ...of(one), body: { reason: 'Again.' } }
    expect((await stage.t.call(reopenPaper, again)).status).toBe(200)
    await stage.openDetails(page, one)
    await page.getByRole('button', { name: 'Withdraw submission' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(text)
  }
  await saysOf(part, '100.00 EUR arrived for this paper.')
  await saysOf(sought, 'staff go on looking for your payment')
})

test('who withdraws a paper after reporting a payment is told that staff look for it; what they find is told and shown', async ({
  page,
  browser,
}) => {
  const paper = await stage.made('awaiting_payment')
  await stage.openDetails(page, paper)
  const dialog = page.getByRole('alertdialog')
  const sought = dialog.getByText('staff go on looking for your payment')
  await page.getByRole('button', { name: 'Withdraw submission' }).click()
  await expect(dialog).toContainText('The submission ends here')
  await expect(sought).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  const report = { as: paper.author.token, params: { paperId: paper.paperId }, body: {} }
  expect((await stage.t.call(reportPayment, report)).status).toBe(200)
  await stage.openDetails(page, paper)
  await page.getByRole('button', { name: 'Withdraw submission' }).click()
  await expect(sought).toBeVisible()
  await dialog.getByLabel('Reason (required)').fill('No time.')
  await dialog.getByRole('button', { name: 'Withdraw submission' }).click()
  const left = panelOf(page, 'Earlier payment')
  await expect(left.getByText('Staff look for it and tell you what they find.')).toBeVisible()

  const staff = await makePerson(stage.t, { role: 'author', isStaff: true })
  const desk = await (await browser.newContext()).newPage()
  await openAs(desk, stage, staff, `/admin/payments?q=${paper.paperId}`)
  await expect(desk.getByText('reported, not due now')).toBeVisible()
  await desk.getByRole('button', { name: 'Settle the report' }).click()
  const settling = desk.getByRole('dialog', { name: `What arrived for ${paper.paperId}?` })
  await settling.getByLabel('Amount (optional)').fill('0')
  await settling.getByRole('button', { name: 'Note what arrived' }).click()
  await expect(settling.getByRole('alert')).toContainText(
    'Enter an amount above 0, or leave it empty if nothing arrived.',
  )
  await settling.getByLabel('Amount (optional)').fill('250')
  await settling.getByRole('button', { name: 'Note what arrived' }).click()
  await expect(desk.getByText('250.00 EUR were noted; they can be paid back.')).toBeVisible()
  await expect(desk.getByText('awaits no payment', { exact: true })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Settle the report' })).toHaveCount(0)
  await desk.context().close()
  await page.reload()
  await expect(left.getByText('250.00 EUR arrived for this paper, and nothing is to be paid')).toBeVisible()
})
