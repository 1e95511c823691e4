import { expect, type Page, test } from '@playwright/test'
import { listOngoing } from '#shared/submissions/contract.ts'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

let demo: DemoPortal
/** A submission of Ada's whose paper is under review. */
let hers: string
test.beforeAll(async () => {
  demo = await openDemoPortal()
  const { body } = await demo.t.call(listOngoing, { as: demo.as('ada').token })
  hers = body.abstracts.find(({ paperStatus }) => paperStatus === 'paper_submitted')?.abstractId ?? ''
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
]

for (const [name, who, addressIn] of opened)
  test(`opening ${name} asks the portal once for the frame and once for the rest`, async ({ page }) => {
    const asked = watchCalls(page)
    const address = addressIn(demo)
    await openAs(page, demo, demo.as(who), address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked[0]).toBe(FRAME)
    expect(asked.length, asked.join('\n')).toBe(address === '/author/instructions' ? 1 : 2)
    await expect(page).not.toHaveTitle(/not found|went wrong/i)
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
