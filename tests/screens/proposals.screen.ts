import { expect, type Page, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { publications, submissions, users } from '#server/db/schema.ts'
import { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'
import { madeProposal } from './proposal-stub.ts'

let portal: BrowserPortal
let cast: Cast
let papers: string[]

/** Two papers on energy, of which one lies with nobody; one who knows it, one of the author's own house. */
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  const { t } = portal
  cast = {
    author: await makePerson(t, { role: 'author', name: 'Ada Brunner', email: 'ada@north.example' }),
    reviewer: await makePerson(t, { role: 'reviewer', name: 'Rita Ruiz', email: 'rita@alpine.example' }),
    admin: await makePerson(t, { role: 'admin', name: 'Clara Chair' }),
  }
  await makePerson(t, { role: 'reviewer', name: 'Norbert Nord', email: 'norbert@north.example' })
  const emil = await makePerson(t, { role: 'reviewer', name: 'Emil Energy', email: 'emil@power.example' })
  await t.database.db
    .update(users)
    .set({ topics: ['Energy'] })
    .where(eq(users.id, emil.id))
  papers = []
  for (const title of ['Heat pumps in winter', 'Wind at sea']) {
    const { paperId } = await submissionAt(t, 'paper_awaiting_resubmission', cast)
    await t.database.db
      .update(submissions)
      .set({ title, topics: ['Energy'] })
      .where(eq(submissions.paperId, paperId))
    papers.push(paperId)
  }
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const pairs = (page: Page) => page.getByRole('table', { name: 'Papers with their proposed reviewers' })
const paper = (place: number) => papers[place] ?? ''
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Asks for a proposal of two reviewers a paper, which waits until the portal works its jobs off. */
async function propose(page: Page) {
  await openAs(page, portal, cast.admin, '/admin/assignments')
  await page.getByRole('link', { name: 'Propose reviewers' }).click()
  await page.getByLabel('Reviewers per paper').fill('2')
  await press(page, 'Make a proposal')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
}

test('the organiser has reviewers proposed, changes the proposal by hand, runs it again, applies it and takes it back', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/assignments?view=propose')
  await expect(page.getByText('No proposal was made yet')).toBeVisible()
  await page.getByLabel('Reviewers per paper').fill('two')
  await press(page, 'Make a proposal')
  await expect(page.getByText('Enter a whole number from 1 to 10.')).toBeVisible()
  await propose(page)
  await portal.t.drain()
  await expect(page.getByText('2 papers lack 2 reviewers.')).toBeVisible()
  await expect(pairs(page).getByRole('row', { name: /Emil Energy/ })).toHaveCount(2)
  await expect(pairs(page).getByText('Topic: Energy.')).toHaveCount(2)
  await expect(page.getByText(/^Nothing is known of 2 reviewers/)).toContainText(
    'so that they score 0 on every paper: Norbert Nord, Rita Ruiz.',
  )

  await press(page, `Remove Emil Energy from ${paper(0)}`)
  await expect(page.getByRole('heading', { name: 'Figures · With your changes' })).toBeVisible()
  await expect(pairs(page).getByText('Nobody proposed')).toBeVisible()
  await press(page, `Add a reviewer to ${paper(0)}`)
  const dialog = page.getByRole('dialog')
  const offered = dialog.getByRole('listitem')
  await expect(offered.filter({ hasText: 'Norbert Nord' })).toContainText('share the mail domain')
  await expect(offered.filter({ hasText: 'Norbert Nord' }).getByRole('button')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add all the same Emil Energy' }).click()
  await press(page, `Lock Emil Energy on ${paper(0)}`)
  await page.reload()
  await expect(page.getByRole('button', { name: `Lock Emil Energy on ${paper(0)}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await press(page, `Remove Emil Energy from ${paper(1)}`)
  await press(page, 'Run again')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(pairs(page).getByRole('row', { name: /^Emil Energy \d/ })).toHaveCount(1)
  await expect(pairs(page).getByRole('row', { name: /^Emil Energy – Must not be/ })).toHaveCount(1)
  await expect(page.getByText('Run again, 1 locked pair stays and 1 pair is not proposed.')).toBeVisible()
  const missing = page.getByRole('list', { name: 'Pairs that must not be' })
  await expect(missing).toBeHidden()
  await page.getByText('Pairs that must not be (1)', { exact: true }).click()
  await expect(missing).toContainText(`${paper(1)} · Wind at sea`)
  await expect(missing).toContainText(
    'Pairs that must not be: 1 reviewer is kept from it, and only 0 may review it.',
  )
  await expect(missing).toContainText('Would suit it best: Emil Energy (Must not be, as asked)')
  const changes = page.getByRole('region', { name: 'The smallest change that helps, of each kind' })
  await expect(changes).toContainText('1 paper gets fewer reviewers than wanted: 1 seat stays open.')
  await expect(changes.getByRole('listitem')).toHaveText([
    `Allow 1 pair of those that must not be: Emil Energy on ${paper(1)}. `,
    'Invite 1 reviewer without conflicts.',
    'Ask for 1 review fewer for each paper.',
  ])

  await page.getByRole('radio', { name: 'Compare' }).check()
  await expect(page.getByLabel('Compare with')).toContainText(
    /^[^·]+ · Largest total · 2 reviews a paper, at most 3 each/,
  )
  await expect(page.getByText('Other pairs must be, or must not be.')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Figures of both proposals' })
  await expect(figures.getByRole('row', { name: 'Total' })).toHaveText('Total0.400.80−0.40')
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText('No longer Emil Energy (0.40)')

  await press(page, 'Go on with 1 pair')
  await expect(heading(page, 'What would happen')).toBeFocused()
  await press(page, 'Assign 1 paper')
  await expect(heading(page, 'What happened')).toBeFocused()
  await page.goBack()
  await expect(page.getByText('The pair of this proposal is assigned.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Go on with/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'To the assignments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assignments', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('from a proposal')
  await press(page, 'Take back')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('1 assignment was taken back.')).toBeVisible()
})

test('after the deadline for reviews a proposal is applied with a due date of its own, which a reload keeps', async ({
  page,
}) => {
  const { t } = portal
  const { paperId } = await submissionAt(t, 'paper_submitted', cast)
  await t.database.db
    .update(submissions)
    .set({ topics: ['Energy'] })
    .where(eq(submissions.paperId, paperId))
  const as = cast.admin.token
  const { settings, revision } = (await t.call(readSettings, { as })).body
  const deadlines = { ...settings.deadlines, review: '2026-01-31T12:00:00.000Z' }
  const body = { settings: { ...settings, deadlines }, revision }
  expect((await t.call(saveSettings, { as, body })).status).toBe(200)
  await propose(page)
  await portal.t.drain()
  await press(page, /^Go on with/)
  const closed = page.getByText(/^The deadline for reviews was 31 January 2026/)
  await expect(closed.first()).toBeVisible()
  await page.goBack()
  const due = page.getByLabel('Review due (optional)', { exact: true })
  await due.click({ position: { x: 20, y: 20 } })
  for (const key of ['0', '5', '0', '5']) await page.keyboard.press(key)
  for (const next of [/^Go on with/, 'Run again']) {
    await page.getByRole('button', { name: next, exact: true }).press('Enter')
    await expect(due).toBeFocused()
    await expect(page.getByText('Finish the date and the time, or empty the field.')).toBeVisible()
  }
  await page.reload()
  await expect(page.getByText('Finish the date and the time, or empty the field.')).toHaveCount(0)
  await due.fill('2099-05-03T23:59')
  await page.reload()
  await expect(due).toHaveValue('2099-05-03T23:59')
  await press(page, 'Run again')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(due).toHaveValue('2099-05-03T23:59')
  await press(page, /^Go on with/)
  await expect(heading(page, 'What would happen')).toBeFocused()
  await expect(closed).toHaveCount(0)
  await press(page, /^Assign \d+ papers?/)
  await expect(heading(page, 'What happened')).toBeFocused()
  const { assignments } = (await t.call(paperDeskOverview, { as, params: { paperId } })).body
  const given = assignments.find(({ reviewer }) => reviewer.id !== cast.reviewer.id)
  expect(given?.dueAt?._seconds).toBe(Date.parse('2099-05-03T23:59:00Z') / 1000)
})

test('from a pair the organiser goes to what the reviewer wrote', async ({ page }) => {
  const [emil] = await portal.t.database.db.select().from(users).where(eq(users.name, 'Emil Energy'))
  await portal.t.database.db.insert(publications).values({
    id: '018f0000-0000-7000-8000-000000000077',
    userId: emil?.id ?? '',
    title: 'Heat pumps in winter',
    abstract: 'They freeze.',
    source: 'csv',
    createdAt: new Date('2026-01-05T08:00:00Z'),
  })
  await propose(page)
  await portal.t.drain()
  await pairs(page).getByRole('link', { name: 'Emil Energy' }).first().click()
  const wrote = page.getByRole('region', { name: 'What they wrote' })
  await expect(wrote.getByRole('listitem')).toHaveText(['Heat pumps in winterfrom a listThey freeze.'])
})

test('a proposal under way can be cancelled and tried again', async ({ page }) => {
  await propose(page)
  await press(page, 'Cancel the proposal')
  await expect(page.getByText('This proposal was cancelled.')).toBeVisible()
  await press(page, 'Try again')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(pairs(page)).toBeVisible()
})

test('the matrix is walked with the arrows, and Enter takes a pair out and puts one in', async ({ page }) => {
  await propose(page)
  await portal.t.drain()
  await page.getByRole('radio', { name: 'Matrix' }).check()
  const cell = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(cell(`${paper(0)}, Norbert Nord: cannot be`)).toBeVisible()
  await cell(`${paper(0)}, Emil Energy: 0.40, proposed`).focus()
  await page.keyboard.press('Enter')
  await expect(cell(`${paper(0)}, Emil Energy: 0.40, must not be`)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell(`${paper(1)}, Emil Energy: 0.40, proposed`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(cell(`${paper(0)}, Emil Energy: 0.40, proposed`)).toHaveAttribute('aria-pressed', 'true')
  expect(page.url()).toContain('show=matrix')

  const card = page.getByRole('region', { name: 'The pair chosen' })
  await expect(card).toContainText('Score 0.40. Topic: Energy.')
  await cell(`${paper(1)}, Emil Energy: 0.40, proposed`).click()
  await expect(card).toContainText(paper(1))
  const bar = page.getByRole('region', { name: 'Next step' })
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await cell(`${paper(1)}, Emil Energy: 0.40, proposed`).click()
    await expect(card).toBeInViewport({ ratio: 1 })
    const [chosen, next] = [await card.boundingBox(), await bar.boundingBox()]
    expect((chosen?.y ?? 0) + (chosen?.height ?? 0), `${width}`).toBeLessThanOrEqual(next?.y ?? 0)
  }
  await expect(cell(`${paper(1)}, Emil Energy: 0.40, proposed`)).toHaveAttribute('aria-pressed', 'true')
  await cell(`${paper(0)}, Emil Energy: 0.40, proposed`).click()
  await press(page, `Lock Emil Energy on ${paper(0)}`)
  await expect(cell(`${paper(0)}, Emil Energy: 0.40, proposed, locked`)).toBeVisible()
  await cell(`${paper(0)}, Norbert Nord: cannot be`).focus()
  await expect(card).toContainText('share the mail domain')
  await expect(card.getByRole('button')).toHaveCount(0)
})

test('any pair can be barred before it is proposed, and the next form can keep that or forget it', async ({
  page,
}) => {
  await propose(page)
  await portal.t.drain()
  await press(page, `Remove Emil Energy from ${paper(0)}`)
  await press(page, 'Run again')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(pairs(page).getByRole('row', { name: /^Emil Energy – Must not be/ })).toHaveCount(1)
  await press(page, `Allow Emil Energy on ${paper(0)}`)
  await press(page, `Add a reviewer to ${paper(0)}`)
  await press(page, `Never Emil Energy on ${paper(0)}`)
  await expect(pairs(page).getByRole('row', { name: /^Emil Energy – Must not be/ })).toHaveCount(1)

  await page.getByRole('link', { name: 'Back to proposals' }).click()
  const keeps = page.getByLabel('Keep what was fixed in the last proposal (1 pair must not be)')
  await expect(keeps).toBeChecked()
  await keeps.uncheck()
  await press(page, 'Make a proposal')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(pairs(page).getByRole('row', { name: /^Emil Energy \d/ })).toHaveCount(2)
})

test('the form begins with a limit a little above the even load, follows the reviews wanted, and goes nowhere without one', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/assignments?view=propose')
  const most = page.getByLabel('Most papers per reviewer')
  await page.getByLabel('Reviewers per paper').fill('2')
  await expect(most).toHaveValue('3')
  await expect(page.getByText(/^With 1 all would have as many; 3 leaves room/)).toBeVisible()
  await page.getByLabel('Reviewers per paper').fill('7')
  await expect(most).toHaveValue('6')
  await most.fill('')
  await press(page, 'Make a proposal')
  await expect(page.getByText('Enter how many papers a reviewer gets at most.')).toBeVisible()
  await expect(most).toBeFocused()
  await most.fill('5')
  await press(page, 'Make a proposal')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await page.goto(`${portal.url}/admin/assignments?view=propose`)
  await expect(most).toHaveValue('5')
  await expect(page.getByRole('list').getByText('at most 5 each')).toBeVisible()
})

test('bids come in as a list, and the rule of one experienced reviewer asks for somebody marked', async ({
  page,
}) => {
  await openAs(page, portal, cast.admin, '/admin/assignments?view=propose')
  await press(page, 'Add a list')
  await press(page, 'Keep these bids')
  await expect(page.getByText('Paste a list or choose a file.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'bids.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `paper,reviewer,bid\n${paper(0)},emil@power.example,no\n${paper(1)},emil@power.example,soon\n`,
    ),
  })
  await expect(page.getByLabel('Papers, reviewers and bids, one a line')).toHaveValue(/soon/)
  await press(page, 'Keep these bids')
  await expect(page.getByText('0 eager, 0 willing, 1 reluctant: of 1 reviewer on 1 paper.')).toBeVisible()
  await expect(page.getByRole('list', { name: '1 line was left out' })).toContainText('No bid is named')

  await page.getByLabel('At least one experienced reviewer per paper').check()
  await expect(page.getByText('Nobody is marked as experienced yet.')).toBeVisible()
  await press(page, 'Make a proposal')
  await expect(page.getByRole('alert')).toContainText('Mark who is experienced first')
  await page.getByRole('link', { name: 'At the reviewers’ desk' }).click()
  await page.getByRole('checkbox', { name: 'Emil Energy' }).check()
  await press(page, 'Mark as experienced')
  await expect(page.getByText('1 reviewer is marked as experienced.')).toBeVisible()
  await page.getByLabel('Show').selectOption('Experienced')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Emil Energy' }).click()
  await expect(page.getByRole('button', { name: 'Take the mark away: Emil Energy' })).toBeVisible()

  await page.goto(`${portal.url}/admin/assignments?view=propose`)
  await page.getByLabel('At least one experienced reviewer per paper').check()
  await expect(page.getByText('1 reviewer is marked so.')).toBeVisible()
  await page.getByLabel('Reviewers per paper').fill('2')
  await press(page, 'Make a proposal')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(pairs(page).getByText('Topic: Energy. Bid: reluctant.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Figures of both objectives' })).toBeVisible()
})

test('what helps in a shortage stands above the papers, which are folded by what binds', async ({ page }) => {
  await page.route('**/api/admin/assignments/proposals/*1', (route) => route.fulfill({ json: madeProposal }))
  await openAs(page, portal, cast.admin, `/admin/assignments?view=proposal&proposalId=${madeProposal.id}`)
  await expect(
    page.getByRole('heading', { level: 2 }).filter({ hasText: /smallest change|cannot be|Without/ }),
  ).toHaveText([
    'The smallest change that helps, of each kind',
    'What cannot be served (1)',
    'The smallest change that gives every paper somebody experienced',
    'Without an experienced reviewer (1)',
  ])
  await expect(page.getByRole('button', { name: /^Run again with/ })).toHaveText([
    'Run again with this limit raised',
    'Run again with this experienced reviewer’s limit raised',
  ])
  const bottleneck = page.getByText(
    'It needs the same reviewers as 3 other papers. These 4 papers have 4 seats to fill, and all who may review any of them can fill 3; seats of further papers are not counted here.',
  )
  await expect(bottleneck).toBeHidden()
  await page.getByText('Loads: who may review them has no time left (1)').click()
  await expect(bottleneck).toBeVisible()
})

test('what is odd is folded by reviewer and barred there, and the next step is in sight from top to end and covers nothing', async ({
  page,
}) => {
  await page.route('**/api/admin/assignments/proposals/*1', (route) => route.fulfill({ json: madeProposal }))
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await openAs(page, portal, cast.admin, `/admin/assignments?view=proposal&proposalId=${madeProposal.id}`)
    const bar = page.getByRole('region', { name: 'Next step' })
    await expect(bar.getByRole('button', { name: 'Go on with 5 pairs' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Odd texts behind these pairs (5)' })).toBeVisible()
    const unproposed = page.getByRole('heading', { name: 'Odd texts behind pairs that are not proposed (1)' })
    await expect(unproposed).toBeVisible()
    const group = page.getByText('María Fernández: 2 papers')
    const rows = page.getByRole('list', { name: 'María Fernández' })
    await expect(rows).toBeHidden()
    await group.focus()
    await page.keyboard.press('Enter')
    await expect(rows.getByRole('listitem')).toHaveCount(2)
    await expect(rows.getByRole('link')).toHaveText([/^P26-0001-K · /, /^P26-0005-K · /])
    await rows.getByRole('button', { name: 'Never María Fernández on P26-0001-K' }).click()
    await expect(rows.getByText('Must not be, as you asked.')).toHaveCount(1)
    await rows.getByRole('button', { name: 'Allow María Fernández on P26-0001-K' }).click()
    await expect(rows.getByText('Must not be, as you asked.')).toHaveCount(0)

    const name = pairs(page).getByRole('rowheader', { name: 'María Fernández' }).first()
    const line = await name.evaluate((cell) => Number.parseFloat(getComputedStyle(cell).lineHeight))
    const text = name.getByText('María Fernández')
    expect((await text.boundingBox())?.height, `${width}`).toBeLessThan(1.5 * line)

    const last = page.getByText('You see what would happen before it does')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const [above, below] = [await last.boundingBox(), await bar.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0), `${width}`).toBeLessThanOrEqual(below?.y ?? 0)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Go on with 5 pairs')).toBeHidden()
})

test('what cannot be served is mended by making the proposal again with the limits that it names', async ({
  page,
}) => {
  const [emil] = await portal.t.database.db.select().from(users).where(eq(users.name, 'Emil Energy'))
  await portal.t.database.db
    .update(users)
    .set({ reviewLimit: 1 })
    .where(eq(users.id, emil?.id ?? ''))
  await propose(page)
  await portal.t.drain()
  const changes = page.getByRole('region', { name: 'The smallest change that helps, of each kind' })
  await expect(changes.getByRole('listitem').first()).toContainText('Emil Energy from 1 to 2.')
  await press(page, 'Run again with this limit raised')
  await expect(page.getByText('Waiting to begin…')).toBeVisible()
  await portal.t.drain()
  await expect(changes).toHaveCount(0)
  await expect(pairs(page).getByRole('row', { name: /Emil Energy/ })).toHaveCount(2)
  await expect(pairs(page)).toContainText('Emil Energy takes at most 1 at a time, and would have 2.')
})

test('of a pair that was not proposed the organiser asks why, and after a removal the keyboard goes on where it was', async ({
  page,
}) => {
  await propose(page)
  await portal.t.drain()
  const first = pairs(page).getByRole('button', { name: `Add a reviewer to ${paper(0)}` })
  await page.getByRole('button', { name: `Remove Emil Energy from ${paper(0)}` }).focus()
  await page.keyboard.press('Enter')
  await expect(first).toBeFocused()
  await expect(pairs(page)).toContainText('On it already: Rita Ruiz (0.00).')
  await page.keyboard.press('Enter')
  const offered = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Emil Energy' })
  await offered.getByRole('button', { name: /^Why Emil Energy suits/ }).click()
  await expect(offered.getByRole('status')).toHaveText('Topic: Energy. As of now.')
})
