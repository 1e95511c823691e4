import { expect, type Page, test } from '@playwright/test'
import { applyAssignments } from '#shared/assigning/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, letBeDue, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal, readApart } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
let papers: string[]
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author', name: 'Ada Brunner', email: 'ada@north.example' }),
    reviewer: await makePerson(portal.t, {
      role: 'reviewer',
      name: 'Rita Ruiz',
      email: 'rita@alpine.example',
    }),
    admin: await makePerson(portal.t, { role: 'admin', name: 'Clara Chair' }),
  }
  await makePerson(portal.t, { role: 'reviewer', name: 'Norbert Nord', email: 'norbert@north.example' })
  papers = []
  for (const _ of [1, 2])
    papers.push((await submissionAt(portal.t, 'paper_awaiting_resubmission', cast)).paperId)
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rowsOf = (page: Page, list: string) =>
  page.getByRole('main').getByRole('list', { name: list }).getByRole('listitem')

test('of more reviewers than are offered at once, one is found by name and assigned', async ({ page }) => {
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  const uma = await makePerson(portal.t, { role: 'reviewer', name: 'Uma Unger' })
  await readApart(page)
  // As with hundreds of them.
  await page.route('**/api/admin/reviewers?*', (route) =>
    route.continue({ url: `${route.request().url()}&limit=1` }),
  )
  await openAs(page, portal, cast.admin, `/admin/papers?view=paper&paperId=${paperId}`)
  const offered = page.getByLabel('Reviewer', { exact: true })
  await expect(offered.getByRole('option')).toHaveCount(2)
  await expect(page.getByText('1 of 3 can be chosen below.')).toBeVisible()
  await page.getByLabel('Search reviewers').fill('uma')
  await offered.selectOption(uma.id)
  // Who is chosen stays so, whoever is looked at then.
  await page.getByLabel('Search reviewers').fill('norbert')
  // Looking for somebody assigns nobody.
  await page.keyboard.press('Enter')
  await expect(offered.getByRole('option')).toHaveCount(3)
  await expect(offered).toHaveValue(uma.id)
  await press(page, 'Assign')
  await expect(page.getByRole('listitem').filter({ hasText: 'Uma Unger' })).toBeVisible()
  await expect(offered).toHaveValue('')
  await expect(page.getByLabel('Search reviewers')).toHaveValue('')
})

test('a plan that somebody else overtook is read anew; pressed again after a lost answer it says what was done', async ({
  page,
}) => {
  const sam = await makePerson(portal.t, { role: 'reviewer', name: 'Sam Silva' })
  const uma = await makePerson(portal.t, { role: 'reviewer', name: 'Uma Unger' })
  const [paperId = ''] = papers
  await openAs(page, portal, cast.admin, '/admin/assignments?view=list')
  await page.getByLabel('Papers and reviewers, one pair a line').fill(`${paperId}, Sam Silva`)
  await press(page, 'Check the list')
  await expect(rowsOf(page, 'To be assigned')).toHaveText(new RegExp(`${paperId} · Sam Silva`))
  await expect(rowsOf(page, 'To be assigned')).not.toContainText('3 reviewers')

  const given = { as: cast.admin.token, body: { pairs: [{ paperId, reviewerId: uma.id }] } }
  expect((await portal.t.call(applyAssignments, given)).status).toBe(200)
  await press(page, 'Assign 1 paper')
  await expect(page.getByText(`Who reviews ${paperId} has changed since you saw this.`)).toBeVisible()
  await expect(rowsOf(page, 'To be assigned')).toContainText('With this one the paper has 3 reviewers')
  expect((await portal.t.mails()).filter(({ toAddress }) => toAddress === sam.email)).toEqual([])

  await page.route(
    '**/api/admin/assignments/apply',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, 'Assign 1 paper')
  await expect(page.getByText('No answer came.')).toBeVisible()
  await press(page, 'Assign 1 paper')
  await expect(page.getByRole('heading', { level: 1, name: 'What happened' })).toBeVisible()
  await expect(page.getByText('1 paper assigned.').first()).toBeVisible()
})

test('the organiser assigns from a list: sees what is not understood and what conflicts, then assigns, then takes it back', async ({
  page,
}) => {
  const sam = await makePerson(portal.t, { role: 'reviewer', name: 'Sam Silva' })
  await makePerson(portal.t, { role: 'reviewer', name: 'Uma Unger' })
  const [meant = ''] = papers
  const mistyped = `${meant.slice(0, -1)}${meant.endsWith('X') ? 'Y' : 'X'}`
  await openAs(page, portal, cast.admin, '/admin/assignments')
  await expect(page.getByText('Nothing was assigned together yet')).toBeVisible()
  await page.getByRole('link', { name: 'Assign from a list' }).click()
  await press(page, 'Check the list')
  await expect(page.getByText('Paste a list or choose a file.')).toBeVisible()
  const lines = [
    `${papers[0]}, Silva Sam`,
    `NORBERT@north.example; ${papers[1]?.toLowerCase()}`,
    `${papers[1]}, nobody@nowhere.example`,
    `${mistyped}, Uma Unger`,
  ]
  await page.getByLabel('Papers and reviewers, one pair a line').fill(lines.join('\n'))
  await press(page, 'Check the list')

  await expect(page.getByRole('heading', { level: 1, name: 'What would happen' })).toBeFocused()
  await expect(
    page.getByText('1 paper can be assigned · 1 row cannot · 2 lines are not understood'),
  ).toBeVisible()
  await press(page, `It is ${meant}`)
  await expect(
    page.getByText('2 assignments of 1 paper can be made · 1 row cannot · 1 line is not understood'),
  ).toBeVisible()
  await expect(rowsOf(page, 'Not understood')).toContainText(
    'No reviewer has the address nobody@nowhere.example.',
  )
  await expect(rowsOf(page, 'Not as it stands')).toContainText(
    'Reviewer and author share the mail domain north.example.',
  )
  await expect(rowsOf(page, 'To be assigned').first()).toContainText(`${papers[0]} · Sam Silva`)
  await expect(rowsOf(page, 'Load of each reviewer').first()).toContainText('0 open, 1 more')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Not as it stands (1)',
    'Not understood (1)',
    'To be assigned (2)',
    'Load of each reviewer',
  ])
  const bar = page.getByRole('region', { name: 'Next step' })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar.getByRole('button', { name: 'Make 2 assignments' })).toBeInViewport({ ratio: 1 })
  const reason = page.getByLabel(/^Reason to assign in spite of it/)
  await reason.fill('The only one who knows.')
  await press(page, 'Change the list')
  await press(page, 'Check the list')
  await press(page, `It is ${meant}`)
  await expect(reason).toHaveValue('The only one who knows.')
  await press(page, 'Make 3 assignments')

  await expect(page.getByRole('heading', { level: 1, name: 'What happened' })).toBeFocused()
  await expect(rowsOf(page, 'Assigned')).toHaveCount(3)
  await expect(rowsOf(page, 'Not understood')).toContainText('nobody@nowhere.example')
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assignments', exact: true })).toBeVisible()
  const batch = page.getByRole('main').getByRole('listitem')
  await expect(batch).toContainText('3 assignments')
  await expect(batch).toContainText('by Clara Chair')
  await expect(batch).toContainText('from a list')
  await press(page, 'Take back')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('3 assignments were taken back.')).toBeVisible()
  await expect(batch).toContainText('taken back')
  const mails = (await portal.t.mails())
    .filter(({ toAddress }) => toAddress === sam.email)
    .map(({ subject }) => subject)
  expect(mails.at(-1)).toBe(`${papers[0]}: no review needed`)
})

test('due dates of a list that is read again are said to change, and to have changed, from which to which', async ({
  page,
}) => {
  const { paperId } = await submissionAt(portal.t, 'paper_submitted', cast)
  await letBeDue(portal.t, cast.reviewer, { paperId }, new Date('2098-12-15T12:00:00Z'))
  await makePerson(portal.t, { role: 'reviewer', name: 'Sam Silva' })
  await openAs(page, portal, cast.admin, '/admin/assignments?view=list')
  await page
    .getByLabel('Papers and reviewers, one pair a line')
    .fill(
      `Paper ID,Reviewer,Due (UTC)\n${paperId},rita@alpine.example,2099-01-10 12:00\n${papers[0]},Sam Silva,`,
    )
  await press(page, 'Check the list')
  await expect(rowsOf(page, 'Due date changes')).toContainText(/due Dec 15, 2098.* → Jan 10, 2099/)
  await press(page, 'Make 2 changes')
  await expect(page.getByRole('heading', { level: 1, name: 'What happened' })).toBeFocused()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Due dates changed (1)',
    'Assigned (1)',
  ])
  await expect(rowsOf(page, 'Due dates changed')).toContainText(/due Dec 15, 2098.* → Jan 10, 2099/)
  await press(page, 'Take back')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('One assignment ends')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assignments' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(['taken back'])
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0)
})

test('a list can be a file, and going back keeps what was typed', async ({ page }) => {
  await openAs(page, portal, cast.admin, '/admin/assignments?view=list')
  const buffer = Buffer.from(`Reviewer;Paper\nRita Ruiz;${papers[0]}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('Papers and reviewers, one pair a line')).toHaveValue(/Rita Ruiz/)
  await press(page, 'Check the list')
  await expect(page.getByText('0 papers can be assigned · 1 row cannot')).toBeVisible()
  await expect(page.getByText('Nothing can be assigned.')).toBeVisible()
  await press(page, 'Change the list')
  await expect(page.getByLabel('Papers and reviewers, one pair a line')).toHaveValue(/Rita Ruiz/)
})

test('Back in the browser leads from the plan to the list, which is still there; leaving it asks', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/assignments')
  await page.getByRole('link', { name: 'Assign from a list' }).click()
  const list = page.getByLabel('Papers and reviewers, one pair a line')
  await list.fill(`${papers[0]}, Rita Ruiz`)
  await press(page, 'Check the list')
  await expect(page.getByText('Nothing can be assigned.')).toBeVisible()
  await page.goBack()
  await expect(list).toHaveValue(/Rita Ruiz/)
  await press(page, 'Go on with the list as it was checked')
  await expect(page.getByText('Nothing can be assigned.')).toBeVisible()
  await page.goBack()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  expect(asked).toEqual(['Nothing of the list was assigned yet. Leave all the same?'])
  await expect(list).toHaveValue(/Rita Ruiz/)
})

test('chosen papers go to chosen reviewers, with a due date said in the conference’s zone and Anywhere on Earth', async ({
  page,
}) => {
  await makePerson(portal.t, { role: 'reviewer', name: 'Sam Silva' })
  await makePerson(portal.t, { role: 'reviewer', name: 'Tomo Tanaka' })
  await openAs(page, portal, cast.admin, `/admin/assignments?view=choose&papers=${papers.join('+')}`)
  await expect(page.getByText('2 papers chosen')).toBeVisible()
  await press(page, 'See what would happen')
  await expect(page.getByText('Choose at least one reviewer.')).toBeVisible()
  await page.getByRole('checkbox', { name: /Sam Silva/ }).check()
  await page.getByRole('checkbox', { name: /Tomo Tanaka/ }).check()
  await page.getByLabel('Review due (optional)').first().fill('2099-05-03T23:59')
  await expect(page.getByText(/ · Anywhere on Earth \(AoE\)$/)).toContainText(/UTC-12/)
  await press(page, 'See what would happen')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  const away = page.getByRole('navigation').getByRole('link', { name: 'Papers' })
  await away.click()
  await expect.poll(() => asked).toEqual(['What you typed is not saved. Leave all the same?'])
  await press(page, 'Make 4 assignments')
  await expect(page.getByRole('heading', { level: 1, name: 'What happened' })).toBeFocused()
  await expect(rowsOf(page, 'Assigned')).toHaveCount(4)
  await away.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a pair that is named twice is told with its line, before and after; a heading is said to be passed over', async ({
  page,
}) => {
  const sam = await makePerson(portal.t, { role: 'reviewer', name: 'Sam Silva' })
  await openAs(page, portal, cast.admin, '/admin/assignments?view=list')
  const lines = [
    'Paper, Reviewer',
    `${papers[0]}, ${sam.email}`,
    `${papers[1]}, ${sam.email}`,
    `${papers[0]}, Sam Silva`,
  ]
  await page.getByLabel('Papers and reviewers, one pair a line').fill(lines.join('\n'))
  await press(page, 'Check the list')
  await expect(page.getByText('Line 1 was passed over as a heading: Paper · Reviewer')).toBeVisible()
  await expect(rowsOf(page, 'Not as it stands')).toContainText(['Line 4'])
  await press(page, 'Assign 2 papers')
  await expect(rowsOf(page, 'Left out')).toHaveText([
    /Line 4.*The list names this pair twice; the first line counts\./,
  ])
})
