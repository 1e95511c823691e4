import { expect, test } from '@playwright/test'
import { makePaper } from '#demo/make-paper.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { declineAbstract } from '#shared/submissions/desk-contract.ts'
import { makePerson } from '#tests/factories.ts'
import { type BrowserPortal, holdBack, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('a reviewer lists publications from BibTeX and a PDF, sees what was read, corrects and removes', async ({
  page,
}) => {
  const rita = await makePerson(portal.t, { role: 'reviewer' })
  await openAs(page, portal, rita, '/profile')
  const section = page.getByRole('region', { name: 'Your publications' })
  await expect(section.getByText('None are listed yet.')).toBeVisible()
  await section.getByRole('button', { name: 'Add the pasted list' }).click()
  await expect(
    section.getByText('Paste a list first. A file is added as soon as you choose it.'),
  ).toBeVisible()
  await section.getByLabel(/^BibTeX, a table/).fill('@article{a, title={Crack growth}}')
  await section.getByRole('button', { name: 'Add the pasted list' }).click()
  await expect(page.getByText('1 publication added.')).toBeVisible()
  const rows = section.getByRole('list', { name: 'Your publications' }).getByRole('listitem')
  await expect(rows).toContainText('Crack growthwithout an abstract')
  await expect(section.locator('input[type=file]')).toBeEnabled()
  await section.locator('input[type=file]').setInputFiles({
    name: 'export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Document Title,Abstract\nCreep of steels,Turbine blades grow long.\n'),
  })
  await expect(rows.filter({ hasText: 'Creep of steels' })).toContainText('Turbine blades grow long.')
  await section.getByRole('button', { name: 'Remove: Creep of steels' }).click()
  await expect(rows).toHaveCount(1)

  // As Excel saves it; what was typed before is not lost to it.
  const list = section.getByLabel(/^BibTeX, a table/)
  const latin = {
    name: 'titles.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title\r\nErmüdung von Brücken\r\n', 'latin1'),
  }
  await list.fill('Half typed')
  await section.locator('input[type=file]').setInputFiles(latin)
  await expect(section.getByText('Add what stands here first, or empty the field.')).toBeVisible()
  await expect(list).toHaveValue('Half typed')
  await list.fill('')
  await section.locator('input[type=file]').setInputFiles(latin)
  await expect(rows.filter({ hasText: 'Ermüdung von Brücken' })).toHaveCount(1)
  await section.getByRole('button', { name: 'Remove: Ermüdung von Brücken' }).click()
  await expect(rows).toHaveCount(1)

  const buffer = await makePaper('Bridges in wind', 'Rita', 1)
  const file = { name: 'wind.pdf', mimeType: 'application/pdf', buffer }
  await section.locator('input[type=file]').setInputFiles(file)
  await expect(rows.first()).toContainText('being read')
  await portal.t.drain()
  await expect(rows.first()).toContainText('We report measurements')
  await section.getByRole('button', { name: 'Correct: Bridges in wind' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the title.').first()).toBeVisible()
  await dialog.getByLabel('Title').fill('Bridges in storms')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.first()).toContainText('Bridges in storms')
  await section.getByRole('button', { name: 'Remove: Crack growth' }).click()
  await expect(rows).toHaveCount(1)
})

test('what of a list is not understood is named and stays in the field, to be corrected', async ({
  page,
}) => {
  const rita = await makePerson(portal.t, { role: 'reviewer' })
  await openAs(page, portal, rita, '/profile')
  const section = page.getByRole('region', { name: 'Your publications' })
  const field = section.getByLabel(/^BibTeX, a table/)
  const { letGo } = await holdBack(page, '**/api/me')
  await field.fill('@misc{a, title={Crack growth}}\n@misc{bad1, author={Me}}\n@misc{bad2, author={Me}}')
  await section.getByRole('button', { name: 'Add the pasted list' }).click()
  await expect(page.getByText('1 publication added. 2 not understood.')).toBeVisible()
  await expect(
    section.getByText('Not understood, or without a title: line 2, “bad1”; line 3, “bad2”.'),
  ).toBeVisible()
  await expect(field).toHaveValue('@misc{bad1, author={Me}}\n\n@misc{bad2, author={Me}}')
  await field.fill('@misc{bad1, title={Wind at sea}}\n\n@misc{bad2, title={Heat pumps}}')
  await expect(section.getByText(/Not understood/)).toHaveCount(0)
  // As long as the page is read again a press would be ignored: the button says so.
  await expect(section.getByRole('button', { name: 'Add the pasted list' })).toBeDisabled()
  letGo()
  await section.getByRole('button', { name: 'Add the pasted list' }).click()
  await expect(section.getByText('3 publications', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('')

  await field.fill('Author;Year\nNovak;2020')
  await section.getByRole('button', { name: 'Add the pasted list' }).click()
  await expect(section.getByText(/^The table has no column “title”/)).toBeVisible()
  await expect(field).toHaveValue('Author;Year\nNovak;2020')
})

test('a reviewer chooses topics in the profile, an organiser on the reviewer’s page', async ({ page }) => {
  const [rita, chair] = [
    await makePerson(portal.t, { role: 'reviewer', name: 'Rita Ruiz' }),
    await makePerson(portal.t, { role: 'admin' }),
  ]
  const conferenceHas = async (topics: string[]) => {
    const { settings, revision } = (await portal.t.call(readSettings, { as: chair.token })).body
    const body = { settings: { ...settings, topics }, revision }
    expect((await portal.t.call(saveSettings, { as: chair.token, body })).status).toBe(200)
  }
  await conferenceHas([])
  await openAs(page, portal, rita, '/profile')
  await expect(page.getByText('None are listed yet.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Your topics' })
  await expect(section).toHaveCount(0)
  await conferenceHas(['Bridges', 'Fire', 'Tunnels'])
  await page.reload()
  await section.getByRole('checkbox', { name: 'Tunnels' }).check()
  await section.getByRole('checkbox', { name: 'Bridges' }).check()
  await section.getByRole('button', { name: 'Save topics' }).click()
  await expect(page.getByText('Topics saved.')).toBeVisible()
  await page.reload()
  const ticked = section.getByRole('checkbox', { checked: true })
  await expect(ticked).toHaveCount(2)
  expect(await ticked.evaluateAll((all) => all.map((one) => one.id))).toEqual([
    'topic-Bridges',
    'topic-Tunnels',
  ])

  await openAs(page, portal, chair, `/admin/reviewers?view=reviewer&reviewerId=${rita.id}`)
  const load = page.getByRole('region', { name: 'Load', exact: true })
  await expect(load).toContainText('Bridges, Tunnels')
  await load.getByRole('button', { name: 'Change topics: Rita Ruiz' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'What does Rita Ruiz know?' })
  await dialog.getByRole('checkbox', { name: 'Bridges' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Fire' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rita Ruiz: Saved.')).toBeVisible()
  await expect(load).toContainText('Fire, Tunnels')
})

test('an author sees the text that was read from the abstract, and puts it right', async ({ page }) => {
  const ada = await makePerson(portal.t, { role: 'author' })
  const pdf = await makePaper('Bridges in wind', 'Ada', 1)
  const { abstractId } = (await portal.t.upload(submitAbstract, { as: ada.token, file: pdf })).body
  await openAs(page, portal, ada, `/author?view=details&abstractId=${abstractId}`)
  const section = page.getByRole('region', { name: 'Text of the abstract' })
  await expect(section.getByText('Your PDF is being read …')).toBeVisible()
  await portal.t.drain()
  await expect(section.getByText(/^We report measurements/)).toBeVisible()
  await section.getByRole('button', { name: 'Correct the text of the abstract' }).click()
  await section.getByLabel('Abstract').fill('Wind makes bridges swing.')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Wind makes bridges swing.')).toBeVisible()
  await expect(section.getByText('Correct what it misread.')).toBeVisible()
  const chair = await makePerson(portal.t, { role: 'admin' })
  const body = { confirmText: 'DECLINE', reason: 'Out of scope.' } as const
  await portal.t.call(declineAbstract, { as: chair.token, params: { abstractId }, body })
  await page.reload()
  await expect(section.getByText('Wind makes bridges swing.')).toBeVisible()
  await expect(section.getByText(/Correct/)).toHaveCount(0)
})
