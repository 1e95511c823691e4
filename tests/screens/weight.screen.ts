import { test as base, expect, type Page } from '@playwright/test'
import { openAs } from './browser-portal.ts'
import { type DemoPortal, openDemoPortal } from './demo-portal.ts'

/** A tab that has loaded nothing before. */
const test = base.extend({
  page: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
})

const KB = 1000
/** What a page may load: scripts, styles and fonts, compressed, in bytes. The PDF reader is counted apart. */
const LOG_IN_MAX = 120 * KB
const OTHER_MAX = LOG_IN_MAX + 60 * KB
/** Of what the reader of PDFs has to say about how things look: it stays in the page on every later screen. */
const READER_SHEET_MAX = 5 * KB
const SHIFT_MAX = 0.05

let demo: DemoPortal
test.beforeAll(async () => {
  demo = await openDemoPortal()
})
test.afterAll(() => demo.close())

/** Keeps a page from what it does once it has nothing else to do. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))

/** Bytes of the scripts, styles and fonts that this page is shown with, as they crossed the line, by name. */
async function weigh(page: Page, open: () => Promise<void>): Promise<{ total: number; parts: string[] }> {
  await neverIdle(page)
  const sizes: Promise<{ name: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet', 'font'].includes(request.resourceType())) return
    const name = request.url().split('/').at(-1) ?? ''
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })))
  })
  await open()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await expect(page).not.toHaveTitle(/went wrong/)
  const counted = (await Promise.all(sizes)).filter(({ name }) => !name.startsWith('pdf'))
  return {
    total: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    parts: counted.map(({ name, bytes }) => `${bytes} ${name}`),
  }
}

test('the log-in page loads at most 120 KB', async ({ page }) => {
  const { total, parts } = await weigh(page, async () => {
    await page.goto(demo.url)
  })
  expect(parts.length).toBeGreaterThan(3)
  expect(total, parts.join('\n')).toBeLessThanOrEqual(LOG_IN_MAX)
})

const others: [string | undefined, string][] = [
  [undefined, '/signup'],
  [undefined, '/forgot-password'],
  ['ada', '/author'],
  ['ada', '/author?view=ongoing'],
  ['ada', '/author?view=upload-abstract'],
  ['ada', '/author/instructions'],
  ['ada', '/profile'],
  ['rita', '/reviewer'],
  ['rita', '/reviewer?view=assigned'],
  ['chair', '/admin'],
  ['chair', '/admin/papers'],
  ['chair', '/admin/assignments'],
  ['chair', '/admin/reviewers'],
  ['chair', '/admin/people'],
  ['chair', '/admin/statistics'],
  ['chair', '/admin/mail'],
  ['chair', '/admin/mail?view=write'],
  ['chair', '/admin/activity'],
  ['chair', '/admin/settings'],
  ['staff', '/admin/payments'],
]
/** Notes every shift of the page's layout from its beginning. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How far the page has jumped so far: more than CLS, which counts the worst five seconds. */
async function shifted(page: Page): Promise<number> {
  const shifts = await page.evaluate((): number[] => Reflect.get(window, 'shifts'))
  return shifts.reduce((sum, one) => sum + one, 0)
}

test('the log-in page of a phone does not jump when its letters come late', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await watchShifts(page)
  const fonts: (() => Promise<void>)[] = []
  await page.route('**/*.woff2', async (route) => {
    fonts.push(() => route.continue())
  })
  // Not until everything is loaded: its letters never are, until the test gives them.
  await page.goto(demo.url, { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('link', { name: 'Engineering Conference 2026' })).toBeVisible()
  await expect.poll(() => fonts.length).toBeGreaterThan(1)
  await Promise.all(fonts.map((give) => give()))
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
  expect(await shifted(page)).toBeLessThan(SHIFT_MAX)
})

for (const [who, path] of others) {
  test(`${path} loads at most 60 KB more, and nothing jumps when its data arrive`, async ({ page }) => {
    await watchShifts(page)
    const { total, parts } = await weigh(page, async () => {
      if (who === undefined) await page.goto(demo.url + path)
      else await openAs(page, demo, demo.as(who), path)
    })
    expect(total, parts.join('\n')).toBeLessThanOrEqual(OTHER_MAX)
    expect(await shifted(page)).toBeLessThan(SHIFT_MAX)
  })
}

/** The schema library, or what is made of it. */
const SCHEMAS = /\/(schemas|(\w+-)*contract)-[^/]*\.js$/

for (const [who, path, needed] of [
  ['ada', '/author', false],
  ['rita', '/reviewer', false],
  ['chair', '/admin', false],
  ['chair', '/admin?view=all', false],
  ['chair', '/admin/papers', false],
  ['chair', '/admin/reviewers', false],
  ['chair', '/admin/people', false],
  ['chair', '/admin/settings', true],
] as const) {
  test(`${path} opens ${needed ? 'with' : 'without'} the schemas`, async ({ page }) => {
    await neverIdle(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openAs(page, demo, demo.as(who), path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.some((one) => /\/react-[^/]*\.js$/.test(one))).toBe(true)
    expect(asked.some((one) => SCHEMAS.test(one))).toBe(needed)
  })
}

test('/admin loads the schemas and what one goes on to once nothing else is to be done, 110 KB at most', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const idle: (() => void)[] = []
    Reflect.set(window, 'requestIdleCallback', (run: () => void) => idle.push(run))
    Reflect.set(window, 'idle', idle)
  })
  const scripts: { name: string; size: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    const name = request.url().split('/').at(-1) ?? ''
    scripts.push({ name, size: request.sizes().then(({ responseBodySize }) => responseBodySize) })
  })
  await openAs(page, demo, demo.as('chair'), '/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const shownWith = scripts.length
  const isSchemas = ({ name }: { name: string }) => SCHEMAS.test(`/${name}`)
  expect(scripts.filter(isSchemas)).toEqual([])
  await page.evaluate(() => {
    const idle: (() => void)[] = Reflect.get(window, 'idle')
    for (const run of idle) run()
  })
  const ahead = () => scripts.slice(shownWith)
  const screens = () => ahead().flatMap(({ name }) => /^(admin-\w+|profile)-screen/.exec(name)?.[0] ?? [])
  await expect
    .poll(() => screens().toSorted())
    .toEqual([
      'admin-activity-screen',
      'admin-assignments-screen',
      'admin-mail-screen',
      'admin-papers-screen',
      'admin-payments-screen',
      'admin-people-screen',
      'admin-reviewers-screen',
      'admin-settings-screen',
      'admin-statistics-screen',
      'profile-screen',
    ])
  await expect.poll(() => ahead().some(isSchemas)).toBe(true)
  const beside = () =>
    ahead().flatMap(({ name }) => /^(palette|keys-sheet|notices-view|abstract-view)-/.exec(name)?.[1] ?? [])
  await expect
    .poll(() => beside().toSorted())
    .toEqual(['abstract-view', 'keys-sheet', 'notices-view', 'palette'])
  const bytes = await Promise.all(ahead().map(({ size }) => size))
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(110 * KB)
})

for (const [path, code, list] of [
  ['/admin?view=all', 'list-views', '/api/admin/abstracts'],
  ['/admin?view=pending', 'list-views', '/api/admin/abstracts/pending'],
  ['/admin?view=reviewed', 'list-views', '/api/admin/abstracts/approved'],
  ['/admin/papers', 'admin-papers-screen', '/api/admin/papers'],
  ['/admin/reviewers', 'admin-reviewers-screen', '/api/admin/reviewers'],
  ['/admin/payments', 'admin-payments-screen', '/api/admin/payments'],
  ['/admin/people', 'admin-people-screen', '/api/admin/users'],
] as const) {
  test(`${path} asks for its list once, while its code is on the way`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    let giveCode = () => {}
    const listAsked = new Promise<void>((resolve) => {
      giveCode = resolve
    })
    let held = 0
    await page.route(new RegExp(`/assets/${code}-[^/]*\\.js$`), async (route) => {
      held += 1
      await listAsked
      await route.continue()
    })
    await openAs(page, demo, demo.as('chair'), path)
    await expect.poll(() => asked.includes(list)).toBe(true)
    await expect.poll(() => held).toBe(1)
    giveCode()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main li').first()).toBeVisible()
    expect(asked.filter((one) => one === list)).toEqual([list])
  })
}

test('a list whose answer was there before its code is drawn with its entries at once', async ({ page }) => {
  // What stands beside the heading as that comes: entries, or what stands in for them.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('main h1') === null) return
      observer.disconnect()
      Reflect.set(window, 'entriesAtFirst', document.querySelectorAll('main li').length)
    }).observe(document, { childList: true, subtree: true })
  })
  const answered = Promise.all(
    ['/api/reads', '/api/admin/abstracts'].map((path) =>
      page.waitForEvent('requestfinished', (request) => new URL(request.url()).pathname === path),
    ),
  )
  await page.route(/\/assets\/list-views-[^/]*\.js$/, async (route) => {
    await answered
    await route.continue()
  })
  await openAs(page, demo, demo.as('chair'), '/admin?view=all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate((): unknown => Reflect.get(window, 'entriesAtFirst'))).toBe(16)
})

test('the sheet of the PDF reader weighs 5 KB at most', async ({ page }) => {
  const sheets: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\/pdf-reader-[^/]*\.css$/.test(request.url()))
      sheets.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await openAs(page, demo, demo.as('chair'), '/admin?view=all')
  await page.locator('article [data-name] a').first().click()
  await expect(page.locator('.pdfViewer .page').first()).toBeVisible()
  const [bytes, ...more] = await Promise.all(sheets)
  expect(more).toEqual([])
  expect(bytes).toBeLessThanOrEqual(READER_SHEET_MAX)
})
