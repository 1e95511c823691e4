import { availableParallelism, loadavg } from 'node:os'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { deskLists, type Visit, visitsOf } from './desk-lists.ts'
import { openDeskPortal, plainMs, timed } from './desk-portal.ts'
import { type DeskScreen, deskScreens } from './desk-screens.ts'
import { quantile } from './measure.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:desk`: how long a page of each of the desk's lists takes with 10,000 rows on PostgreSQL, through HTTP,
 * beside the same statements sent by hand; and two screens that look for conflicts with everything. `npm run bench:desk -- Papers` prints that list’s row alone.
 */
const ROWS = 10_000
const TIMES = 40

say(`Filling the desk with ${ROWS} rows…`)
const desk = await openDeskPortal(ROWS)
try {
  const load = loadavg()[0] ?? 0
  const lines: string[] = []
  const wanted = process.argv.slice(2)
  for (const list of deskLists.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    // Each list is done long before the log-in ends.
    const token = await desk.logIn()
    const visits = await visitsOf(list, (path) => desk.read(path, token))
    const cells: string[] = []
    for (const visit of visits.filter(({ what }) => what !== 'one' && what !== 'broad'))
      cells.push(await measured(visit, token))
    lines.push(`| ${[list.name, ...cells].join(' | ')} |`)
    say(lines.at(-1) ?? '')
  }
  if (wanted.length === 0) {
    const token = await desk.logIn()
    const [reviewer] = (await desk.read('/api/admin/reviewers?limit=1&sort=-load', token)).items
    const screens: string[] = []
    for (const screen of deskScreens(String(Reflect.get(Object(reviewer), 'id')))) {
      screens.push(await measuredScreen(screen, token))
      say(screens.at(-1) ?? '')
    }
    await writeTable(lines, screens, load)
  }
} finally {
  await desk.close()
}

/** The slowest of the ways to see a list in this manner: 95 of 100 pages came within, and the statements alone. */
async function measured({ what, paths }: Visit, token: string): Promise<string> {
  let slowest = { pages: -1, fastest: 0, statements: 0, path: '' }
  for (const path of paths) {
    const { byHttp, byHand } = await desk.time(path, token, TIMES)
    const pages = quantile(byHttp, 0.95)
    const [fastest, statements] = [Math.min(...byHttp), quantile(byHand, 0.95)]
    if (pages > slowest.pages) slowest = { pages, fastest, statements, path }
  }
  if (slowest.pages < 0) return '–'
  const { pages, fastest, statements, path } = slowest
  const order = what === 'sorted' ? `, by ${new URLSearchParams(path.split('?')[1]).get('sort')}` : ''
  return `**${plainMs(pages)}** / ${plainMs(fastest)} (${plainMs(statements)})${order}`
}

/** Of a screen that is no list: 95 of 100 answers came within, and the fastest one. */
async function measuredScreen({ name, path, body }: DeskScreen, token: string): Promise<string> {
  const times: number[] = []
  for (let at = 0; at < TIMES + 3; at += 1) times.push(await timed(() => desk.read(path, token, body)))
  const warm = times.slice(3)
  return `| ${name} | **${plainMs(quantile(warm, 0.95))}** / ${plainMs(Math.min(...warm))} |`
}

async function writeTable(lines: readonly string[], screens: readonly string[], load: number): Promise<void> {
  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${desk.version}; the machine’s load was ${load.toFixed(1)} before it and ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
    `Milliseconds within which 95 of 100 pages of ${SCREEN_PAGE} entries came through HTTP, and the fastest one; in brackets the same statements by hand, 95 of 100.`,
    '',
    '| list | first page | 26th page | searched | filtered | sorted: the slowest order |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    '| screen that looks for conflicts with all that is or may come under review | 95 of 100 / fastest |',
    '|---|---|',
    ...screens,
  ].join('\n')
  await writeBetween('desk', made)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
