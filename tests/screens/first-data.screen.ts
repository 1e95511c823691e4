import { expect, type Page, type Request, test } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/people.ts'
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
  [
    'a paper that may be assigned',
    'chair',
    ({ at }) => `/admin/papers?view=paper&paperId=${at('paper_submitted').paperId}`,
  ],
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
    const { asked, quiet } = watchCalls(page)
    const address = addressIn(demo)
    // By then this browser knows what the person may do.
    await openAs(page, demo, demo.as(who), '/profile')
    if (who === 'rita') await page.getByRole('heading', { name: 'Your publications' }).waitFor()
    await quiet()
    asked.length = 0
    await page.goto(demo.url + address)
    const count = address === '/author/instructions' ? 1 : 2
    // A screen that is computing still is as quiet as one that has all.
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(count)
    await quiet()
    expect(asked[0]).toBe(FRAME)
    expect(asked.length, asked.join('\n')).toBe(count)
    await expect(page).not.toHaveTitle(/not found|went wrong/i)
  })

/** Who goes on, from where, by which link, to what is there then; and what is asked for together. */
const goneTo: [
  name: string,
  who: string,
  from: string,
  link: () => string,
  there: string,
  of: () => string[],
][] = [
  [
    'a submission that waits for its payment',
    'ada',
    '/author?view=ongoing',
    () => `a[href*="${unpaid}"]`,
    'Payment',
    () => ['overview', 'paper/overview', 'text'].map((part) => `/api/abstracts/${unpaid}/${part}`),
  ],
  [
    'the profile of a reviewer',
    'rita',
    '/reviewer?view=assigned',
    () => 'a[href="/profile"]',
    'Your publications',
    () =>
      ['topics', 'second-factor', 'mails', 'calendar', 'sessions', 'publications'].map(
        (part) => `/api/profile/${part}`,
      ),
  ],
  [
    'a reviewer',
    'chair',
    '/admin/reviewers',
    () => `article a[href*="${reviewerId}"]`,
    'What they wrote',
    () => ['', '/texts'].map((part) => `/api/admin/reviewers/${reviewerId}${part}`),
  ],
  [
    'the organisers’ home',
    'chair',
    '/admin?view=all',
    () => 'main a[href="/admin"]',
    'Abstracts',
    () => [
      '/api/admin/abstracts/pending?limit=1',
      '/api/admin/papers?status=decision_needed&limit=1',
      '/api/admin/papers?status=unassigned&limit=1',
      '/api/admin/reviewers?status=overdue&limit=1',
      '/api/admin/payments?status=reported&limit=1',
      '/api/admin/abstracts/deleted?limit=1',
    ],
  ],
  [
    'what a proposal is asked for',
    'chair',
    '/admin/assignments',
    () => 'a[href*="view=propose"]',
    'Earlier proposals',
    () => [
      '/api/admin/assignments/proposals',
      '/api/admin/assignments/even-load',
      '/api/admin/reviewers?status=experienced&limit=1',
      '/api/admin/assignments/bids',
    ],
  ],
]

for (const [name, who, from, link, there, of] of goneTo)
  test(`going on to ${name} asks for it with one request`, async ({ page }) => {
    const { asked, quiet } = watchCalls(page)
    await openAs(page, demo, demo.as(who), from)
    await page.locator(link()).first().waitFor()
    await quiet()
    asked.length = 0
    const answered = page.waitForResponse('**/api/reads?*')
    await page.locator(link()).first().click()
    await (await answered).finished()
    await expect(page.getByRole('main').getByText(there, { exact: true }).first()).toBeVisible()
    await quiet()
    expect(asked, asked.join('\n')).toHaveLength(1)
    const [together = ''] = asked
    const { pathname, searchParams } = new URL(together, demo.url)
    expect([pathname, searchParams.getAll('of').toSorted()]).toEqual(['/api/reads', of().toSorted()])
  })

test('what is there already is asked for by itself, with its tag, and costs a 304', async ({ page }) => {
  const { quiet } = watchCalls(page)
  await openAs(page, demo, demo.as('ada'), `/author?view=details&abstractId=${unpaid}`)
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await quiet()
  const answered: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) answered.push(`${response.status()} ${pathname}`)
  })
  // As when the window is gone back to after a while.
  await page.clock.install({ time: Date.now() + 60_000 })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const known = ['overview', 'paper/overview', 'text'].map((part) => `304 /api/abstracts/${unpaid}/${part}`)
  await expect.poll(() => answered.toSorted()).toEqual(expect.arrayContaining(known.toSorted()))
  expect(answered.filter((one) => one.includes('/api/reads'))).toEqual([])
})

test('after a log-in each thing is asked for once', async ({ page }) => {
  const { asked, quiet } = watchCalls(page)
  await page.goto(demo.url)
  await page.getByLabel('E-mail').fill('sam@conference.example')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Payments: to verify' })).toBeVisible()
  const of = () =>
    asked
      .flatMap((one) =>
        one.startsWith('/api/reads?') ? new URL(one, demo.url).searchParams.getAll('of') : [one],
      )
      .toSorted()
  const once = [
    ...['/api/abstracts/completed', '/api/abstracts/ongoing', '/api/admin/payments?status=reported&limit=1'],
    ...['/api/auth/login', '/api/config', '/api/me', '/api/notifications'],
  ]
  await expect.poll(of).toEqual(once)
  await quiet()
  expect(of()).toEqual(once)
})

test('who is refused one of the reads is told so by the screen, and sees the rest', async ({ page }) => {
  const { asked, quiet } = watchCalls(page)
  await openAs(page, demo, demo.as('kenji'), `/author?view=details&abstractId=${hers}`)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(`Abstract ${hers} was not found.`)
  await quiet()
  expect(asked.map((one) => one.split('?', 1)[0])).toEqual(['/api/reads', '/api/reads'])
})

test('where they cannot be read together each is read by itself', async ({ page }) => {
  await page.route('**/api/reads?*', (route) => route.fulfill({ status: 404, json: {} }))
  const { asked, quiet } = watchCalls(page)
  await openAs(page, demo, demo.as('ada'), '/author')
  await expect(page.getByRole('main').getByRole('link', { name: 'Ongoing' })).toBeVisible()
  const alone = () => asked.filter((one) => !one.startsWith('/api/reads?')).toSorted()
  const each = [
    ...['/api/abstracts/completed', '/api/abstracts/ongoing', '/api/config', '/api/me', '/api/notifications'],
  ]
  await expect.poll(alone).toEqual(each)
  await quiet()
  expect(alone()).toEqual(each)
})

/**
 * Every call of the API from now on; files are none. `quiet` waits until a screen stands with all that it has asked for by then, and
 * what is drawn with the answers would have asked for more.
 */
function watchCalls(page: Page) {
  const asked: string[] = []
  const onTheirWay = new Set<Request>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/files/')) return
    asked.push(pathname + search)
    onTheirWay.add(request)
  })
  page.on('requestfinished', (request) => onTheirWay.delete(request))
  page.on('requestfailed', (request) => onTheirWay.delete(request))
  const quiet = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // By itself “networkidle” is but half a second without a request, once in a document.
    await expect.poll(() => onTheirWay.size).toBe(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await expect.poll(() => onTheirWay.size).toBe(0)
  }
  return { asked, quiet }
}
