import { expect, type Page, test } from '@playwright/test'
import { previewPaper } from '#shared/reviewing/contract.ts'
import { resubmitAbstract, submitAbstract } from '#shared/submissions/contract.ts'
import { saveDetails } from '#shared/submissions/details.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { type AuthorStage, type OfAuthor, openAuthorStage, panelOf } from './author-stage.ts'
import { openAs } from './browser-portal.ts'

let stage: AuthorStage
test.beforeAll(async () => {
  stage = await openAuthorStage()
  await stage.settings({ topics: ['Bridges', 'Fire', 'Tunnels'] })
})
test.afterAll(() => stage.close())

const SECTION = 'Title, authors and topics'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The fields of a co-author, by place. */
const coAuthor = (page: Page, place: number) =>
  page.getByRole('group', { name: `Co-author ${place}`, exact: true })

const idsOf = ({ abstractId, paperId }: OfAuthor) => ({ abstractId, paperId })

/** Details saved past the browser, as another window of the author's does. */
async function saved(one: OfAuthor, title: string, revision: number, names: readonly string[] = []) {
  const coAuthors = names.map((name) => ({ name, email: '', organization: '', orcid: '' }))
  const body = { title, topics: [], coAuthors, revision }
  const answer = await stage.t.call(saveDetails, { as: one.author.token, params: idsOf(one), body })
  expect(answer.status).toBe(200)
}
async function openForm(page: Page, one: OfAuthor) {
  await stage.openDetails(page, one)
  await panelOf(page, SECTION).getByRole('link', { name: 'Edit details' }).click()
  await expect(page.getByRole('heading', { level: 1, name: SECTION })).toBeFocused()
}

test('an author gives title, topics and co-authors, in order; they stand in the details and in the list', async ({
  page,
}) => {
  const one = await stage.made('abstract_submitted')
  await openForm(page, one)
  await page.getByLabel('Title', { exact: true }).fill('Slender bridges in wind')
  await page.getByRole('checkbox', { name: 'Bridges' }).check()
  await press(page, 'Add a co-author')
  await expect(coAuthor(page, 1).getByLabel('Name')).toBeFocused()
  await coAuthor(page, 1).getByLabel('Name').fill('Grace Hopper')
  await coAuthor(page, 1).getByLabel('E-mail (optional)').fill('grace@west.example')
  await coAuthor(page, 1).getByLabel('Organization (optional)').fill('West Institute')
  await coAuthor(page, 1).getByLabel('ORCID iD (optional)').fill('https://orcid.org/0000000218250097')
  await press(page, 'Add a co-author')
  await coAuthor(page, 2).getByLabel('Name').fill('Alan Turing')
  await press(page, 'Move co-author 2 up')
  await expect(coAuthor(page, 1).getByLabel('Name')).toHaveValue('Alan Turing')
  await expect(coAuthor(page, 1).getByLabel('Name')).toBeFocused()
  await press(page, 'Add a co-author')
  await press(page, 'Remove co-author 3')
  await expect(page.getByRole('button', { name: 'Add a co-author' })).toBeFocused()
  await press(page, 'Save details')

  await expect(page.getByText('Details saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Slender bridges in wind' })).toBeVisible()
  const panel = panelOf(page, SECTION)
  await expect(panel.getByRole('listitem')).toHaveText([
    new RegExp(one.author.name),
    'Alan Turing',
    /Grace Hopper.*West Institute.*grace@west\.example.*ORCID iD 0000-0002-1825-0097/,
  ])
  await expect(panel).toContainText('Bridges')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page.getByRole('link', { name: 'Slender bridges in wind' })).toBeVisible()
})

test('what is wrong is said at its field, and nothing typed is lost', async ({ page }) => {
  await openForm(page, await stage.made('abstract_submitted'))
  await page.getByLabel('Title', { exact: true }).fill('Kept')
  await press(page, 'Add a co-author')
  await coAuthor(page, 1).getByLabel('E-mail (optional)').fill('grace')
  await coAuthor(page, 1).getByLabel('ORCID iD (optional)').fill('0000-0002-1825-0098')
  await press(page, 'Save details')
  const problems = page.getByRole('alert').getByRole('link')
  await expect(problems).toHaveText([
    'Enter the co-author’s name.',
    'Enter an e-mail address like name@example.org.',
    'Check this ORCID iD: its last character does not fit the others.',
  ])
  await problems.first().click()
  await expect(coAuthor(page, 1).getByLabel('Name')).toBeFocused()
  await coAuthor(page, 1).getByLabel('Name').fill('Grace')
  await coAuthor(page, 1).getByLabel('E-mail (optional)').fill('grace@west.example')
  await coAuthor(page, 1).getByLabel('ORCID iD (optional)').fill('')
  await press(page, 'Save details')
  await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible()
})

test('the author cannot be their own co-author: the server says so at the field', async ({ page }) => {
  const one = await stage.made('abstract_submitted')
  await openForm(page, one)
  await press(page, 'Add a co-author')
  await coAuthor(page, 1).getByLabel('Name').fill('Me')
  await coAuthor(page, 1).getByLabel('E-mail (optional)').fill(one.author.email)
  await press(page, 'Save details')
  await expect(coAuthor(page, 1).getByText('This is you: list only the other authors.')).toBeVisible()
})

test('a stale tab is shown both and chooses: its own', async ({ page }) => {
  const one = await stage.made('abstract_submitted')
  await openForm(page, one)
  await page.getByLabel('Title', { exact: true }).fill('Typed here')
  await saved(one, 'Saved there', 0, ['Grace'])
  await press(page, 'Save details')
  const dialog = page.getByRole('alertdialog', { name: 'These details were changed in another window' })
  await expect(dialog).toContainText('Typed here')
  await expect(dialog).toContainText('Saved there')
  await expect(dialog).toContainText('Grace')
  await dialog.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typed here' })).toBeVisible()
  await expect(panelOf(page, SECTION)).not.toContainText('Grace')
})

test('a stale tab is shown both and chooses: the other’s, and goes on from there', async ({ page }) => {
  const one = await stage.made('abstract_submitted')
  await openForm(page, one)
  await page.getByLabel('Title', { exact: true }).fill('Typed here')
  await saved(one, 'Saved there', 0, ['Grace'])
  await press(page, 'Save details')
  await page.getByRole('button', { name: 'Keep the saved, drop mine' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Saved there')
  await expect(coAuthor(page, 1).getByLabel('Name')).toHaveValue('Grace')
  await page.getByLabel('Title', { exact: true }).fill('Both')
  await press(page, 'Save details')
  await expect(page.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible()
  await expect(panelOf(page, SECTION)).toContainText('Grace')
})

test('leaving with something typed asks first; with nothing typed it does not', async ({ page }) => {
  const one = await stage.made('abstract_submitted')
  await openForm(page, one)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Current Status')).toBeVisible()
  await panelOf(page, SECTION).getByRole('link', { name: 'Edit details' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Half')
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Back to details' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half')
  expect(asked).toEqual(['What you typed is not saved. Leave all the same?'])
})

test('what the PDF calls itself is proposed, and taken with one press', async ({ page }) => {
  const one = await stage.made('abstract_submitted')
  await saved(one, 'My own', 0)
  const file = await makePdf({ title: 'What the PDF says' })
  await stage.t.upload(resubmitAbstract, { as: one.author.token, params: idsOf(one), file })
  await openForm(page, one)
  await expect(page.getByText('Your PDF calls itself “What the PDF says”.')).toBeVisible()
  await press(page, 'Use this title')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('What the PDF says')
  await expect(page.getByText('Your PDF calls itself')).toHaveCount(0)
})

/** An abstract without a title of its own in the file, opened while the portal has not read it yet. */
async function openUnread(page: Page, heading: string) {
  const author = await makePerson(stage.t, { role: 'author' })
  const file = await makePdf({ heading, text: 'Abstract. We measure cracks in bridges over two winters.' })
  const { abstractId } = (await stage.t.upload(submitAbstract, { as: author.token, file })).body
  await stage.open(page, author, `?view=details&abstractId=${abstractId}`)
  await expect(page.getByText('Your PDF is being read …')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toHaveCount(0)
}

test('the title stands there once the PDF is read, and goes where the author empties it', async ({
  page,
}) => {
  await openUnread(page, 'Cracks in welded joints')
  await stage.t.drain()
  await expect(page.getByRole('heading', { level: 1, name: 'Cracks in welded joints' })).toBeVisible()
  await panelOf(page, SECTION).getByRole('link', { name: 'Edit details' }).click()
  await page.getByLabel('Title', { exact: true }).fill('')
  await press(page, 'Save details')
  await expect(page.getByText('Details saved.')).toBeVisible()
  await expect(page.getByText('Current Status')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Cracks in welded joints' })).toHaveCount(0)
})

test('co-authors that are saved from a form that was open meanwhile leave the title that was read', async ({
  page,
}) => {
  await openUnread(page, 'Cracks in riveted joints')
  await panelOf(page, SECTION).getByRole('link', { name: 'Edit details' }).click()
  await press(page, 'Add a co-author')
  await coAuthor(page, 1).getByLabel('Name').fill('Grace Hopper')
  await stage.t.drain()
  await press(page, 'Save details')
  await expect(page.getByRole('heading', { level: 1, name: 'Cracks in riveted joints' })).toBeVisible()
  await expect(panelOf(page, SECTION)).toContainText('Grace Hopper')
})

test('a decided submission shows its details and cannot be edited', async ({ page }) => {
  const one = await stage.made('complete')
  await stage.openDetails(page, one)
  await expect(panelOf(page, SECTION)).toContainText(one.author.name)
  await expect(panelOf(page, SECTION).getByRole('link', { name: 'Edit details' })).toHaveCount(0)
  await stage.open(page, one.author, `?view=edit-details&abstractId=${one.abstractId}`)
  await expect(page.getByText('its details can no longer be changed')).toBeVisible()
})

test('reviewers read title and authors beside the paper, and neither where they are anonymous; organisers all', async ({
  page,
}) => {
  const one = await stage.made('paper_submitted')
  await saved(one, 'Slender bridges', 0, ['Grace Hopper'])
  const path = `/reviewer?view=paper&paperId=${one.paperId}`
  await openAs(page, stage, stage.reviewer, path)
  await expect(page.getByRole('heading', { level: 1, name: 'Slender bridges' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Grace Hopper')
  await expect(main).toContainText(one.author.name)
  await stage.settings({ anonymity: 'double' })
  const hidden = await stage.t.call(previewPaper, { as: stage.reviewer.token, params: idsOf(one) })
  expect(hidden.body.paper.authors).toBeNull()
  await openAs(page, stage, stage.reviewer, path)
  await expect(page.getByRole('heading', { level: 1, name: one.paperId })).toBeVisible()
  await expect(main).not.toContainText('Grace Hopper')
  await stage.settings({ anonymity: 'single' })

  for (const desk of [
    `/admin/papers?view=paper&paperId=${one.paperId}`,
    `/admin?view=abstract&abstractId=${one.abstractId}`,
  ]) {
    await openAs(page, stage, stage.admin, desk)
    await expect(page.getByRole('heading', { level: 1, name: 'Slender bridges' })).toBeVisible()
    await expect(main).toContainText('Grace Hopper')
    await expect(main.getByRole('link', { name: one.author.email })).toBeVisible()
  }
})

test('a long list of authors takes a line and opens on demand; the paper begins on the first screen', async ({
  page,
}) => {
  const one = await stage.made('paper_submitted')
  const names = Array.from({ length: 12 }, (_, place) => `Coauthor Number${place + 2}`)
  await saved(one, 'Slender bridges', 0, names)
  for (const [who, path] of [
    [stage.reviewer, `/reviewer?view=paper&paperId=${one.paperId}`],
    [stage.admin, `/admin?view=abstract&abstractId=${one.abstractId}`],
  ] as const) {
    await openAs(page, stage, who, path)
    const paper = page.locator('main [id$="-paper"]:not([role="tab"])')
    for (const [width, height, most] of [
      [1440, 900, 300],
      [360, 740, 600],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(paper).toBeVisible()
      expect((await paper.boundingBox())?.y).toBeLessThan(most)
    }
    await expect(page.getByText('Coauthor Number13')).toBeHidden()
    await page.getByText('All 13 authors').click()
    await expect(page.getByText('Coauthor Number13')).toBeVisible()
  }
})
