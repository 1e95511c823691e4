import { expect, test } from '@playwright/test'
import { login, register } from '#shared/people/contract.ts'
import { listUsers } from '#shared/people/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { openAs, openBrowserPortal } from './browser-portal.ts'

test('role, staff and access are changed on the person’s page, and read in the list', async ({ page }) => {
  const portal = await openBrowserPortal()
  try {
    const admin = await makePerson(portal.t, { role: 'admin', name: 'Clara Chair' })
    const ada = await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' })
    await openAs(page, portal, admin, '/admin/people')
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada Brunner' })
    await expect(entry.getByText('Author', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByLabel('Role')).toHaveCount(0)
    await page.getByRole('link', { name: 'Ada Brunner' }).click()
    const asked = page.getByRole('alertdialog')
    await page.getByLabel('Role').selectOption('both')
    await expect(asked).toContainText('Make Ada Brunner: Author and reviewer?')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Role')).toHaveValue('author')
    await page.getByLabel('Role').selectOption('both')
    await asked.getByRole('button', { name: 'Change the role' }).click()
    await expect(page.getByText('Ada Brunner: Saved.')).toBeVisible()
    await expect(page.getByText('Ada Brunner is now: Author and reviewer. They were told.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Role')).toHaveValue('author')
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.getByLabel('Role').selectOption('both')
    await asked.getByRole('button', { name: 'Change the role' }).click()
    await expect(page.getByLabel('Role')).toHaveValue('both')
    await page.getByLabel('Staff (payments desk)').click()
    await expect(page.getByLabel('Staff (payments desk)')).toBeChecked()
    await page.getByRole('button', { name: 'Disable account…' }).click()
    await expect(asked).toContainText('They are logged out everywhere at once')
    expect((await portal.t.call(login, { body: { email: ada.email, password: ada.password } })).status).toBe(
      200,
    )
    await asked.getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
    const refused = await portal.t.call(login, { body: { email: ada.email, password: ada.password } })
    expect(refused.refusal.error).toBe('account_disabled')
    await page.getByRole('link', { name: 'Back to people' }).click()
    await expect(entry).toContainText('Author and reviewer')
    await expect(entry).toContainText('Staff (payments desk)')
    await expect(entry).toContainText('disabled')
  } finally {
    await portal.close()
  }
})

test('of who has not confirmed the address it is said, before a role or the payments desk, that their password ends', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  const admin = await makePerson(portal.t, { role: 'admin' })
  const email = 'una@north.example'
  const body = { name: 'Una Unsure', email, password: 'a long sentence of hers' }
  await portal.t.call(register, { body })
  const found = await portal.t.call(listUsers, { as: admin.token, query: { q: email } })
  await openAs(page, portal, admin, `/admin/people?view=person&personId=${found.body.items[0]?.id}`)
  const said = /^They have not confirmed their address yet/
  const dialog = page.getByRole('alertdialog')
  await page.getByLabel('Role').selectOption('Reviewer')
  await expect(dialog.getByText(said)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Staff (payments desk)').click()
  await expect(dialog.getByText(said)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Staff (payments desk)')).toBeChecked()

  // A link to a disabled account would open nothing.
  const resend = page.getByRole('button', { name: 'Send verification again' })
  await expect(resend).toBeVisible()
  await page.getByRole('button', { name: 'Disable account…' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await expect(resend).toHaveCount(0)
  await portal.close()
})

test('people are imported from a list: seen first, then done; the same list again finds nothing to do', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  try {
    await openAs(page, portal, await makePerson(portal.t, { role: 'admin' }), '/admin/people')
    await page.getByRole('link', { name: 'Import' }).click()
    const csv = 'E-mail,Name,Role\nnora@south.example,Nora New,reviewer\nbo@south.example,Bo Boss,admin\n'
    const choose = () =>
      page
        .getByLabel('List of people: Browse')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await choose()
    await expect(page.getByRole('heading', { name: 'What will happen' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'New: they get a mail' })).toContainText('Nora New')
    await expect(page.getByRole('region', { name: 'Not taken (1)' })).toContainText(
      'A list makes nobody an administrator.',
    )
    expect(await portal.t.mails()).toEqual([])
    // Back leads to the step before, with the file; leaving the import asks.
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Import people' })).toBeVisible()
    await page.getByRole('button', { name: 'Go on with people.csv' }).click()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Back to people' }).click()
    expect(asked).toEqual(['Nobody of the list was imported yet. Leave all the same?'])
    await page.getByRole('button', { name: 'Import 1 person' }).click()
    await expect(page.getByText('1 new, 0 changed, 0 as they were, 1 refused.')).toBeVisible()
    expect((await portal.t.mails()).map(({ toAddress, kind }) => [toAddress, kind])).toEqual([
      ['nora@south.example', 'welcome'],
    ])
    await page.getByRole('button', { name: 'Another file' }).click()
    await choose()
    await expect(page.getByText('There is nothing to import.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  } finally {
    await portal.close()
  }
})

test('a list of more people than one call takes is imported in portions, and goes on after one that failed', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  try {
    await openAs(page, portal, await makePerson(portal.t, { role: 'admin' }), '/admin/people')
    await page.getByRole('link', { name: 'Import' }).click()
    const rows = Array.from({ length: 120 }, (_, at) => `p${at}@many.example,Person ${at}`)
    const csv = ['E-mail,Name', ...rows].join('\n')
    let calls = 0
    await page.route('**/api/admin/users/import', (route) => {
      calls += 1
      return calls === 2 ? route.abort() : route.continue()
    })
    await page
      .getByLabel('List of people: Browse')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Import 120 people' }).click()
    await expect(page.getByText('50 of 120 are done; go on to do the others.')).toBeVisible()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByText('120 new, 0 changed, 0 as they were, 0 refused.')).toBeVisible()
    expect(calls).toBe(4)
    expect(await portal.t.mails()).toHaveLength(120)
  } finally {
    await portal.close()
  }
})
