import { expect, type Page, test } from '@playwright/test'
import { saveEmailTemplate } from '#shared/mail/desk-contract.ts'
import { verifyPayment } from '#shared/payments/contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

/** What an open window was asked for and was refused is said in it: the page behind is veiled, and read out to nobody. */
let portal: BrowserPortal
let cast: Cast
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
})
test.afterEach(() => portal.close())

/** Has a deed of a page refused, and gives the words. */
async function refusing(page: Page, path: string): Promise<string> {
  const message = 'A colleague was faster.'
  const refusal = { error: 'wrong_state', message }
  await page.route(path, (route) => route.fulfill({ status: 409, json: refusal }))
  return message
}

/** Sends the open window, and looks for the refusal in it, and nowhere else; opened again it does not say it any more. */
async function saysIn(page: Page, { open, send, said }: Record<'open' | 'send' | 'said', string>) {
  const dialog = page.getByRole('alertdialog')
  const opener = page.getByRole('main').getByRole('button', { name: open }).first()
  await opener.click()
  await dialog.getByRole('button', { name: send, exact: true }).click()
  await expect(dialog).toContainText(said)
  await expect(page.getByText(said)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await opener.click()
  await expect(dialog).toBeVisible()
  await expect(page.getByText(said)).toHaveCount(0)
}

test('a reviewer’s limit, and an export', async ({ page }) => {
  await openAs(page, portal, cast.admin, '/admin/reviewers')
  const limited = await refusing(page, '**/api/admin/users/*')
  await saysIn(page, { open: 'Change limit: Rita Ruiz', send: 'Save', said: limited })
  await page.keyboard.press('Escape')
  const exported = await refusing(page, '**/api/admin/export-link?*')
  await saysIn(page, { open: 'Export', send: 'Download', said: exported })
})

test('when a review is due', async ({ page }) => {
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.admin, `/admin/papers?view=paper&paperId=${paperId}`)
  const said = await refusing(page, '**/api/admin/papers/*/assignments/*')
  await saysIn(page, { open: `Change due date: ${paperId}`, send: 'Save', said })
})

test('an amount that is taken off a paper', async ({ page }) => {
  const as = cast.admin.token
  const { settings, revision } = (await portal.t.call(readSettings, { as })).body
  const fee = { settings: { ...settings, feeAmount: '250.00' }, revision }
  expect((await portal.t.call(saveSettings, { as, body: fee })).status).toBe(200)
  const params = await submissionAt(portal.t, 'awaiting_payment', cast)
  const body = { amount: '100.00', as: 'part' as const }
  expect((await portal.t.call(verifyPayment, { as, params, body })).status).toBe(200)
  await openAs(page, portal, cast.admin, '/admin/payments')
  const said = await refusing(page, '**/api/admin/payments/lines/*/release')
  await saysIn(page, { open: 'Remove this amount', send: 'Remove this amount', said })
})

test('a text that a colleague changed meanwhile is given back once that was seen, and what is typed is not lost', async ({
  page,
}) => {
  const text = { subject: 'Not this time', body: 'Dear {name}: {comments}', button: 'Open' }
  const save = async (subject: string, revision: number) => {
    const params = { key: 'abstract_decline' }
    const body = { ...text, subject, revision }
    expect((await portal.t.call(saveEmailTemplate, { as: cast.admin.token, params, body })).status).toBe(200)
  }
  const reset = 'Back to the portal’s own text'
  const dialog = page.getByRole('alertdialog')
  const subject = page.getByLabel('Subject')
  await save('First', 0)
  await openAs(page, portal, cast.admin, '/admin/mail?view=text&key=abstract_decline')
  await expect(subject).toHaveValue('First')
  await save('Second', 1)
  await page.getByRole('button', { name: reset }).click()
  await dialog.getByRole('button', { name: reset }).click()
  await expect(dialog).toContainText('Somebody else changed this text meanwhile.')
  await expect(subject).toHaveValue('Second')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await subject.fill('Mine')
  await save('Third', 2)
  await page.getByRole('button', { name: reset }).click()
  await dialog.getByRole('button', { name: reset }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Somebody else changed this meanwhile. Theirs:')).toBeVisible()
  await expect(subject).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: reset }).click()
  await dialog.getByRole('button', { name: reset }).click()
  await expect(page.getByText('The portal’s own text is back.')).toBeVisible()
})
