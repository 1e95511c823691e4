import { expect, type Page, test } from '@playwright/test'
import { requestPaperChange, saveDraft } from '#shared/reviewing/contract.ts'
import { submitPaper } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { type Cast, submissionAt } from '#tests/submission-at.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
let cast: Cast
let params: { abstractId: string; paperId: string }
test.beforeEach(async () => {
  portal = await openBrowserPortal()
  cast = {
    author: await makePerson(portal.t, { role: 'author' }),
    reviewer: await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    admin: await makePerson(portal.t, { role: 'admin' }),
  }
  params = await submissionAt(portal.t, 'paper_submitted', cast)
})
test.afterEach(() => portal.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const text = (page: Page) => page.getByLabel('Comments (optional)')

async function review(reason: string, score: number): Promise<void> {
  await portal.t.call(requestPaperChange, { as: cast.reviewer.token, params, body: { reason, score } })
  const file = await makePdf()
  await portal.t.upload(submitPaper, { as: cast.author.token, params, file })
}

test('organiser and reviewer compare the rounds of a review, as changes and side by side', async ({
  page,
}) => {
  await review('The proof of lemma 2 is wrong.', 40)
  await review('The proof of lemma 2 is right now.', 70)
  for (const [who, path, name] of [
    [cast.admin, `/admin/papers?view=paper&paperId=${params.paperId}`, 'Compare rounds: Rita Ruiz'],
    [cast.reviewer, `/reviewer?view=paper&paperId=${params.paperId}`, 'Compare rounds: Your reviews'],
  ] as const) {
    await openAs(page, portal, who, path)
    await press(page, name)
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('del').filter({ hasText: 'wrong' })).toBeVisible()
    await expect(dialog.locator('ins').filter({ hasText: 'right now' })).toBeVisible()
    await dialog.getByText('Side by side').click()
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Round 1', 'Round 2'])
    await expect(dialog.getByText('The proof of lemma 2 is wrong.')).toBeVisible()
  }
})

test('one round alone is compared with nothing', async ({ page }) => {
  await review('Which bridges?', 40)
  await openAs(page, portal, cast.admin, `/admin/papers?view=paper&paperId=${params.paperId}`)
  await expect(page.getByText('Which bridges?').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Compare rounds/ })).toHaveCount(0)
})

test('an earlier text of the draft is compared with the present one and put back', async ({ page }) => {
  const save = (comments: string, revision: number) =>
    portal.t.call(saveDraft, { as: cast.reviewer.token, params, body: { score: '', comments, revision } })
  await save('A careful text about every lemma.', 0)
  await save('Oh', 1)
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${params.paperId}`)
  await press(page, 'Accept')
  await expect(text(page)).toHaveValue('Oh')
  await text(page).fill('Oh no')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await press(page, 'Earlier texts')
  // Two texts with nothing in common are shown whole.
  await expect(page.getByRole('dialog').getByText('A careful text about every lemma.')).toBeVisible()
  await press(page, 'Put this text back')
  await expect(text(page)).toHaveValue('A careful text about every lemma.')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await page.reload()
  await press(page, 'Accept')
  await expect(text(page)).toHaveValue('A careful text about every lemma.')
  await press(page, 'Earlier texts')
  await expect(page.getByRole('dialog').getByLabel('Compare', { exact: true })).toBeVisible()
})

test('a stale tab shows what differs; the text that is not chosen is kept', async ({ page }) => {
  await openAs(page, portal, cast.reviewer, `/reviewer?view=paper&paperId=${params.paperId}`)
  await press(page, 'Accept')
  const body = { score: '', comments: 'From the other window', revision: 0 }
  await portal.t.call(saveDraft, { as: cast.reviewer.token, params, body })
  await text(page).fill('From this window')
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('del').filter({ hasText: 'this' })).toBeVisible()
  await expect(dialog.getByText(/^Only in: The newer text, saved \w+ \d/)).toBeVisible()
  await press(page, 'Take the newer one')
  await expect(text(page)).toHaveValue('From the other window')
  await press(page, 'Earlier texts')
  await dialog.getByText('Side by side').click()
  await expect(dialog.getByText('From this window')).toBeVisible()
})
