import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { fillDesk } from '#tests/large-desk.ts'
import { startPortal } from '#tests/portal-process.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { openEavesdropper } from './eavesdropper.ts'
import { quantile } from './measure.ts'
import { benchDatabase } from './portals.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:scroll`: an organiser scrolls through 10,000 entries in a real browser, page after page, and then once
 * more through all of them. The yardstick is a page of as many plain lines, scrolled alike.
 */
const ROWS = 10_000
const SECRET = 'the bench’s own secret, of no use elsewhere'
const FRAMES = 200
const LIMIT_MS = 30_000
const lists = ['/admin/people', '/admin/papers', '/admin?view=all']

const database = await benchDatabase()
if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
const portal = await startPortal({ DATABASE_URL: database.url, JWT_SECRET: SECRET })
const ear = await openEavesdropper(database.url, SECRET)
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
try {
  process.stdout.write(`Filling the desk with ${ROWS} rows…\n`)
  await fillDesk(ear.db, ROWS)
  // Whoever has no profile is asked for it first.
  const { email } = portal.admin
  await ear.db
    .update(users)
    .set({ firstName: 'Clara', lastName: 'Chair', organization: 'The committee' })
    .where(eq(users.email, email))
  const load = (loadavg()[0] ?? 0).toFixed(1)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const lines: string[] = []
  for (const list of lists) {
    await logIn(page)
    await page.goto(portal.url + list)
    const waits = await readAll(page)
    const [ours, plain] = [await frames(page), await plainFrames(page)]
    const figures = [quantile(waits, 0.5), quantile(waits, 0.95), quantile(ours, 0.95), Math.max(...ours)]
    lines.push(`| ${[list, ...figures.map(Math.round), Math.round(quantile(plain, 0.95))].join(' | ')} |`)
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  await writeBetween(
    'scroll',
    [
      `Measured on ${new Date().toISOString().slice(0, 10)}; the machine’s load was ${load} before it. Milliseconds.`,
      '',
      `| list | until the next ${SCREEN_PAGE} are shown: median | 95 of 100 | between two frames: 95 of 100 | longest | plain lines: 95 of 100 |`,
      '|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  )
} finally {
  await browser.close()
  await ear.close()
  await portal.close()
  await database.drop()
}

/** A session for the page: the desk's own log-in ends before the last list is through. */
async function logIn(page: Page): Promise<void> {
  await page.goto(`${portal.url}/icon.svg`)
  await page.evaluate(async (who) => {
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    })
    const { token, refreshToken } = await answer.json()
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', refreshToken)
  }, portal.admin)
}

/** Scrolls to the end until 10,000 entries are there; how long each page took to show, in ms. */
async function readAll(page: Page): Promise<number[]> {
  const entries = page.locator('main li')
  await entries.nth(SCREEN_PAGE - 1).waitFor()
  const waits: number[] = []
  for (let shown = await entries.count(); shown < ROWS; shown = await entries.count()) {
    waits.push(
      await page.evaluate(
        async ([before, limit]) => {
          const began = performance.now()
          // The list of live elements counts itself; a named function would not come over into the page.
          const entries = document.querySelector('main')?.getElementsByTagName('li')
          while ((entries?.length ?? 0) <= before) {
            window.scrollTo(0, document.documentElement.scrollHeight)
            await new Promise((resolve) => requestAnimationFrame(resolve))
            if (performance.now() - began > limit) throw new Error(`no more than ${before} entries came`)
          }
          return performance.now() - began
        },
        [shown, LIMIT_MS] as const,
      ),
    )
  }
  return waits
}

/** Times between frames while the page is scrolled from its beginning to its end, in ms. */
function frames(page: Page): Promise<number[]> {
  return page.evaluate(async (count) => {
    const times: number[] = []
    const step = document.documentElement.scrollHeight / count
    let last = await new Promise<number>(requestAnimationFrame)
    for (let at = 0; at < count; at += 1) {
      window.scrollTo(0, at * step)
      const now = await new Promise<number>(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times
  }, FRAMES)
}

async function plainFrames(page: Page): Promise<number[]> {
  await page.goto('about:blank')
  await page.setContent(Array.from({ length: ROWS }, (_, at) => `<p>Entry ${at}</p>`).join(''))
  return frames(page)
}
