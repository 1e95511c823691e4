import { expect, test } from '@playwright/test'
import { defaultSettings } from '#server/features/settings/defaults.ts'
import { type AuthorStage, openAuthorStage } from './author-stage.ts'

/** The clock of the browser itself is wrong; what is open, and how long still, is the portal’s to say. */
let stage: AuthorStage
test.beforeAll(async () => {
  // A guard against what hangs, not a measure.
  test.setTimeout(600_000)
  stage = await openAuthorStage()
})
test.afterAll(() => stage.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const deadline = (ms: number) =>
  stage.settings({
    deadlines: { ...defaultSettings.deadlines, abstract: new Date(Date.now() + ms).toISOString() },
  })

for (const [how, ms] of [
  ['a day ahead', DAY],
  ['a day behind', -DAY],
  ['three months ahead', 91 * DAY],
  ['twenty years behind', -20 * 365 * DAY],
] as const)
  test(`where it is ${how}, a step is open as long as the portal says, and closed when it says`, async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const { author } = await stage.newCast()
    await page.clock.install({ time: Date.now() + ms })
    await deadline(3.5 * HOUR)
    await stage.open(page, author)
    expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now() - ms)).toBeLessThan(HOUR)
    const next = page.getByRole('main').getByText(/^Submit your abstract/)
    await expect(next.first()).toHaveText('Submit your abstract – 3 hours left')
    await deadline(-HOUR / 60)
    await page.reload()
    await expect(page.getByText('The deadline for new abstracts has passed').first()).toBeVisible()
    await expect(next).toHaveCount(0)
  })
