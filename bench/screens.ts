import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { DEMO_PASSWORD, people } from '#demo/people.ts'
import { startPortal } from '#tests/portal-process.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { call } from './call.ts'
import { median } from './measure.ts'
import { benchDatabase, SECRET } from './portals.ts'
import { fillDemo } from './screens/demo-database.ts'
import { type Known, settled, type Visit, visits } from './screens/visits.ts'
import { watchPage } from './screens/watch-page.ts'
import { stampedPdf } from './stamped-pdf.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:screens`: how soon the screens of the demo conference are shown (LCP) and how soon they answer their
 * reader (INP), in Chromium with its processor slowed, from the built portal on PostgreSQL. `-- once` opens each a single
 * time and prints that.
 */
const SLOWED = 4
const isOnce = process.argv.includes('once')
const ROUNDS = isOnce ? 1 : 5
const WINDOW = { width: 1440, height: 900 }
const PDF_BYTES = 200_000

/** What one visit came to, in ms. */
interface Seen {
  largestMs: number
  answers: number
  slowestMs: number
}

const load = (loadavg()[0] ?? 0).toFixed(1)
const database = await benchDatabase()
if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
const undo: (() => Promise<unknown>)[] = [
  () => rm(dataDir, { recursive: true, force: true }),
  () => database.drop(),
]
try {
  const env = { DATABASE_URL: database.url, JWT_SECRET: SECRET, DATA_DIR: dataDir }
  process.stdout.write('Making the demo conference…\n')
  await fillDemo(env)
  const portal = await startPortal(env)
  undo.push(() => portal.close())
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  undo.push(() => browser.close())
  const lines: string[] = []
  for (const visit of visits(await known(portal.url))) {
    const seen: Seen[] = []
    for (let at = 0; at < ROUNDS; at += 1) seen.push(await open(browser, portal.url, visit))
    lines.push(lineOf(visit, seen))
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  if (!isOnce) await writeTable(lines)
} finally {
  for (const step of undo.reverse()) await step()
}

/** Opens the screen in a browser that knows nothing yet, and does what its reader does. */
async function open(browser: Browser, url: string, { path, who, act }: Visit): Promise<Seen> {
  const context = await browser.newContext({ viewport: WINDOW })
  try {
    const page = await context.newPage()
    if (who !== undefined) {
      const session = await sessionOf(url, who)
      await page.goto(`${url}/icon.svg`)
      await page.evaluate(
        ([token, refreshToken]) => {
          localStorage.setItem('accessToken', token)
          localStorage.setItem('refreshToken', refreshToken)
        },
        [session.token, session.refreshToken] as const,
      )
    }
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const watched = await watchPage(page)
    await page.goto(url + path)
    await settled(page)
    const { largestMs } = watched
    const answers = await act(page)
    return { largestMs, answers, slowestMs: Math.max(0, ...watched.answersMs) }
  } finally {
    await context.close()
  }
}

/** What the visits need to know of the demo conference. */
async function known(url: string): Promise<Known> {
  const read = async <Answer>(who: string, path: string) =>
    call<Answer>({ url }, 'GET', path, (await sessionOf(url, who)).token)
  const own = await read<{ abstracts: { abstractId: string; abilities: { editDetails: boolean } }[] }>(
    'ada',
    '/api/abstracts/ongoing',
  )
  const assigned = await read<{ items: { paperId: string }[] }>('rita', '/api/reviewer/papers/assigned')
  const pending = await read<{ items: { abstractId: string }[] }>('chair', '/api/admin/abstracts/pending')
  const [submission] = own.abstracts.filter(({ abilities }) => abilities.editDetails)
  const [[paper], [abstract]] = [assigned.items, pending.items]
  if (submission === undefined || paper === undefined || abstract === undefined)
    throw new Error('The demo conference has nothing to edit, to review or to decide.')
  return {
    author: { email: emailOf('ada'), password: DEMO_PASSWORD },
    pdf: await stampedPdf(PDF_BYTES),
    ...{ submission: submission.abstractId, paper: paper.paperId, abstract: abstract.abstractId },
  }
}

function sessionOf(url: string, who: string) {
  const given = { email: emailOf(who), password: DEMO_PASSWORD }
  return call<{ token: string; refreshToken: string }>({ url }, 'POST', '/api/auth/login', undefined, given)
}

function emailOf(key: string): string {
  const person = people.find((one) => one.key === key)
  if (person === undefined) throw new Error(`nobody is called ${key}`)
  return person.email
}

function lineOf({ name, path }: Visit, seen: readonly Seen[]): string {
  const largest = seen.map(({ largestMs }) => largestMs)
  const slowest = seen.map(({ slowestMs }) => slowestMs)
  const shown = (ms: number) => (ms === 0 ? 'under 16' : String(Math.round(ms)))
  const answers = seen.reduce((sum, one) => sum + one.answers, 0)
  return `| ${[
    `${name}, \`${path}\``,
    `**${Math.round(median(largest))}** (${Math.round(Math.min(...largest))}–${Math.round(Math.max(...largest))})`,
    `**${shown(median(slowest))}** (${shown(Math.min(...slowest))}–${shown(Math.max(...slowest))})`,
    answers,
  ].join(' | ')} |`
}

async function writeTable(lines: readonly string[]): Promise<void> {
  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with Chromium slowed ${SLOWED} times; the machine’s load was ${load} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end. Milliseconds; the median of ${ROUNDS} visits (lowest–highest).`,
    '',
    '| screen | its largest part is shown (LCP) | the slowest answer to a click or key (INP) | clicks and keys |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
  await writeBetween('screens', made)
}
