import { expect, type Page, test } from '@playwright/test'
import { settings } from '#server/db/schema.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

test.use({ timezoneId: 'America/New_York', locale: 'en-GB' })

let portal: BrowserPortal
let admin: MadePerson
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  admin = await makePerson(portal.t, { role: 'admin' })
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Typed key by key, as people do; 5 May, 11:11 AM reads the same in every order and clock of the browser’s own. */
async function type(page: Page, label: string, keys: string) {
  await page
    .getByLabel(label, { exact: true })
    .first()
    .click({ position: { x: 20, y: 20 } })
  await page.keyboard.type(keys, { delay: 20 })
}

test('a deadline of the settings is typed key by key, said in three zones, and kept', async ({ page }) => {
  await openAs(page, portal, admin, '/admin/settings')
  await page.getByLabel('Time zone', { exact: true }).fill('Europe/Zurich')
  await press(page, 'Save settings')
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Papers', { exact: true }).fill('2099-05-03T23:59')
  const panel = page.getByRole('region', { name: 'Deadlines' })
  await expect(panel.getByText('3 May 2099, 23:59 UTC+02:00')).toBeVisible()
  await expect(panel.getByText('3 May 2099, 17:59 UTC-04:00')).toBeVisible()
  await expect(panel.getByText('3 May 2099, 09:59 UTC-12:00')).toBeVisible()
  // Said, not refused.
  const abstracts = page.getByLabel('Abstracts', { exact: true })
  const papers = page.getByLabel('Papers', { exact: true })
  await abstracts.fill('2099-05-04T23:59')
  await expect(papers).toHaveAccessibleDescription('This comes before the deadline of “Abstracts”.')
  await abstracts.fill('2020-05-04T23:59')
  await expect(abstracts).toHaveAccessibleDescription('This moment has passed.')
  await expect(papers).toHaveAccessibleDescription('')
  await press(page, 'Save settings')
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Papers', { exact: true })).toHaveValue('2099-05-03T23:59')
  await type(page, 'Abstracts', '050520991111A')
  await expect(page.getByLabel('Abstracts', { exact: true })).toHaveValue('2099-05-05T11:11')
})

test('a deadline that is half typed is refused at its field, never taken away', async ({ page }) => {
  await openAs(page, portal, admin, '/admin/settings')
  const papers = page.getByLabel('Papers', { exact: true })
  const kept = async () => (await portal.t.database.db.select().from(settings))[0]?.document
  await papers.fill('2099-05-03T23:59')
  await press(page, 'Save settings')
  await expect(page.getByText('Settings saved.')).toBeVisible()
  // A key does not wait, as a click does, until the form takes the next one.
  await expect(page.getByRole('button', { name: 'Save settings', exact: true })).toBeEnabled()
  const before = await kept()
  // One segment of what was there; a year begun again; and the first segments of what was empty.
  for (const [label, was, keys] of [
    ['Papers', '2099-05-03T23:59', ['Delete']],
    ['Papers', '2099-05-03T23:59', ['ArrowRight', 'ArrowRight', '2', '0', '2']],
    ['Abstracts', '', ['0', '5', '0', '5']],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await field.click({ position: { x: 20, y: 20 } })
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').getByText('Enter a date and a time.')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(await kept()).toEqual(before)
    // Empty, as far as it says: so the browser is asked for more than the value.
    await field.fill('2099-05-03T23:59')
    await field.fill(was)
    await expect(page.getByText(/^Not saved/)).toHaveCount(0)
  }
})

test('a deadline that is taken away says so before it is saved', async ({ page }) => {
  await openAs(page, portal, admin, '/admin/settings')
  const papers = page.getByLabel('Papers', { exact: true })
  await papers.fill('2099-05-03T23:59')
  await press(page, 'Save settings')
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await papers.fill('')
  await expect(papers).toHaveAccessibleDescription('It has no deadline any more.')
  await press(page, 'Save settings')
  await expect(papers).toHaveAccessibleDescription('')
})

test('somebody gets more time in a zone chosen for it, and loses it again', async ({ page }) => {
  const ada = await makePerson(portal.t, { role: 'author', name: 'Ada Brunner' })
  await openAs(page, portal, admin, '/admin/people')
  await page.getByRole('link', { name: 'Ada Brunner' }).click()
  const panel = page.getByRole('region', { name: 'Personal deadlines' })
  await press(page, 'Extend: Papers')
  await press(page, 'Save')
  await expect(page.getByText('Enter a date and a time.')).toBeVisible()
  await page.getByLabel('New deadline', { exact: true }).fill('2020-05-03T23:59')
  await press(page, 'Save')
  await expect(page.getByText('This moment has passed. Choose one that lies ahead.')).toBeVisible()
  await page.getByLabel('Time zone of: New deadline').selectOption('Etc/GMT+12')
  await page.getByLabel('New deadline', { exact: true }).fill('2099-05-03T23:59')
  await press(page, 'Save')
  await expect(panel.getByText('no effect')).toBeVisible()
  await expect(panel.locator('time').first()).toHaveAttribute('datetime', '2099-05-04T11:59:00.000Z')
  await page.goto(`${portal.url}/admin/people`)
  await expect(page.getByText('1 personal deadline')).toBeVisible()
  await page.goto(`${portal.url}/admin/people?view=person&personId=${ada.id}`)
  await press(page, 'Remove: Papers')
  await expect(panel.getByText('no effect')).toHaveCount(0)
})

/** Presses a button while a field's first segments alone are typed, and expects to be led back to the field. */
async function pressHalfTyped(page: Page, label: string, button: string) {
  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
  const field = page.getByLabel(label, { exact: true })
  await field.click({ position: { x: 20, y: 20 } })
  for (const key of ['0', '5', '0', '5']) await page.keyboard.press(key)
  // By a key: what is said as the field is left moves the button away from a pointer.
  await page.getByRole('button', { name: button, exact: true }).press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Finish the date and the time, or empty the field\./)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  expect(calls).toEqual([])
}

test('a date that is half typed leads back to its field wherever papers are assigned and reviewers invited', async ({
  page,
}) => {
  const author = await makePerson(portal.t, { role: 'author' })
  const reviewer = await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' })
  const other = await makePerson(portal.t, { role: 'reviewer', name: 'Omar Haddad' })
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', { author, reviewer, admin })
  const due = 'Review due (optional)'
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${paperId}`)
  await page.getByLabel('Reviewer', { exact: true }).selectOption(other.id)
  await pressHalfTyped(page, due, 'Assign')
  await page.goto(`${portal.url}/admin/assignments?view=choose&papers=${paperId}`)
  await page.getByRole('checkbox', { name: /Omar Haddad/ }).check()
  await pressHalfTyped(page, due, 'See what would happen')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${portal.url}/admin/assignments?view=list`)
  await page.getByLabel('Papers and reviewers, one pair a line').fill(`${paperId}, Omar Haddad`)
  await pressHalfTyped(page, due, 'Check the list')
  await page.goto(`${portal.url}/admin/reviewers?view=invite`)
  await page.getByLabel('E-mail addresses, one a line').fill('far@elsewhere.example')
  await pressHalfTyped(page, 'Good until (optional)', 'Check and send')
})

test('a reviewer is assigned with a due date, which is changed later', async ({ page }) => {
  const author = await makePerson(portal.t, { role: 'author' })
  const reviewer = await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' })
  const other = await makePerson(portal.t, { role: 'reviewer', name: 'Omar Haddad' })
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', { author, reviewer, admin })
  await openAs(page, portal, admin, `/admin/papers?view=paper&paperId=${paperId}`)
  await page.getByLabel('Reviewer', { exact: true }).selectOption(other.id)
  await page.getByLabel('Review due (optional)', { exact: true }).fill('2099-05-03T23:59')
  await press(page, 'Assign')
  const entry = page.getByRole('listitem').filter({ hasText: 'Omar Haddad' })
  await expect(entry.locator('time').nth(1)).toHaveAttribute('datetime', '2099-05-03T23:59:00.000Z')
  await press(page, `Change due date: ${paperId}, Omar Haddad`)
  // Half typed is not the deadline for all.
  await page.getByLabel('Review due', { exact: true }).click({ position: { x: 20, y: 20 } })
  await page.keyboard.press('Delete')
  await press(page, 'Save')
  await expect(page.getByText('Finish the date and the time, or empty the field.')).toBeVisible()
  await page.getByLabel('Review due', { exact: true }).fill('2099-06-03T12:00')
  await press(page, 'Save')
  await expect(entry.locator('time').nth(1)).toHaveAttribute('datetime', '2099-06-03T12:00:00.000Z')
})
