import { expect, type Page, test } from '@playwright/test'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { reportPayment } from '#shared/payments/contract.ts'
import { changeUser } from '#shared/people/desk-contract.ts'
import { logIn, makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { type AuthorStage, openAuthorStage } from './author-stage.ts'
import { countOf, readApart } from './browser-portal.ts'

const DAY = 24 * 3600 * 1000

let stage: AuthorStage
test.beforeAll(async () => {
  stage = await openAuthorStage()
})
test.afterAll(() => stage.close())
test.use({ locale: 'en-GB', timezoneId: 'America/New_York' })

const inDays = (days: number) => new Date(Date.now() + days * DAY + 60_000).toISOString()
const deadlines = (given: Partial<typeof defaultSettings.deadlines>) =>
  stage.settings({ timeZone: 'Europe/Zurich', deadlines: { ...defaultSettings.deadlines, ...given } })
/** The next steps in the order in which they stand. */
const steps = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

/** A moment as both clocks show it. */
function bothZones(at: string): string {
  const of = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(at),
    )
  return `${of('America/New_York')} (America/New_York, your time) · ${of('Europe/Zurich')} (Europe/Zurich)`
}

test('the edition of 2026 is named', async ({ page }) => {
  const { author } = await stage.newCast()
  await stage.open(page, author)
  await expect(page.getByText('Engineering Conference 2026')).toBeVisible()
})

test('without a request form the special session says that it is not open yet', async ({ page }) => {
  await stage.settings({})
  const { author } = await stage.newCast()
  await stage.open(page, author)
  await expect(page.getByRole('heading', { name: 'Mini-symposium / Special session' })).toBeVisible()
  await expect(page.getByText('Requests are not open yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Submit request' })).toHaveCount(0)
})

test('Submit request opens the form in a new tab', async ({ page, context }) => {
  await context.route('https://forms.example/**', (route) => route.fulfill({ body: 'the form' }))
  await stage.settings({ specialSessionUrl: 'https://forms.example/session' })
  const { author } = await stage.newCast()
  await stage.open(page, author)
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Submit request' }).click()
  expect((await opened).url()).toBe('https://forms.example/session')
  await expect(page.getByText('You are logged in as Author')).toBeVisible()
})

test('what the organisers change is there for who comes back to the page', async ({ page }) => {
  await stage.settings({})
  const { author } = await stage.newCast()
  await page.clock.install()
  await stage.open(page, author)
  await expect(page.getByText('Requests are not open yet.')).toBeVisible()
  await stage.settings({ specialSessionUrl: 'https://forms.example/session' })
  await page.clock.fastForward('01:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('link', { name: 'Submit request' })).toBeVisible()
})

test('a newcomer’s next step is the abstract, with its deadline in both zones', async ({ page }) => {
  const until = inDays(9)
  await deadlines({ abstract: until })
  const { author } = await stage.newCast()
  await stage.open(page, author)
  await expect(steps(page).first()).toHaveText('Submit your abstract – 9 days left')
  await expect(page.getByText(`Deadline: ${bothZones(until)}`)).toBeVisible()
})

test('who was given more time for abstracts is told their own deadline, at home and over the form', async ({
  page,
}) => {
  await deadlines({ abstract: inDays(-1) })
  const until = inDays(9)
  const { author } = await stage.newCast()
  const { author: other } = await stage.newCast()
  const given = { params: { userId: author.id }, body: { extensions: { abstract: until } } }
  expect((await stage.t.call(changeUser, { as: stage.admin.token, ...given })).status).toBe(200)
  await stage.open(page, author)
  await expect(steps(page).first()).toHaveText('Submit your abstract – 9 days left')
  await page.getByRole('link', { name: 'Choose your PDF' }).click()
  await expect(page.getByText(`Deadline – 9 days left: ${bothZones(until)}`)).toBeVisible()
  await expect(page.getByText('The deadline for new abstracts has passed')).toHaveCount(0)
  await stage.open(page, other)
  await expect(steps(page).first()).toHaveText('The deadline for new abstracts has passed')
  await page.goto(`${stage.url}/author?view=upload-abstract`)
  await expect(page.getByText('Ask the organisers for more time.')).toBeVisible()
  await deadlines({})
})

test('while an abstract is still taken after its deadline, home and form stay open and say the deadline as it was', async ({
  page,
}) => {
  const until = inDays(-0.5)
  await stage.settings({
    timeZone: 'Europe/Zurich',
    graceMinutes: 24 * 60,
    deadlines: { ...defaultSettings.deadlines, abstract: until },
  })
  const { author } = await stage.newCast()
  await stage.open(page, author)
  await expect(steps(page).first()).toHaveText('Submit your abstract')
  await expect(page.getByText(`Deadline: ${bothZones(until)}`)).toBeVisible()
  await page.getByRole('link', { name: 'Choose your PDF' }).click()
  await expect(page.getByText(`Deadline: ${bothZones(until)}`)).toBeVisible()
  await expect(page.getByText(/has passed|more time/)).toHaveCount(0)
  await deadlines({})
})

test('next steps stand above all else, the most urgent first, and lead to their submissions', async ({
  page,
}) => {
  const until = inDays(3)
  await deadlines({ resubmission: until, paper: inDays(40) })
  const cast = await stage.newCast()
  const pay = await submissionAt(stage.t, 'awaiting_payment', cast)
  const paper = await submissionAt(stage.t, 'awaiting_paper', cast)
  const revised = await submissionAt(stage.t, 'paper_awaiting_resubmission', cast)
  await submissionAt(stage.t, 'abstract_submitted', cast)
  await stage.open(page, cast.author)
  await expect(steps(page)).toHaveText([
    'Upload your revised paper – 3 days left',
    'Upload your paper – 40 days left',
    'Pay the registration fee',
    'Mini-symposium / Special session',
  ])
  await expect(page.getByText(`Deadline: ${bothZones(until)}`)).toBeVisible()
  for (const name of [`Upload paper: ${paper.abstractId}`, `How to pay: ${pay.paperId}`])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Upload revised paper: ${revised.paperId}` }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=upload-paper&abstractId=${revised.abstractId}`)
  await expect(page.getByText('Drag & drop files or Browse')).toBeVisible()
})

test('while others act, it says that there is nothing to do', async ({ page }) => {
  const { author } = await stage.made('paper_submitted')
  await stage.open(page, author)
  await expect(steps(page).first()).toHaveText('There is nothing to do for you now')
})

test('whose submissions have all ended has nothing to do, before and after the deadline', async ({
  page,
}) => {
  const until = inDays(9)
  await deadlines({ abstract: until })
  const { author } = await stage.made('complete')
  await stage.open(page, author)
  await expect(steps(page).first()).toHaveText('There is nothing to do for you now')
  await expect(page.getByText(`Another abstract is taken until ${bothZones(until)}`)).toBeVisible()
  await deadlines({ abstract: inDays(-1) })
  await page.reload()
  await expect(steps(page).first()).toHaveText('There is nothing to do for you now')
  await expect(page.getByText(/Another abstract|deadline/)).toHaveCount(0)
  await deadlines({})
})

test('a step whose deadline has passed says so, and whom to ask', async ({ page }) => {
  await deadlines({ paper: inDays(-1) })
  const one = await stage.made('awaiting_paper')
  await stage.open(page, one.author)
  await expect(steps(page).first()).toHaveText('The deadline for your paper has passed')
  await stage.openDetails(page, one)
  await expect(page.getByText('Ask the organisers for more time.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload Paper' })).toHaveCount(0)
})

test('with one day to go the hours are counted', async ({ page }) => {
  await deadlines({ abstract: inDays(1) })
  await stage.open(page, await makePerson(stage.t, { role: 'author' }))
  await expect(steps(page).first()).toHaveText('Submit your abstract – 24 hours left')
})

test('counts that cannot be read are silent, and the home view stays', async ({ page }) => {
  await readApart(page)
  await page.route('**/api/abstracts/*', (route) => route.fulfill({ status: 500, json: {} }))
  const { author } = await stage.newCast()
  await stage.open(page, author)
  await expect(page.getByRole('link', { name: 'Ongoing Papers' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a click on Back leads from each view to the one before', async ({ page }) => {
  const { author } = await stage.made('abstract_submitted')
  await stage.open(page, author)
  await page.getByRole('link', { name: 'Ongoing Papers' }).click()
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByText('Current Status')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${stage.url}/author?view=ongoing`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Ongoing Papers' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(`${stage.url}/author`)
})

test('staff see on their home how many payments are to be verified, and get to them; authors do not', async ({
  page,
}) => {
  const { author, paperId } = await stage.made('awaiting_payment')
  const as = await logIn(stage.t, author.email, author.password)
  await stage.t.call(reportPayment, { as, params: { paperId }, body: {} })
  await stage.open(page, author)
  await expect(page.getByRole('link', { name: 'Ongoing Papers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payments: to verify' })).toHaveCount(0)
  await stage.open(page, await makePerson(stage.t, { role: 'author', isStaff: true }))
  await expect(countOf(page, 'Payments: to verify')).toHaveText('1')
  await page.getByRole('main').getByRole('link', { name: 'Payments: to verify' }).click()
  await expect(page).toHaveURL(`${stage.url}/admin/payments?status=reported`)
})
