import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { openSmtpPeer } from '#tests/smtp-peer.ts'
import { call } from './call.ts'
import { quantile } from './measure.ts'
import { emailOf, PASSWORD } from './people.ts'
import { benchDatabase, startBenchPortal } from './portals.ts'
import { arrivals, HOUR } from './rush/arrivals.ts'
import { type Hour, newHour, rush, steps } from './rush/author.ts'
import { type StampedPdf, stampedPdf } from './stamped-pdf.ts'
import { writeBetween } from './write-between.ts'

/**
 * `npm run bench:rush`: the hour before a deadline on PostgreSQL, with 5,000 authors, and 2, 4 and 8 times as many.
 * Hour and people are divided by the same number, so that as many come in a second as would; a queue then grows for so
 * much less time. `-- last 1 2` has all who come within the last ten minutes come as they would, undivided, once and with twice as
 * many. `-- 1 2` does those alone and prints them.
 */
const AUTHORS = 5000
const DIVIDED = 30
/** From here on the last ten minutes, in seconds of the hour. */
const LAST_FROM = 3000
const BYTES = 2_000_000

const given = process.argv.slice(2)
const isLast = given[0] === 'last'
const asked = (isLast ? given.slice(1) : given).map(Number)
const load = loadavg()[0] ?? 0
const lines: string[] = []
for (const times of asked.length > 0 ? asked : [1, 2, ...(isLast ? [] : [4, 8])]) {
  lines.push(lineOf(times, await (isLast ? lastMinutesWith(AUTHORS * times) : hourWith(AUTHORS * times))))
  process.stdout.write(`${lines.at(-1)}\n`)
}
if (asked.length === 0) await writeTable()

/** The same numbers at each run. */
function drawn(): () => number {
  let state = 20260302
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** An hour of a thirtieth of the people in a thirtieth of the time. */
function hourWith(people: number): Promise<Outcome> {
  const seconds = arrivals(Math.round(people / DIVIDED), drawn())
  return outcomeOf(
    seconds.map((second) => second / DIVIDED),
    HOUR / DIVIDED,
  )
}

/** Its last ten minutes as they would be, with all who come then. */
function lastMinutesWith(people: number): Promise<Outcome> {
  const last = arrivals(people, drawn()).filter((second) => second >= LAST_FROM)
  return outcomeOf(
    last.map((second) => second - LAST_FROM),
    HOUR - LAST_FROM,
  )
}

/** What became of those who came, and by how many ms after the deadline the first files came of those who were too late. */
type Outcome = Hour & { lost: number; late: number[] }

/**
 * One author at each of these moments, in a portal and a database of its own; they and the deadline in seconds from the beginning. The
 * portal has no deadline, so that it is seen by how much they would have missed it.
 */
async function outcomeOf(moments: readonly number[], deadline: number): Promise<Outcome> {
  const [database, smtp] = [await benchDatabase(), await openSmtpPeer()]
  if (database === undefined) throw new Error('No PostgreSQL answers (set TEST_DATABASE_URL).')
  const portal = await startBenchPortal(smtp.url, database.url, moments.length)
  try {
    const hour = newHour()
    const pdf: StampedPdf = await stampedPdf(BYTES)
    const began = performance.now()
    const all = moments.map(async (second, n) => {
      const wait = second * 1000 - (performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)))
      await rush(hour, portal.url, emailOf(n), PASSWORD, pdf)
    })
    await Promise.all(all)
    let lost = 0
    for (const sent of hour.kept) if (!(await isKept(portal.url, sent))) lost += 1
    const late = hour.arrived.map((at) => at - began - deadline * 1000).filter((ms) => ms > 0)
    return { ...hour, lost, late }
  } finally {
    await portal.close()
    await smtp.close()
    await database.drop()
  }
}

/** The bytes as the portal gives them back now are those that were last acknowledged. */
async function isKept(url: string, { abstractId, token, md5 }: Hour['kept'][number]): Promise<boolean> {
  const path = `/api/abstracts/${abstractId}/overview`
  const { versions } = await call<{ versions: { downloadUrl: string }[] }>({ url }, 'GET', path, token)
  const file = await fetch(url + (versions[0]?.downloadUrl ?? ''))
  const bytes = new Uint8Array(await file.arrayBuffer())
  return createHash('md5').update(bytes).digest('base64') === md5
}

function lineOf(times: number, hour: Outcome): string {
  const slow = (lists: Hour['took']) =>
    steps.map((step) => Math.round(quantile(lists.get(step) ?? [], 0.99)).toLocaleString('en'))
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)
  const asked = [...hour.askedBack].map(([refused, count]) => `${count} × ${refused}`).join(', ')
  const failed = [...hour.failed].map(([what, count]) => `${count} × ${what}`).join('; ')
  return `| ${[
    `${times} ×`,
    ...slow(hour.answers).map((each, at) => `**${each}** (${slow(hour.took)[at]})`),
    asked === '' ? '0' : `${asked}; the slowest in ${Math.round(hour.slowestRefusal)} ms`,
    failed === '' ? '0' : `${sum(hour.failed.values())}: ${failed}`,
    `${hour.lost} of ${hour.kept.length}`,
    `${hour.late.length}, the last by ${(Math.max(0, ...hour.late) / 1000).toFixed(1)} s`,
  ].join(' | ')} |`
}

async function writeTable(): Promise<void> {
  const made = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores, Node ${process.versions.node} and PostgreSQL; the machine’s load was ${load.toFixed(1)} before it. ${isLast ? 'All who come within the last ten minutes, as they would' : `Hour and people are divided by ${DIVIDED}`}.`,
    'Milliseconds within which 99 of 100 answers came, and in brackets 99 of 100 authors were through, waits included that the portal asked for.',
    '',
    `| load | ${steps.join(' | ')} | asked to come back, what began first before the others | failed | lost | first file after the deadline |`,
    `|${'---|'.repeat(steps.length + 5)}`,
    ...lines,
  ].join('\n')
  await writeBetween(isLast ? 'rush-last' : 'rush', made)
}
