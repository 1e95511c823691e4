import { expect, test } from '@playwright/test'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { readSettings, saveSettings } from '#shared/settings/contract.ts'
import { submitAbstract, submitPaper } from '#shared/submissions/contract.ts'
import { approveAbstract } from '#shared/submissions/desk-contract.ts'
import { makePdf, makePerson } from '#tests/factories.ts'
import { openAs, openBrowserPortal } from './browser-portal.ts'

/** It can be read, but no copy of its pages can be made. */
const stubborn = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1/EF 1>>\nendobj\n' +
    '3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\ntrailer <</Size 9/Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
)

test('a double-anonymous paper is read as a copy; one that cannot be copied is withheld, and everybody reads why', async ({
  page,
}) => {
  const portal = await openBrowserPortal()
  const { t } = portal
  try {
    const admin = await makePerson(t, { role: 'admin' })
    const author = await makePerson(t, { role: 'author', name: 'Ada Brunner' })
    const reviewer = await makePerson(t, { role: 'reviewer' })
    const { settings, revision } = (await t.call(readSettings, { as: admin.token })).body
    const body = { settings: { ...settings, anonymity: 'double' }, revision }
    expect((await t.call(saveSettings, { as: admin.token, body })).status).toBe(200)
    const file = await makePdf({ text: 'Bridges that last.' })
    const { abstractId } = (await t.upload(submitAbstract, { as: author.token, file })).body
    await t.call(approveAbstract, { as: admin.token, params: { abstractId }, body: {} })

    await openAs(page, portal, author, `/author?view=upload-paper&abstractId=${abstractId}`)
    await expect(page.getByText('Reviewers are not told who wrote this paper.')).toBeVisible()
    const send = (pdf: Buffer) =>
      t.upload(submitPaper, { as: author.token, params: { abstractId }, file: pdf })
    const { paperId } = (await send(stubborn)).body
    await t.drain()
    await t.call(assignReviewer, { as: admin.token, params: { paperId }, body: { reviewerId: reviewer.id } })

    await openAs(page, portal, reviewer, `/reviewer?view=paper&paperId=${paperId}`)
    await expect(page.getByText('cannot be shown without what may name its authors')).toBeVisible()
    await openAs(page, portal, admin, '/admin/papers?status=withheld')
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Not shown to reviewers')
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByText('Ask the author to print it to a new PDF')).toBeVisible()

    await send(file)
    await t.drain()
    await openAs(page, portal, reviewer, `/reviewer?view=paper&paperId=${paperId}`)
    await expect(page.getByRole('document', { name: paperId })).toContainText('Bridges that last.')
  } finally {
    await portal.close()
  }
})
