import { expect, test } from '@playwright/test'
import { submitAbstract } from '#shared/submissions/contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { type BrowserPortal, openAs, openBrowserPortal } from './browser-portal.ts'

let portal: BrowserPortal
test.beforeAll(async () => {
  portal = await openBrowserPortal()
})
test.afterAll(() => portal.close())

test('a page prints dark on white, without what can only be pressed', async ({ page }) => {
  const admin = await makePerson(portal.t, { role: 'admin' })
  const author = await makePerson(portal.t, { role: 'author' })
  const file = await makePdf()
  const { abstractId } = (await portal.t.upload(submitAbstract, { as: author.token, file })).body
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, portal, admin, `/admin?view=abstract&abstractId=${abstractId}`)
  // The reader brings a sheet of its own.
  const paper = page.getByRole('document', { name: abstractId })
  await expect(paper).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(28, 29, 33)')
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  for (const gone of [page.getByRole('button'), paper, page.getByRole('navigation')])
    await expect(gone).toHaveCount(0)
})
