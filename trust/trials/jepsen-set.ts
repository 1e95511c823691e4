import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { rowsOf } from '#server/db/db.ts'
import { makePdf } from '#tests/factories.ts'
import { type PortalProcess, startPortal } from '#tests/portal-process.ts'
import { onServer } from '#tests/setup/template.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { violations } from '../crash/invariants.ts'
import { openLine } from '../crash/line.ts'
import type { Alive } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

/** Clients that write at the same time. */
const WRITERS = 4
/** Between two faults at most. */
const LIFE_MS = 700
/** Until writes are acknowledged again. */
const AGAIN_MS = 120_000
/** A call that takes longer is given up, its outcome unknown. */
const LIMIT_MS = 15_000
const PAUSE_MS = 20

/** One write: sent once and never again, so that what became of it is known by the answer or by reading. */
interface Element {
  title: string
  sha256: string
  outcome: 'under way' | 'acknowledged' | 'refused' | 'unknown'
  id: string
}

/** What may happen to the portal; undone again before it returns. */
type Fault = () => Promise<void>

interface Bed {
  site: CrashSite
  elements: Element[]
  /** Who answers now; undefined while nobody can. */
  alive: Alive | undefined
  isOver: boolean
}

/** A growing set, as Jepsen's: unique titles are added under faults and read again, at once and at the end. */
export const jepsenSet: Trial = {
  name: 'jepsen-set',
  promise: 'What was acknowledged is read ever after; of what was not, all is there or nothing.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const bed: Bed = { site, elements: [], alive: undefined, isOver: false }
    const place = await openPlace(bed)
    try {
      await place.start()
      const clients = Promise.all([
        ...Array.from({ length: WRITERS }, () => keepWriting(bed)),
        keepReading(bed, bench),
      ])
      clients.catch(() => undefined)
      const rounds = fc.sample(fc.integer({ min: 50, max: LIFE_MS }), {
        numRuns: bench.times(6, 120),
        seed: bench.seed,
      })
      for (const [nth, lifeMs] of rounds.entries()) {
        await new Promise((resolve) => setTimeout(resolve, lifeMs))
        const [name, fault] = place.faults[nth % place.faults.length] ?? ['nothing', async () => undefined]
        await fault()
        bench.tried(await writesAgain(bed, name, bench))
      }
      bed.isOver = true
      await clients
      await place.restart()
      bench.tried(await readAll(bed))
      await place.end()
      await checkWhole(bed, bench)
    } finally {
      bed.isOver = true
      await place.end()
      await site.clear()
    }
  },
}

/** The portal and what can happen to it: on PostgreSQL its connections too. */
async function openPlace(bed: Bed) {
  const { site } = bed
  const { DATABASE_URL: direct, DATA_DIR: dataDir } = site.env
  const away = direct === undefined ? undefined : new URL(direct)
  const line = away === undefined ? undefined : await openLine(Number(away.port || 5432))
  if (away !== undefined && line !== undefined) away.port = String(line.port)
  const env = { ...site.env, SMTP_URL: site.smtp.url, ...(away && { DATABASE_URL: away.toString() }) }
  let portal: PortalProcess | undefined
  const start = async () => {
    portal = await startPortal(env, { dataDir })
    bed.alive = await site.logIn(portal)
  }
  const restart = async () => {
    bed.alive = undefined
    await portal?.kill()
    await start()
  }
  const faults: [string, Fault][] = [['the process was killed', restart]]
  if (direct !== undefined && line !== undefined) {
    const server = new URL(direct)
    const ending = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${server.pathname.slice(1)}'`
    server.pathname = '/postgres'
    const spoiled = async (spoil: Parameters<typeof line.spoil>[0]) => {
      await line.spoil(spoil)
      await new Promise((resolve) => setTimeout(resolve, LIFE_MS / 2))
      await line.heal()
    }
    faults.unshift(
      ['the server ended the connections', () => onServer(server.toString(), ending)],
      ['connections were cut in an answer', () => spoiled({ kind: 'cut', after: 2000 })],
    )
  }
  return {
    start,
    restart,
    faults,
    end: async () => {
      await portal?.kill()
      await line?.close()
    },
  }
}

async function keepWriting(bed: Bed): Promise<void> {
  while (!bed.isOver) {
    const alive = bed.alive
    if (alive === undefined) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      continue
    }
    const title = `Element ${bed.elements.length}`
    const element: Element = { title, sha256: '', outcome: 'under way', id: '' }
    bed.elements.push(element)
    const pdf = await makePdf({ title, text: `The text of ${title}` })
    element.sha256 = createHash('sha256').update(pdf).digest('hex')
    await write(alive, element, pdf)
    if (element.outcome === 'unknown') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function write({ url, author }: Alive, element: Element, pdf: Buffer): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'paper.pdf')
  const answer = await ask(`${url}/api/abstracts/submit-file`, author, { method: 'POST', body: form })
  const { abstractId = '' } =
    answer?.status === 200 ? (JSON.parse(answer.text) as { abstractId?: string }) : {}
  element.id = abstractId
  // The connection may have broken after the commit: 503 says no more than that it did.
  if (answer === undefined || answer.status >= 500) element.outcome = 'unknown'
  else element.outcome = answer.status === 200 ? 'acknowledged' : 'refused'
}

/** Reads one acknowledged element after the other, whatever happens meanwhile: none may be away for a moment. */
async function keepReading(bed: Bed, { tried }: Bench): Promise<void> {
  for (let at = 0; !bed.isOver; at += 1) {
    const known = bed.elements.filter(({ outcome }) => outcome === 'acknowledged')
    const element = known.at(-1 - (at % 7)) ?? known[0]
    const alive = bed.alive
    if (element !== undefined && alive !== undefined) {
      const answer = await ask(`${alive.url}/api/abstracts/${element.id}/overview`, alive.author)
      if (answer !== undefined && answer.status < 500)
        tried(
          answer.status === 200 && answer.text.includes(element.title)
            ? undefined
            : `${element.title}, acknowledged, is read as ${answer.status} ${answer.text}`,
        )
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function writesAgain({ elements }: Bed, fault: string, { measured }: Bench) {
  const acknowledged = () => elements.filter(({ outcome }) => outcome === 'acknowledged').length
  const [began, before] = [performance.now(), acknowledged()]
  while (acknowledged() < before + WRITERS) {
    if (performance.now() - began > AGAIN_MS) return `after “${fault}” no write is acknowledged`
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  measured(`writes again after “${fault}”, ms`, performance.now() - began)
  return undefined
}

/** The final read, through the portal: page by page, once nobody writes. */
async function readAll({ alive, elements }: Bed): Promise<string | undefined> {
  if (alive === undefined) return 'the portal is away'
  const read: string[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const page: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const answer = await ask(`${alive.url}/api/abstracts/ongoing${page}`, alive.author)
    if (answer?.status !== 200) return `the final read is answered ${answer?.status}`
    const said = JSON.parse(answer.text) as { abstracts: { title: string }[]; nextCursor?: string }
    read.push(...said.abstracts.map(({ title }) => title))
    cursor = said.nextCursor
  }
  const of = (...outcomes: Element['outcome'][]) =>
    elements.filter(({ outcome }) => outcomes.includes(outcome)).map(({ title }) => title)
  const lost = of('acknowledged').filter((title) => !read.includes(title))
  const wrong = read.filter((title) => !of('acknowledged', 'unknown').includes(title))
  const twice = read.filter((title, at) => read.indexOf(title) !== at)
  if (lost.length > 0) return `acknowledged and lost: ${lost.join(', ')}`
  if (wrong.length > 0) return `never asked for, or refused: ${wrong.join(', ')}`
  return twice.length > 0 ? `there twice: ${twice.join(', ')}` : undefined
}

/** Each element that is there has the bytes that were sent, its one event and its mail, acknowledged or not. */
async function checkWhole({ site, elements }: Bed, { tried, measured }: Bench): Promise<void> {
  const database = await site.open()
  try {
    const rows = await rowsOf<{ title: string; sha256: string | null; events: string; mails: string }>(
      database.db,
      sql`select s.title, f.sha256,
          (select count(*) from submission_events e where e.submission_id = s.id)::text as events,
          (select count(*) from emails m where strpos(m.subject || m.text, s.id) > 0)::text as mails
        from submissions s left join versions v on v.submission_id = s.id left join files f on f.id = v.file_id`,
    )
    for (const { title, outcome, sha256 } of elements) {
      const there = rows.filter((row) => row.title === title)
      if (outcome === 'unknown') measured('unknown, of them there', there.length)
      const isWhole = there.every((row) => row.sha256 === sha256 && row.events === '1' && row.mails === '1')
      const isWell =
        isWhole &&
        (outcome === 'unknown' ? there.length <= 1 : there.length === (outcome === 'acknowledged' ? 1 : 0))
      tried(isWell ? undefined : `${title}, ${outcome}: ${JSON.stringify(there)}`)
    }
    for (const broken of await violations(database.db, await site.store())) tried(broken)
  } finally {
    await database.close()
  }
}

async function ask(url: string, token: string, more: { method?: string; body?: FormData } = {}) {
  try {
    const answer = await fetch(url, {
      ...more,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return undefined
  }
}
