import { expect, test } from '@playwright/test'
import { inviteReviewers } from '#shared/people/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { type MadePerson, makePerson, sessionOf } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

/** A conference that has just begun: words where there is nothing to draw, and what comes next. */
let portal: BrowserPortal
let admin: MadePerson
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  admin = await makePerson(portal.t, { role: 'admin' })
})
test.afterEach(() => portal.close())

/** The first abstract of all. */
const submitFirst = async () => {
  const [author, reviewer] = [
    await makePerson(portal.t, { role: 'author' }),
    await makePerson(portal.t, { role: 'reviewer' }),
  ]
  await submissionAt(portal.t, 'abstract_submitted', { author, reviewer, admin })
}

test('statistics of the first day say in words what is not there yet, and draw from the second day on', async ({
  page,
}) => {
  await submitFirst()
  await openAs(page, portal, admin, '/admin/statistics')
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const time = panel('Submissions over time')
  await expect(time).toContainText('1 abstract today, the first day.')
  await expect(time.getByRole('figure')).toHaveCount(0)
  await expect(panel('Scores of the reviews').getByRole('paragraph')).toHaveText('No reviews yet.')
  await expect(panel('Payments').getByRole('paragraph')).toHaveText(
    'No payments yet: no accepted paper awaits one.',
  )
  for (const name of ['Scores of the reviews', 'Payments']) {
    await expect(panel(name).getByRole('table')).toHaveCount(0)
    await expect(panel(name).getByRole('button', { name: 'Download CSV' })).toBeVisible()
  }
  await expect(
    panel('How far submissions got').getByRole('row', { name: 'Abstract submitted' }),
  ).toContainText('1')

  portal.t.clock.advance(24 * 3600 * 1000)
  const { email, password } = admin
  await openAs(page, portal, await sessionOf(portal.t, email, password), '/admin/statistics')
  const plot = time.getByRole('figure')
  await expect(plot).toContainText('Growing totals: 1 abstract and 0 papers.')
  const labels = await plot.locator('svg text').allTextContents()
  expect(labels.filter((label) => /^[\d.,]+$/.test(label))).toEqual(['0', '1'])
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([])
})

test('an empty conference’s dashboard says what to set up, step by step, until something is submitted', async ({
  page,
}) => {
  await openAs(page, portal, admin, '/admin')
  const next = page.getByRole('heading', { level: 2 }).first()
  const steps = page.getByRole('list', { name: 'Setting up' }).getByRole('listitem')
  const states = async (expected: readonly string[]) => {
    for (const [at, state] of expected.entries()) await expect(steps.nth(at)).toContainText(state)
  }
  await expect(next).toHaveText('Name the conference')
  await expect(steps).toHaveCount(5)
  await states(['To do', 'To do', 'Not set', 'To do', 'To do'])
  await expect(page.getByRole('main')).not.toContainText('Nothing waits for your decision')
  await expect(page.getByText(`${portal.url}/signup`)).toBeVisible()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page).toHaveURL(`${portal.url}/admin/settings`)

  const as = admin.token
  const { settings, revision } = (await portal.t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, abstract: '2099-03-31T23:59:00Z' }
  const set = { ...settings, conferenceName: 'Bridges 2099', feeAmount: '250.00', deadlines }
  await portal.t.call(saveSettings, { as, body: { settings: set, revision } })
  await portal.t.call(inviteReviewers, { as, body: { email: 'rita@uni.example' } })
  await page.goto(`${portal.url}/admin`)
  await states(['Done', 'Done', 'Done', 'Done', 'To do'])
  await expect(next).toHaveText('Set up a mail server')

  await submitFirst()
  await page.reload()
  await expect(next).toHaveText('1 abstract waits for a decision')
  await expect(steps).toHaveCount(0)
})

test('the lists of an empty conference say where authors submit, and what comes before a paper', async ({
  page,
}) => {
  await openAs(page, portal, admin, '/admin?view=all')
  await expect(page.getByText('No abstracts yet')).toBeVisible()
  await expect(page.getByText(`${portal.url}/signup`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await page.goto(`${portal.url}/admin/papers`)
  await expect(page.getByText('No papers yet')).toBeVisible()
  await page.getByRole('link', { name: 'Abstracts that wait for a decision' }).click()
  await expect(page).toHaveURL(`${portal.url}/admin?view=pending`)
})

test('the last administrator is told so before anything is asked, and is not offered the deletion', async ({
  page,
}) => {
  await openAs(page, portal, admin, '/profile')
  const ask = () => page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await ask()
  await expect(dialog).toContainText('You are the last administrator')
  await expect(dialog.getByRole('button')).toHaveText(['Close'])
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)

  await makePerson(portal.t, { role: 'admin' })
  await ask()
  await expect(dialog).toContainText('stays in the activity')
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeVisible()
})
