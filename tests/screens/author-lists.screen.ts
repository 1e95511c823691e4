import { expect, type Locator, type Page, test } from '@playwright/test'
import { submissionAt } from '#tests/submission-at.ts'
import { type AuthorStage, openAuthorStage } from './author-stage.ts'

let stage: AuthorStage
test.beforeAll(async () => {
  stage = await openAuthorStage()
})
test.afterAll(() => stage.close())

const cards = (page: Page) => page.getByRole('article')
/** Changes the one submission of a list on its way to the page. */
const changed = (page: Page, view: 'ongoing' | 'completed', change: object) =>
  page.route(`**/api/abstracts/${view}*`, async (route) => {
    const answer = await route.fetch()
    const list = await answer.json()
    await route.fulfill({ json: { ...list, abstracts: [{ ...list.abstracts[0], ...change }] } })
  })
/** What colour something is shown in: by its hue, red around 0° and green from 90° to 160°. */
async function hueOf(shown: Locator): Promise<'red' | 'green' | 'another'> {
  const [red = 0, green = 0, blue = 0] = await shown.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = getComputedStyle(element).color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  })
  const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
  if (Math.abs(angle) < 20) return 'red'
  return angle >= 90 && angle <= 160 ? 'green' : 'another'
}

/** The pill that says the status; the letter beside it has its colour. */
const pill = (page: Page, kind = '[data-kind]') => cards(page).locator(`${kind}:not([title])`)

test('a file without a name is called abstract.pdf', async ({ page }) => {
  const { author } = await stage.made('abstract_submitted')
  await changed(page, 'ongoing', { fileName: '', title: '' })
  await stage.open(page, author, '?view=ongoing')
  await expect(cards(page).getByRole('heading')).toHaveText('abstract.pdf')
})

test('the card leads to the details', async ({ page }) => {
  const { author, abstractId } = await stage.made('abstract_submitted')
  await stage.open(page, author, '?view=ongoing')
  await cards(page).getByRole('link', { name: 'bridges.pdf' }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=details&abstractId=${abstractId}`)
})

test('the list is walked through with j and k, and Enter opens', async ({ page }) => {
  const cast = await stage.newCast()
  const first = await submissionAt(stage.t, 'abstract_submitted', cast)
  await submissionAt(stage.t, 'abstract_submitted', cast)
  await stage.open(page, cast.author, '?view=ongoing')
  await expect(cards(page)).toHaveCount(2)
  const focused = (nth: number) => expect(cards(page).nth(nth).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('j')
  await focused(0)
  await page.keyboard.press('j')
  await focused(1)
  await page.keyboard.press('k')
  await focused(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${stage.url}/author?view=details&abstractId=${first.abstractId}`)
})

const underWay = [
  ['abstract_submitted', 'A', 'abstract submitted'],
  ['abstract_awaiting_resubmission', 'A', 'awaiting resubmission'],
  ['awaiting_paper', 'A', 'awaiting paper'],
  ['paper_submitted', 'P', 'paper submitted'],
  ['reviewer_declined', 'P', 'paper submitted'],
  ['paper_awaiting_resubmission', 'P', 'awaiting resubmission'],
  ['awaiting_payment', 'P', 'awaiting payment'],
] as const
const ended = [
  ['abstract_declined', 'red'],
  ['paper_declined', 'red'],
  ['withdrawn', 'red'],
  ['complete', 'green'],
] as const

test('under way a card shows its letter and status, and is ongoing only', async ({ page }) => {
  for (const [at, letter, status] of underWay) {
    await test.step(at, async () => {
      const { author } = await stage.made(at)
      await stage.open(page, author, '?view=ongoing')
      await expect(cards(page).getByText(letter, { exact: true })).toBeVisible()
      await expect(pill(page)).toHaveText(status)
      const kind = await pill(page).getAttribute('data-kind')
      await expect(cards(page).getByText(letter, { exact: true })).toHaveAttribute('data-kind', kind ?? '')
      await stage.open(page, author, '?view=completed')
      await expect(page.getByText('No completed abstracts')).toBeVisible()
    })
  }
})

test('ended, a card says complete, is red when declined, else green, and is completed only', async ({
  page,
}) => {
  for (const [at, hue] of ended) {
    await test.step(at, async () => {
      const { author } = await stage.made(at)
      await stage.open(page, author, '?view=completed')
      // Nothing else is celebrated.
      const celebration = page.getByRole('dialog').getByRole('button', { name: 'Close' })
      if (at === 'complete') await celebration.click()
      await expect(pill(page)).toHaveText('complete')
      await expect(celebration).toHaveCount(0)
      expect(await hueOf(cards(page).locator('[data-kind][title]'))).toBe(hue)
      expect(await hueOf(pill(page))).toBe(hue)
      await expect(pill(page, '[data-kind="rejected"]')).toHaveCount(hue === 'red' ? 1 : 0)
      await stage.open(page, author, '?view=ongoing')
      await expect(page.getByText('No ongoing abstracts')).toBeVisible()
    })
  }
})

test('an organiser’s rejection alone, without the flag, declines a card too', async ({ page }) => {
  const { author } = await stage.made('paper_declined')
  await changed(page, 'completed', { declined: false, paperReviewStatus: 'declined_admin' })
  await stage.open(page, author, '?view=completed')
  await expect(pill(page, '[data-kind="rejected"]')).toHaveText('complete')
})

test('reviewer comments show for reviewer_declined only, and only where there are some', async ({ page }) => {
  const { author } = await stage.made('reviewer_declined')
  await changed(page, 'ongoing', { paperReviewReason: null })
  await stage.open(page, author, '?view=ongoing')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Reviewer comments')).toHaveCount(0)
  const other = await stage.made('paper_awaiting_resubmission')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await stage.open(page, other.author, '?view=ongoing')
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByText('Reviewer comments')).toHaveCount(0)
})

test('the card says the next step', async ({ page }) => {
  const cast = await stage.newCast()
  await submissionAt(stage.t, 'paper_awaiting_resubmission', cast)
  await stage.open(page, cast.author, '?view=ongoing')
  await expect(cards(page).getByText('Upload your revised paper', { exact: true })).toBeVisible()
})

test('a list that was read stays when reading it anew fails', async ({ page }) => {
  const { author } = await stage.made('abstract_submitted')
  await stage.open(page, author, '?view=ongoing')
  await expect(cards(page)).toHaveCount(1)
  await page.route('**/api/abstracts/ongoing*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.clock.install()
  await page.clock.fastForward('05:00')
  await page.getByRole('link', { name: 'Ongoing Papers' }).click()
  await expect(page.getByText('Failed to load', { exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
})

test('the empty ongoing list offers to submit an abstract', async ({ page }) => {
  const { author } = await stage.newCast()
  await stage.open(page, author, '?view=ongoing')
  await page.getByRole('main').getByRole('link', { name: 'Submit Abstract' }).click()
  await expect(page).toHaveURL(`${stage.url}/author?view=upload-abstract`)
})

test('Close closes the celebration, which comes once for each submission', async ({ page }) => {
  const cast = await stage.newCast()
  await submissionAt(stage.t, 'complete', cast)
  await stage.open(page, cast.author, '?view=completed')
  const dialog = page.getByRole('dialog', { name: 'CONGRATULATIONS!' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(dialog).toHaveCount(0)
  await submissionAt(stage.t, 'complete', cast)
  await page.reload()
  await expect(dialog).toBeVisible()
})

test('nothing is celebrated before the payment is verified', async ({ page }) => {
  const { author } = await stage.made('awaiting_payment')
  await stage.open(page, author, '?view=completed')
  await expect(page.getByText('No completed abstracts')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
