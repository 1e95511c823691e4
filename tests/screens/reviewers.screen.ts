import { expect, test } from '@playwright/test'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

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

test('a reviewer’s limit is set in the list, and shown beside their load', async ({ page }) => {
  await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.admin, '/admin/reviewers')
  const entry = page.getByRole('main').getByRole('listitem')
  await expect(entry.getByText('1 open · 0 done')).toBeVisible()
  const set = async (limit: string) => {
    await entry.getByRole('button', { name: 'Change limit: Rita Ruiz' }).click()
    await page.getByLabel('At most (empty: any number)').fill(limit)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await set('a few')
  await expect(page.getByText('Enter a whole number from 0 to 1000, or nothing.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await set('5')
  await expect(entry.getByText('1 of 5 · 0 done')).toBeVisible()
  await set('1')
  await expect(entry.getByText('full')).toBeVisible()
  await set('')
  await expect(entry.getByText('1 open · 0 done')).toBeVisible()
})

test('a reviewer’s page shows their assignments; one is taken back there', async ({ page }) => {
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await submissionAt(portal.t, 'awaiting_payment', cast)
  await openAs(page, portal, cast.admin, '/admin/reviewers')
  await page.getByRole('link', { name: 'Rita Ruiz' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rita Ruiz' })).toBeVisible()
  const assignments = page.getByRole('region', { name: 'Assignments' })
  await expect(assignments.getByRole('listitem')).toHaveCount(2)
  await expect(assignments.getByText('review in')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reviews' }).getByText('Score: 50/100')).toBeVisible()
  await assignments.getByRole('button', { name: `Unassign: ${paperId}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('They are told that no review is needed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(assignments.getByText('taken off', { exact: true })).toHaveCount(0)
  await assignments.getByRole('button', { name: `Unassign: ${paperId}` }).click()
  await dialog.getByRole('button', { name: 'Unassign' }).click()
  await expect(assignments.getByText('taken off', { exact: true })).toBeVisible()
  await page.reload()
  await expect(assignments.getByText('taken off', { exact: true })).toBeVisible()
})

test('before people are invited their conflicts are shown with the reason, and anybody can be left out', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  const domain = cast.author.email.split('@')[1] ?? ''
  await openAs(page, portal, cast.admin, '/admin/reviewers?view=invite')
  const list = `near@${domain} Nora Near\nfar@elsewhere.example\n${cast.reviewer.email}`
  await page.getByLabel('E-mail addresses, one a line').fill(list)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('heading', { name: 'Before the invitations are sent' })).toBeFocused()
  const main = page.getByRole('main')
  await expect(main.getByText('Conflict of interest with 1 submission:')).toBeVisible()
  const near = page.getByRole('group', { name: 'Conflict of interest' })
  await expect(near.getByRole('checkbox')).toHaveAccessibleName(`near@${domain}`)
  await expect(near.getByText(`Reviewer and author share the mail domain ${domain}.`)).toBeVisible()
  await expect(near.getByText(paperId)).toBeVisible()
  const free = page.getByRole('group', { name: 'No conflict found' })
  await expect(free.getByRole('checkbox')).toHaveAccessibleName('far@elsewhere.example')
  await expect(page.getByRole('region', { name: 'Not invited' })).toContainText(
    `${cast.reviewer.email}: This person has an account that needs no invitation.`,
  )
  await page.getByRole('checkbox', { name: `near@${domain}` }).uncheck()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Papers' }).click()
  await expect.poll(() => asked).toEqual(['What you typed is not saved. Leave all the same?'])
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Invitations', level: 1 })).toBeVisible()
  await expect(main.getByRole('listitem')).toContainText(['far@elsewhere.example'])
  await expect(main.getByRole('listitem')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('Back in the browser leads from what was found to the form as it was typed; another list is checked anew', async ({
  page,
}) => {
  const domain = cast.author.email.split('@')[1] ?? ''
  await submissionAt(portal.t, 'paper_submitted', cast)
  await openAs(page, portal, cast.admin, '/admin/reviewers')
  await page.getByRole('link', { name: 'Invite reviewers' }).click()
  const field = page.getByLabel('E-mail addresses, one a line')
  await field.fill(`near@${domain}`)
  await page.getByRole('button', { name: 'Check and send' }).click()
  const found = page.getByRole('heading', { name: 'Before the invitations are sent' })
  await expect(found).toBeFocused()
  await page.goBack()
  await expect(field).toHaveValue(`near@${domain}`)
  await page.goForward()
  await expect(found).toBeFocused()
  await page.goBack()
  await field.fill(`near@${domain}\nrita at nowhere`)
  await page.goForward()
  await expect(field).toHaveValue(/rita at nowhere/)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('region', { name: 'Not invited' })).toContainText('rita at nowhere')
  // What is left to be mended stands in the form, at the form's own address.
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(field).toHaveValue('rita at nowhere')
  await expect(page).toHaveURL(/view=invite$/)
})

test('a wrong line is told with its number and text, the others are invited, and it stays to be mended', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/reviewers?view=invite')
  const field = page.getByLabel('E-mail addresses, one a line')
  await field.fill('good@elsewhere.example\nrita at nowhere\nfine@elsewhere.example')
  await page.getByRole('button', { name: 'Check and send' }).click()
  const wrong = 'Line 2, “rita at nowhere”: Enter an e-mail address like name@example.org.'
  await expect(page.getByRole('region', { name: 'Not invited' })).toContainText(wrong)
  await page.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(page.getByRole('alert')).toContainText(wrong)
  await expect(field).toHaveValue('rita at nowhere')
  await page.goto(`${portal.url}/admin/reviewers?view=invitations`)
  const sent = page.getByRole('main').getByRole('listitem')
  await expect(sent.filter({ hasText: 'good@elsewhere.example' })).toHaveCount(1)
  await expect(sent.filter({ hasText: 'fine@elsewhere.example' })).toHaveCount(1)
})
