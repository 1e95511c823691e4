import { expect, type Page, test } from '@playwright/test'
import { startProposal } from '#shared/assigning/proposals-contract.ts'
import { listReviewers } from '#shared/reviewing/desk-contract.ts'
import { listOngoing } from '#shared/submissions/contract.ts'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

let demo: DemoPortal
/** A submission of Ada's whose paper is under review, and one whose payment is awaited. */
let hers: string
let unpaid: string
/** Two proposals of reviewers, the older first, and a reviewer. */
let proposals: string[]
let reviewerId: string
test.beforeAll(async () => {
  demo = await openDemoPortal()
  const { t, as } = demo
  const { abstracts } = (await t.call(listOngoing, { as: as('ada').token })).body
  const at = (status: string) => abstracts.find((one) => one.paperStatus === status)?.abstractId ?? ''
  ;[hers, unpaid] = [at('paper_submitted'), at('awaiting_payment')]
  const chair = as('chair').token
  reviewerId = (await t.call(listReviewers, { as: chair })).body.items[0]?.id ?? ''
  proposals = []
  for (const objective of ['total', 'fair'] as const) {
    const { proposalId } = (await t.call(startProposal, { as: chair, body: { objective } })).body
    await t.drain()
    proposals.push(proposalId)
  }
})
test.afterAll(() => demo.close())

const FRAME = '/api/reads?of=%2Fapi%2Fme&of=%2Fapi%2Fnotifications&of=%2Fapi%2Fconfig'
type Opened = [name: string, who: string, address: (demo: DemoPortal) => string]

const opened: Opened[] = [
  ...(
    ['/author', '/author?view=ongoing', '/author?view=completed', '/author/instructions', '/profile'] as const
  ).map((address): Opened => [address, 'ada', () => address]),
  ...['/reviewer', '/reviewer?view=assigned', '/reviewer?view=reviewed'].map(
    (address): Opened => [address, 'rita', () => address],
  ),
  ['the profile of a reviewer', 'rita', () => '/profile'],
  ['the home of an author who is staff', 'staff', () => '/author'],
  ['a submission that waits for its payment', 'ada', () => `/author?view=details&abstractId=${unpaid}`],
  ...[
    ...['/admin', '/admin?view=all', '/admin?view=pending', '/admin?view=reviewed', '/admin?view=deleted'],
    ...['/admin/papers', '/admin/reviewers', '/admin/payments', '/admin/people', '/admin/statistics'],
    ...['/admin/activity', '/admin/settings'],
  ].map((address): Opened => [address, 'chair', () => address]),
  ['a submission of one’s own', 'ada', () => `/author?view=details&abstractId=${hers}`],
  [
    'an abstract',
    'chair',
    ({ at }) => `/admin?view=abstract&abstractId=${at('abstract_submitted').abstractId}`,
  ],
  ['a paper', 'chair', ({ at }) => `/admin/papers?view=paper&paperId=${at('awaiting_payment').paperId}`],
  ['a reviewer', 'chair', () => `/admin/reviewers?view=reviewer&reviewerId=${reviewerId}`],
  [
    'a choice of reviewers for two papers',
    'chair',
    ({ at }) =>
      `/admin/assignments?view=choose&papers=${at('paper_submitted').paperId}+${at('awaiting_payment').paperId}`,
  ],
  ['what a proposal is asked for', 'chair', () => '/admin/assignments?view=propose'],
  ...['', '&show=matrix', '&show=compare&with='].map(
    (show): Opened => [
      `a proposal${show}`,
      'chair',
      () =>
        `/admin/assignments?view=proposal&proposalId=${proposals[1]}${show}${show.endsWith('=') ? proposals[0] : ''}`,
    ],
  ),
]

for (const [name, who, addressIn] of opened)
  test(`opening ${name} asks the portal once for the frame and once for the rest`, async ({ page }) => {
    const asked = watchCalls(page)
    const address = addressIn(demo)
    await openAs(page, demo, demo.as(who), '/profile')
    asked.length = 0
    await page.goto(demo.url + address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked[0]).toBe(FRAME)
    expect(asked.length, asked.join('\n')).toBe(address === '/author/instructions' ? 1 : 2)
    await expect(page).not.toHaveTitle(/not found|went wrong/i)
  })

test('going on to a submission asks for it with one request, and not again for what is known already', async ({
  page,
}) => {
  await openAs(page, demo, demo.as('ada'), '/author?view=ongoing')
  const asked = watchCalls(page)
  await page.locator(`a[href*="${unpaid}"]`).first().click()
  await expect(page.getByRole('main').getByText('Your receipt will be made out to')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const path = `/api/abstracts/${unpaid}`
  expect(asked).toEqual([
    `/api/reads?${new URLSearchParams([`${path}/overview`, `${path}/paper/overview`, `${path}/text`].map((of) => ['of', of]))}`,
  ])
  asked.length = 0
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Ongoing' })).toBeVisible()
  await page.goForward()
  await page.locator(`a[href*="view=ongoing"]`).first().click()
  await page.locator(`a[href*="${unpaid}"]`).first().click()
  await expect(page.getByRole('main').getByText('Your receipt will be made out to')).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Where that has grown old meanwhile each is asked for with its tag.
  expect(asked.filter((one) => one.startsWith('/api/reads?'))).toEqual([])
})

test('who is refused one of the reads is told so by the screen, and sees the rest', async ({ page }) => {
  const asked = watchCalls(page)
  await openAs(page, demo, demo.as('kenji'), `/author?view=details&abstractId=${hers}`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(`Abstract ${hers} was not found.`)
  expect(asked.slice(0, 2).map((one) => one.split('?', 1)[0])).toEqual(['/api/reads', '/api/reads'])
})

test('where they cannot be read together each is read by itself', async ({ page }) => {
  await page.route('**/api/reads?*', (route) => route.fulfill({ status: 404, json: {} }))
  const asked = watchCalls(page)
  await openAs(page, demo, demo.as('ada'), '/author')
  await expect(page.getByRole('main').getByRole('link', { name: 'Ongoing' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((one) => !one.startsWith('/api/reads?')).sort()).toEqual([
    ...['/api/abstracts/completed', '/api/abstracts/ongoing', '/api/config', '/api/me', '/api/notifications'],
  ])
})

/** Every call of the API from now on; files are none. */
function watchCalls(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/files/')) asked.push(pathname + search)
  })
  return asked
}
