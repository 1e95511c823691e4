import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { unsubscribeKey } from '#server/features/mail/mail-links.ts'
import { readPreferences, savePreferences } from '#shared/mail/preferences.ts'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, holdBack, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('the profile shows the Username read-only and saves the rest, with a dialog', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' }), '/profile')
  await expect(page.getByLabel('Username')).toHaveValue('Ada Brunner')
  await expect(page.getByLabel('Username')).not.toBeEditable()
  await expect(page.getByLabel('Last name')).toHaveValue('Brunner')
  await page.getByLabel('First name').fill('Adele')
  await page.getByLabel('Organization').fill('University of the North')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Profile updated successfully' })
  await expect(dialog.getByText('Your profile changes have been saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Adele')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
})

test('leaving with a change that was not saved asks first; after saving it does not', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  await page.getByLabel('First name').fill('Half')
  const asked: string[] = []
  page.once('dialog', async (question) => {
    asked.push(question.message())
    await question.dismiss()
  })
  await page.getByRole('link', { name: 'Back' }).click()
  expect(asked).toEqual(['What you typed is not saved. Leave all the same?'])
  await expect(page.getByLabel('First name')).toHaveValue('Half')
  // It is saved as soon as the portal says so, while who one is is read again.
  const { letGo } = await holdBack(page, '**/api/me')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  // A question would be answered with No, and the page would stay.
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(`${portal.url}/author`)
  letGo()
})

test('missing names are refused; a failure says “Failed to update profile” and keeps what was typed', async ({
  page,
}) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Please complete all required fields')
  await page.getByLabel('First name').fill('Kept')
  await page.route('**/api/profile', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update profile')
  await expect(page.getByLabel('First name')).toHaveValue('Kept')
})

test('the sidebar shows the first letter in capitals, and marks where one is', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author', name: 'zeynep Lower' }), '/author')
  const avatar = page.getByRole('button', { name: 'Change your avatar' })
  await expect(avatar).toHaveText('Z')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await sections.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${portal.url}/profile`)
  await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
})

test('Dashboard loads the role’s own dashboard as a full page', async ({ page }) => {
  for (const [role, home] of [
    ['author', '/author'],
    ['reviewer', '/reviewer'],
    ['admin', '/admin'],
  ] as const) {
    await openAs(page, portal, await makePerson(portal.t, { role }), '/profile')
    await page.evaluate(() => Reflect.set(window, 'stillHere', true))
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(portal.url + home)
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'stillHere'))).toBeUndefined()
  }
})

test('the sidebar says what somebody is here', async ({ page }) => {
  for (const [role, name] of [
    ['author', 'Author'],
    ['both', 'Author and reviewer'],
    ['admin', 'Administrator'],
  ] as const) {
    await openAs(page, portal, await makePerson(portal.t, { role }), '/profile')
    await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible()
  }
})

test('the phone number can be changed and taken away', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  for (const number of ['+41 44 123 45 67', '']) {
    await page.getByLabel('Phone (optional)').fill(number)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await page.reload()
    await expect(page.getByLabel('Phone (optional)')).toHaveValue(number)
  }
})

test('who is author and reviewer finds both dashboards by name, and where they are', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'both' }), '/profile')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link')).toHaveText(['Reviewer dashboard', 'Author dashboard', 'Profile'])
  for (const [name, home] of [
    ['Author dashboard', '/author'],
    ['Reviewer dashboard', '/reviewer'],
  ] as const) {
    await sections.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(portal.url + home)
    await expect(sections.locator('[aria-current]')).toHaveText(name)
  }
})

test('the Avatar dialog takes a picture of an allowed kind and size, and shows it', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/author')
  await page.getByRole('button', { name: 'Change your avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar' })
  const choose = dialog.getByLabel('Choose Image')
  const upload = dialog.getByRole('button', { name: 'Upload' })
  await expect(upload).toBeDisabled()
  await choose.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(dialog.getByText('Please choose a PNG/JPG/WEBP image.')).toBeVisible()
  await choose.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(dialog.getByText('Image size must be 5MB or less.')).toBeVisible()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await upload.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change your avatar' }).locator('img')).toHaveAttribute(
    'src',
    /./,
  )
})

test('an avatar that cannot be uploaded says “Upload failed”; Close closes the dialog', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/author')
  await page.route('**/api/profile/avatar', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Change your avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avatar' })
  await dialog
    .getByLabel('Choose Image')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByText('Upload failed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change your avatar' })).toBeFocused()
})

test('a new e-mail address is confirmed by its link before it counts', async ({ page }) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  await openAs(page, portal, ada, '/profile')
  const panel = page.getByRole('region', { name: 'E-mail address' })
  await expect(panel).toContainText(`Mails go to ${ada.email}`)
  await panel.getByLabel('New e-mail address').fill('ada@moved.example')
  await panel.getByLabel('Current password', { exact: true }).fill('not hers')
  await panel.getByRole('button', { name: 'Change e-mail address' }).click()
  await expect(panel.getByRole('alert')).toContainText('Your current password is wrong.')
  await panel.getByLabel('Current password', { exact: true }).fill(ada.password)
  await panel.getByRole('button', { name: 'Change e-mail address' }).click()
  await expect(panel.getByRole('status')).toContainText('We sent a link to ada@moved.example.')
  // Whoever sees now that they mistyped it corrects it here.
  await expect(panel.getByLabel('New e-mail address')).toHaveValue('ada@moved.example')
  const mail = (await portal.t.mails()).find(({ toAddress }) => toAddress === 'ada@moved.example')
  const link = /\/verify-email\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(portal.url + link)
  await expect(page.getByText('Your new e-mail address is confirmed.')).toBeVisible()
  await page.goto(`${portal.url}/profile`)
  await expect(panel).toContainText('Mails go to ada@moved.example')
})

test('my data comes as a zip file, and the page stays', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('my-data.zip')
  await expect(page.getByText('The download has begun; your browser shows how far it is.')).toBeVisible()
  expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  await expect(page).toHaveURL(`${portal.url}/profile`)
})

test('the calendar gets a link, a new one that ends it, and none', async ({ page }) => {
  await openAs(page, portal, await makePerson(portal.t, { role: 'author' }), '/profile')
  const panel = page.getByRole('region', { name: 'Calendar' })
  const link = panel.getByText(/\/api\/calendar\/\S+\.ics/)
  await expect(panel.getByText('subscribe to a secret link')).toBeVisible()
  await expect(link).toHaveCount(0)
  await panel.getByRole('button', { name: 'Make a calendar link' }).click()
  await expect(link).toBeVisible()
  const first = (await link.textContent()) ?? ''
  await panel.getByRole('button', { name: 'Make a new link' }).click()
  await expect(link).not.toHaveText(first)
  await panel.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The calendar is off; its link opens nothing any more.')).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('deleting the account asks for the password, and leads to the log-in page, which says so', async ({
  page,
}) => {
  const [ada, reviewer, admin] = [
    await makePerson(portal.t, { role: 'author' }),
    await makePerson(portal.t, { role: 'reviewer' }),
    await makePerson(portal.t, { role: 'admin' }),
  ]
  const cast = { author: ada, reviewer, admin }
  const open = await submissionAt(portal.t, 'paper_submitted', cast)
  const done = await submissionAt(portal.t, 'complete', cast)
  await openAs(page, portal, ada, '/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  const [withdrawn, stays] = [dialog.getByRole('listitem').nth(0), dialog.getByRole('listitem').nth(1)]
  await expect(withdrawn).toContainText(open.paperId)
  await expect(stays).toContainText(done.paperId)
  await expect(stays).toContainText('it is accepted and paid')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter your current password.')
  await dialog.getByLabel('Current password', { exact: true }).fill(ada.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(`${portal.url}/`)
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  expect(
    await page.evaluate(() => [localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]),
  ).toEqual([null, null])
})

test('when mails come is chosen per kind, of those that one can get; it stands after a reload', async ({
  page,
}) => {
  const reviewer = await makePerson(portal.t, { role: 'reviewer' })
  await openAs(page, portal, reviewer, '/profile')
  const panel = page.getByRole('region', { name: 'Mails' })
  await expect(panel.getByRole('combobox')).toHaveCount(2)
  await expect(panel.getByLabel('Reviews')).toHaveValue('now')
  await panel.getByLabel('Reviews').selectOption('One mail a day')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(panel.getByLabel('Reviews')).toHaveValue('digest')
  await expect(panel.getByLabel('Messages and reminders from the organisers')).toHaveValue('now')
})

test('a mail’s link opens a page with a button; only that ends the mails, and it can be taken back', async ({
  page,
}) => {
  const { t, url } = portal
  const ada = await makePerson(t, { role: 'author' })
  const key = unsubscribeKey(t.app.portal.world().secrets, 'submission', ada.id)
  const times = async () => (await t.call(readPreferences, { as: ada.token })).body.submission
  await page.goto(`${url}/unsubscribe?token=${key}`)
  await expect(page.getByText('No more mails about your submissions and their deadlines?')).toBeVisible()
  expect(await times()).toBe('now')
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText('These mails are stopped.')).toBeVisible()
  await expect(page.getByText('still stands in the portal')).toHaveCount(1)
  await expect(page.getByText('No more mails about your submissions')).toBeHidden()
  expect(await times()).toBe('portal')
  // Opened again it says what is so.
  await page.reload()
  await expect(page.getByText('These mails do not come: they are stopped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop these mails' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('These mails come again as before.')).toBeVisible()
  expect(await times()).toBe('now')
  // Whoever chose it in their profile has nothing to take back here.
  await t.call(savePreferences, { as: ada.token, body: { submission: 'portal' } })
  await page.reload()
  await expect(page.getByText('These mails do not come: they are stopped.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.goto(`${url}/unsubscribe?token=${key}x`)
  await expect(
    page.getByText('This link does not work any more. Use the link in a newer mail.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop these mails' })).toHaveCount(0)
})
