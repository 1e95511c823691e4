import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { deskLists, type Visit, visitsOf } from './desk-lists.ts'
import { half, openDeskPortal, plainMs } from './desk-portal.ts'
import { fillYears } from './grown.ts'
import { letIn, timeDaily } from './growth-calls.ts'
import { logPlot, type Point } from './log-plot.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:growth`: a page of the lists that grow with a conference, at 1,000, 10,000 and 100,000 abstracts (as many
 * people, ten times as many notifications, fifty times as much activity) on PostgreSQL, through HTTP, beside the same
 * statements sent by hand, prepared where the portal prepares them; then what people call all day. `-- 1000` measures one size and prints it.
 */
const SIZES = [1000, 10_000, 100_000]
const TIMES = 20
const LISTS = ['Abstracts', 'Papers', 'Reviewers', 'Invitations', 'Payments', 'People', 'Mails', 'Activity']
const manners = {
  first: 'first page',
  deep: '26th page',
  searched: 'searched',
  broad: 'searched by a word that most have',
  one: 'one searched for by its number',
  filtered: 'filtered',
  sorted: 'its slowest other order',
} as const

/** The middle of a page's times, through HTTP and by hand. */
interface Cell {
  pages: number
  statements: number
}

const asked = process.argv.slice(2).map(Number)
if (!asked.every((size) => Number.isInteger(size) && size > 0))
  throw new Error('Give sizes as whole numbers of abstracts: npm run bench:growth -- 1000')
const load = loadavg()[0] ?? 0
const cells = new Map<string, Map<number, Cell>>()
/** The middle of a call's times, by its name and the size. */
const calls = new Map<string, Map<number, number>>()
let version = ''
for (const size of asked.length > 0 ? asked : SIZES) {
  say(`${size.toLocaleString('en')} abstracts…`)
  await measureAt(size)
}
if (asked.length === 0) await write()

/** Measures every list with so many abstracts. Its desk is filled as for half as many rows a list, which is three papers to four abstracts. */
async function measureAt(size: number): Promise<void> {
  const desk = await openDeskPortal(size / 2, (db) => fillYears(db, size))
  try {
    version = desk.version
    for (const list of deskLists.filter(({ name }) => LISTS.includes(name))) {
      const token = await desk.logIn()
      const visits = await visitsOf(list, (path) => desk.read(path, token))
      for (const { what, paths } of visits) {
        const cells: Cell[] = []
        for (const path of paths) {
          const { byHttp, byHand } = await desk.time(path, token, TIMES)
          cells.push({ pages: half(byHttp), statements: half(byHand) })
        }
        const [slowest] = cells.sort((a, b) => b.pages - a.pages)
        if (slowest !== undefined) keep(list.name, what, size, slowest)
      }
    }
    const token = await desk.logIn()
    const own = await desk.time(`/api/notifications?limit=${SCREEN_PAGE}`, token, TIMES)
    keep('Notifications of one person', 'first', size, {
      pages: half(own.byHttp),
      statements: half(own.byHand),
    })
    // After the lists: it takes conflicts away, which the papers' list looks for.
    for (const [name, ms] of await timeDaily(desk.portal, await letIn(desk.db), TIMES)) {
      calls.set(name, (calls.get(name) ?? new Map<number, number>()).set(size, ms))
      say(`${name}: ${plainMs(ms)}`)
    }
  } finally {
    await desk.close()
  }
}

function keep(list: string, what: Visit['what'], size: number, cell: Cell): void {
  const name = `${list}, ${manners[what]}`
  cells.set(name, (cells.get(name) ?? new Map<number, Cell>()).set(size, cell))
  say(`${name}: ${plainMs(cell.pages)} (${plainMs(cell.statements)})`)
}

async function write(): Promise<void> {
  const lines = [...cells].map(([name, bySize]) => {
    const shown = SIZES.map((size) => {
      const cell = bySize.get(size)
      if (cell === undefined) return '–'
      const share = (cell.statements / cell.pages).toFixed(2)
      return `**${plainMs(cell.pages)}** (${plainMs(cell.statements)}; ${share})`
    })
    const times = [...bySize.values()].map(({ pages }) => pages)
    return `| ${[name, ...shown, (Math.max(...times) / Math.min(...times)).toFixed(1)].join(' | ')} |`
  })
  const points: Point[] = [...cells]
    .filter(([name]) => name.endsWith(manners.first))
    .flatMap(([name, bySize]) =>
      [...bySize].map(([x, { pages }]) => ({ kind: name.split(',')[0] ?? '', x, y: pages })),
    )
  const axes = {
    title: 'Milliseconds of a list’s first page against the number of abstracts',
    x: { name: 'abstracts', ticks: SIZES, most: 2 * Math.max(...SIZES) },
    y: { unit: 'ms', ticks: [1, 10, 100, 1000], most: 2000 },
  }
  await writeFile(new URL('./growth.svg', import.meta.url), logPlot(points, axes))
  await writeBetween(
    'growth',
    [
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL ${version}; the machine’s load was ${load.toFixed(1)} before it.`,
      `Milliseconds of a page of ${SCREEN_PAGE}: half of ${TIMES} came within; in brackets the same statements by hand, and their share.`,
      '',
      `| list | ${SIZES.map((size) => `${size.toLocaleString('en')} abstracts`).join(' | ')} | greatest to least |`,
      `|${'---|'.repeat(SIZES.length + 2)}`,
      ...lines,
      '',
      `What people call all day, one call after the other: half of ${TIMES} came within so many milliseconds.`,
      '',
      `| call | ${SIZES.map((size) => `${size.toLocaleString('en')} abstracts`).join(' | ')} | greatest to least |`,
      `|${'---|'.repeat(SIZES.length + 2)}`,
      ...[...calls].map(([name, bySize]) => {
        const times = [...bySize.values()]
        const shown = [...times.map(plainMs), (Math.max(...times) / Math.min(...times)).toFixed(1)]
        return `| ${[name, ...shown].join(' | ')} |`
      }),
    ].join('\n'),
  )
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
