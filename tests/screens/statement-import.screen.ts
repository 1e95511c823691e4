import { expect, type Page, test } from '@playwright/test'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
  const as = cast.admin.token
  const { settings, revision } = (await portal.t.call(readSettings, { as })).body
  await portal.t.call(saveSettings, { as, body: { settings: { ...settings, feeAmount: '250' }, revision } })
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const main = (page: Page) => page.getByRole('main')
const group = (page: Page, list: string) => main(page).getByRole('list', { name: list }).getByRole('listitem')
const firstLine = (page: Page) => group(page, 'The first lines, as they are read').first()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const choose = (page: Page, text: string, name = 'march.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

async function asStaff(page: Page, path: string) {
  const staff = await makePerson(portal.t, { role: 'author', isStaff: true })
  await openAs(page, portal, staff, path)
}

test('staff import a statement: file, columns, what will happen, result; and the same file again does nothing', async ({
  page,
}) => {
  const [paid, part, meant] = [
    await submissionAt(portal.t, 'awaiting_payment', cast),
    await submissionAt(portal.t, 'awaiting_payment', cast),
    await submissionAt(portal.t, 'awaiting_payment', cast),
  ]
  const file = [
    'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung',
    `02.03.2026;Ada Brunner;Fee ${paid.paperId.toLowerCase().replaceAll('-', ' ')};250,00;EUR`,
    `03.03.2026;Ada Brunner;Fee ${part.paperId};100,00;EUR`,
    `04.03.2026;Somebody;Fee ${meant.paperId.replace('P26-0', 'P26-9')};250,00;EUR`,
    '05.03.2026;Bank;Charges;-4,00;EUR',
    '06.03.2026;Nobody;A gift;10,00;EUR',
  ].join('\r\n')
  await asStaff(page, '/admin/payments')
  await main(page).getByRole('link', { name: 'Import a statement' }).click()
  await expect(heading(page, 'Import a statement')).toBeFocused()
  await choose(page, file)

  await expect(heading(page, 'Is this how the statement is meant?')).toBeFocused()
  await expect(page.getByText('Step 2 of 4: Columns')).toBeVisible()
  await expect(page.getByLabel('Betrag')).toHaveValue('amount')
  await expect(page.getByLabel('Decimal mark')).toHaveValue(',')
  await expect(firstLine(page)).toContainText('2026-03-02')
  await press(page, 'See what will happen')

  await expect(heading(page, 'What will happen')).toBeFocused()
  await expect(group(page, 'To be verified')).toContainText(`250.00 EUR · ${paid.paperId}`)
  await expect(page.getByLabel('What to do with line 3')).toHaveValue('note')
  await page.getByLabel('What to do with line 4').selectOption(`for:${meant.paperId}`)
  await expect(main(page).getByRole('heading', { name: 'No payments that came in (1)' })).toBeVisible()
  await press(page, 'Verify 2 payments, note 1 line')

  await expect(heading(page, 'What happened')).toBeFocused()
  await expect(page.getByText('Verified: 2 · Noted: 1')).toBeVisible()
  await expect(
    page.getByText(/^1 line needs you and was left out\. Import the same file again to see it again;/),
  ).toBeVisible()
  await press(page, 'Import another statement')
  await choose(page, file)
  await press(page, 'See what will happen')
  await expect(main(page).getByRole('heading', { name: 'Imported before (3)' })).toBeVisible()
  await expect(page.getByText('Nothing is to be applied.')).toBeVisible()

  await page.getByRole('link', { name: 'Back to payments' }).click()
  const entry = main(page).getByRole('article').filter({ hasText: part.paperId })
  await expect(entry).toContainText('less than the fee')
  await expect(entry).toContainText('Received 100.00')
  await entry.getByRole('button', { name: 'Remove this amount' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove this amount' }).click()
  await expect(page.getByText('The line was taken off the paper. It can be imported again.')).toBeVisible()
  await expect(entry).not.toContainText('less than the fee')
})

test('a line imported before with other cells is named beside the earlier one, left out, and taken only when told to', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'awaiting_payment', cast)
  await asStaff(page, '/admin/payments?view=import')
  await choose(page, `Date;Amount;Payer;Text\n2026-03-02;100,00;Ada Brunner;Fee ${paperId}\n`)
  await press(page, 'See what will happen')
  await press(page, 'Note 1 line')
  await expect(page.getByText('Noted: 1')).toBeVisible()
  await press(page, 'Import another statement')
  await choose(page, `No,Date,Amount,Payer,Text\n77,2026-03-02,100.00,BRUNNER ADA,Fee ${paperId} balance 9\n`)
  await press(page, 'See what will happen')

  const line = group(page, 'Perhaps noted before')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(`Imported before: 2026-03-02 · 100.00 · Ada Brunner · Fee ${paperId}`)
  await expect(page.getByText('Choose something only if this is another payment.')).toBeVisible()
  const choice = page.getByLabel('What to do with line 2')
  await expect(choice).toHaveValue('out')
  await expect(line.getByText('Needs you')).toBeVisible()
  await expect(page.getByText('Nothing is to be applied.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
      if (process.env['PICTURES'] !== undefined)
        await page.screenshot({
          path: `${process.env['PICTURES']}/perhaps-${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
  }
  await choice.selectOption('note')
  await expect(line.getByText('Needs you')).toHaveCount(0)
  await press(page, 'Note 1 line')
  await expect(page.getByText('Noted: 1')).toBeVisible()
  await page.getByRole('link', { name: 'Back to payments' }).click()
  const entry = main(page).getByRole('article').filter({ hasText: paperId })
  await expect(entry).toContainText('Received 200.00')
})

test('a paper that was paid twice and refunded is paid once; a refund of the payment itself is left to a person', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'awaiting_payment', cast)
  const file = [
    'Date;Amount;Payer;Text',
    `2026-03-04;-250,00;Conference;Refund of ${paperId}`,
    `2026-03-03;250,00;Ada Brunner;Fee ${paperId} once more`,
    `2026-03-02;250,00;Ada Brunner;Fee ${paperId}`,
  ]
  await asStaff(page, '/admin/payments?view=import')
  await choose(page, file.join('\n'))
  await press(page, 'See what will happen')
  await expect(group(page, 'Paid back')).toContainText(`-250.00 · ${paperId}`)
  await expect(page.getByLabel('What to do with line 2').locator('option:checked')).toHaveText(
    'Note as paid back',
  )
  await press(page, 'Verify 1 payment, note 2 lines')
  await expect(page.getByText('Verified: 1 · Noted as paid twice: 1 · Noted as paid back: 1')).toBeVisible()

  await press(page, 'Import another statement')
  await choose(page, [...file, `2026-03-05;-250,00;Conference;Refund of ${paperId}`].join('\n'))
  await press(page, 'See what will happen')
  await expect(main(page).getByRole('heading', { name: 'Imported before (3)' })).toBeVisible()
  const left = group(page, 'Paid back below the fee')
  await expect(left).toContainText('250.00 arrived before')
  await expect(page.getByText('undo its verification at the payments desk')).toBeVisible()
  await expect(page.getByText('Nothing is to be applied.')).toBeVisible()

  await page.getByRole('link', { name: 'Back to payments' }).click()
  const entry = main(page).getByRole('article').filter({ hasText: paperId })
  await expect(entry).toContainText('Received 250.00')
  await expect(entry).toContainText('-250.00 · paid back')
  await expect(entry).not.toContainText('paid twice')
})

test('a wrong guess is corrected, a file that is no statement is refused with the reason', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'awaiting_payment', cast)
  await asStaff(page, '/admin/payments?view=import')
  await choose(page, 'PK\u0003\u0004', 'statement.xlsx')
  await expect(page.getByText('This is a workbook, not a CSV.')).toBeVisible()
  await choose(page, `When,A,B\n03/04/2026,999.00,250.00\n03/04/2026,1.00,${paperId}\n`)
  await page.getByLabel('Order of dates').selectOption('mdy')
  await expect(firstLine(page)).toContainText('2026-03-04')
  await page.getByLabel('A', { exact: true }).selectOption('unused')
  await expect(page.getByText('No column holds the amount. Say which one does.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'See what will happen' })).toBeDisabled()
  await page.getByLabel('B', { exact: true }).selectOption('amount')
  await expect(firstLine(page)).toContainText('250.00')
})

test('an import that breaks off goes on, and applies nothing twice', async ({ page }) => {
  const papers = [
    await submissionAt(portal.t, 'awaiting_payment', cast),
    await submissionAt(portal.t, 'awaiting_payment', cast),
  ]
  const lines = Array.from({ length: 120 }, (_, n) => `2026-03-02;250.00;${papers[n % 2]?.paperId};${n}`)
  await asStaff(page, '/admin/payments?view=import')
  await choose(page, ['Date;Amount;Text;No', ...lines].join('\n'))
  await press(page, 'See what will happen')
  let calls = 0
  await page.route('**/api/admin/payments/import', (route) => {
    calls += 1
    return calls === 2 ? route.abort() : route.continue()
  })
  await press(page, 'Verify 2 payments, note 118 lines')
  await expect(page.getByText(/100 of 120 lines were applied/)).toBeVisible()
  await press(page, 'Go on')
  await expect(heading(page, 'What happened')).toBeFocused()
  await expect(page.getByText('Verified: 2 · Noted as paid twice: 118')).toBeVisible()
  expect(calls).toBe(3)
})

test('Back goes to the step before, with all that was chosen; leaving the import asks', async ({ page }) => {
  const { paperId } = await submissionAt(portal.t, 'awaiting_payment', cast)
  await asStaff(page, '/admin/payments')
  await main(page).getByRole('link', { name: 'Import a statement' }).click()
  await choose(page, `Date;Amount;Payer;Text\n2026-03-02;300,00;Ada Brunner;Fee ${paperId}\n`)
  await press(page, 'See what will happen')
  const choice = page.getByLabel('What to do with line 2')
  await choice.selectOption('note')
  await page.goBack()
  await expect(heading(page, 'Is this how the statement is meant?')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Import a statement')).toBeVisible()
  await press(page, 'Go on with march.csv')
  await press(page, 'See what will happen')
  await expect(choice).toHaveValue('note')

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Back to payments' }).click()
  await expect(choice).toHaveValue('note')
  expect(asked).toEqual(['Nothing of the statement was applied yet. Leave all the same?'])
  await press(page, 'Note 1 line')
  await expect(heading(page, 'What happened')).toBeFocused()
  await page.getByRole('link', { name: 'Back to payments' }).click()
  await expect(main(page).getByRole('article').filter({ hasText: paperId })).toContainText('Received 300.00')
  expect(asked).toHaveLength(1)
})

test('a line for two papers is divided among them by hand', async ({ page }) => {
  const [one, two] = [
    await submissionAt(portal.t, 'awaiting_payment', cast),
    await submissionAt(portal.t, 'awaiting_payment', cast),
  ]
  await asStaff(page, '/admin/payments?view=import')
  await choose(page, `Date;Amount;Payer;Text\n2026-03-02;400,00;Ada;Fees ${one.paperId} and ${two.paperId}\n`)
  await press(page, 'See what will happen')
  await page.getByLabel('What to do with line 2').selectOption('divide')
  const line = group(page, 'For several papers')
  await expect(line.getByLabel('Its share')).toHaveCount(2)
  await expect(line.getByLabel('Its share').nth(1)).toHaveValue('150.00')
  await line.getByLabel('Its share').nth(1).fill('100')
  await expect(line.getByText('50.00 is left to be divided.')).toBeVisible()
  await expect(line.getByText('Needs you')).toBeVisible()
  await expect(page.getByText('Nothing is to be applied.')).toBeVisible()
  await line.getByLabel('Its share').nth(1).fill('150')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (process.env['PICTURES'] !== undefined)
        await page.screenshot({
          path: `${process.env['PICTURES']}/divide-${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
  }
  await press(page, 'Verify 1 payment')
  await expect(heading(page, 'What happened')).toBeFocused()
  await page.getByRole('link', { name: 'Back to payments' }).click()
  // The line that was divided names both papers.
  const entry = (paperId: string) =>
    main(page)
      .getByRole('article')
      .filter({ has: page.getByText(paperId, { exact: true }) })
  await expect(entry(one.paperId)).toContainText('Received 250.00')
  await expect(entry(two.paperId)).toContainText('Received 150.00')
  await expect(entry(two.paperId)).toContainText('less than the fee')
})
