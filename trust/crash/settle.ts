import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import {
  assignments,
  emails,
  files,
  payments,
  reviews,
  submissionEvents,
  submissions,
  versions,
} from '#server/db/schema.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { violations } from './invariants.ts'
import { linesOf, toldBy, toldOf } from './told.ts'
import { type Alive, isOver, sentIn, takeStep, type Walk } from './walk.ts'
import type { Step } from './ways.ts'

type Mail = typeof emails.$inferSelect

/** Until the last mail must have come: what a killed process was sending waits for its claim to end (`mail/claim.ts`). */
const MAILS_MS = 240_000

/** Starts the portal once more and walks every submission that nobody gave up to its end; `withMails` waits for the last mail too. */
export async function finish(site: CrashSite, walks: readonly Walk[], withMails: boolean): Promise<void> {
  const portal = await site.start()
  const alive = await site.logIn(portal)
  for (const walk of walks)
    while (!isOver(walk)) if ((await takeStep(walk, alive)) === 'gone') throw new Error('the portal is away')
  if (withMails) await untilNoneWaits(portal.url, alive.admin)
  await portal.kill()
}

/** Walks one to its end, unless it was given up. */
export async function walkToEnd(walk: Walk, alive: Alive): Promise<void> {
  while (!isOver(walk)) if ((await takeStep(walk, alive)) === 'gone') throw new Error('the portal is away')
}

/**
 * Leaves the database as it is once the killed processes are long gone, so that a short trial need not wait as long: what
 * they were sending (`mail/claim.ts`) and what they had taken out of the queue (`jobs/jobs.ts`) is anybody's again.
 */
export async function letClaimsEnd(site: CrashSite): Promise<void> {
  const database = await site.open()
  try {
    const { db } = database
    await db.update(emails).set({ claimedUntil: new Date() }).where(isNotNull(emails.claimedUntil))
    await db.execute(sql`update pgboss.job set state = 'retry' where state = 'active'`)
    await db.execute(sql`update pgboss.job set start_after = now() where state < 'active'`)
  } finally {
    await database.close()
  }
}

async function untilNoneWaits(url: string, token: string): Promise<void> {
  const until = Date.now() + MAILS_MS
  while (Date.now() < until) {
    const answer = await fetch(`${url}/api/admin/emails?status=queued&limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { count } = (await answer.json()) as { count?: number }
    if (count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Holds what is in the database and the folder of files against what was acknowledged. */
export async function check(
  site: CrashSite,
  walks: readonly Walk[],
  { tried }: Bench,
  withMails: boolean,
): Promise<void> {
  const database = await site.open()
  try {
    const { db } = database
    const lines = await linesOf(db)
    for (const walk of walks) {
      const id = walk.abstractId || (await idBy(db, walk))
      const found = await foundOf(db, id, toldOf(lines, id))
      const wanted = [await wantedOf(walk, walk.done)]
      if (walk.isGivenUp) wanted.push(await wantedOf(walk, walk.done + 1))
      tried(
        wanted.includes(found) ? undefined : `${walk.name}: there is ${found}, not ${wanted.join(' nor ')}`,
      )
    }
    const store = await site.store()
    for (const broken of await violations(db, store)) tried(broken)
    store.close()
    if (withMails) {
      const gone = await db.select().from(submissions).where(isNotNull(submissions.deletedAt))
      const mails = await db.select().from(emails)
      checkMails(site, mails, new Set(gone.map(({ id }) => id)), tried)
    }
  } finally {
    await database.close()
  }
}

/** What must be there of a walk after so many of its steps, once each and in their order, in words. */
async function wantedOf(walk: Walk, done: number): Promise<string> {
  const steps = walk.way.slice(0, done)
  const events = steps.flatMap(({ event }) => event ?? [])
  const left = (what: Step['leaves']) => steps.filter(({ leaves }) => leaves === what).length
  return inWords(
    events,
    await sentIn(walk, done),
    left('assignment'),
    left('review'),
    left('payment'),
    toldBy(steps),
  )
}

/** What is there of it. */
async function foundOf(db: Db, id: string, told: readonly string[]): Promise<string> {
  const events = await db
    .select({ kind: submissionEvents.kind })
    .from(submissionEvents)
    .where(eq(submissionEvents.submissionId, id))
    .orderBy(submissionEvents.at, submissionEvents.id)
  const stored = await db
    .select({ sha256: files.sha256 })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(eq(versions.submissionId, id))
  const [assigned, reviewed, paid] = [
    await db.$count(assignments, eq(assignments.submissionId, id)),
    await db.$count(reviews, eq(reviews.submissionId, id)),
    await db.$count(payments, eq(payments.submissionId, id)),
  ]
  const [kinds, hashes] = [events.map(({ kind }) => kind), stored.map(({ sha256 }) => sha256)]
  return inWords(kinds, hashes, assigned, reviewed, paid, told)
}

/** The submission whose abstract a walk sent, and whose number it was never told; '' where there is none. */
async function idBy(db: Db, walk: Walk): Promise<string> {
  const [sha256 = ''] = await sentIn(walk, 1)
  const [row] = await db
    .select({ id: versions.submissionId })
    .from(versions)
    .innerJoin(files, eq(files.id, versions.fileId))
    .where(eq(files.sha256, sha256))
  return row?.id ?? ''
}

function inWords(
  events: readonly string[],
  hashes: readonly string[],
  assigned: number,
  reviewed: number,
  paid: number,
  told: readonly string[],
): string {
  const happened = events.length === 0 ? 'nothing' : events.join(', ')
  const stored = hashes.map((hash) => hash.slice(0, 12)).sort()
  const left = `${assigned} assignments, ${reviewed} reviews, ${paid} payments`
  return `${happened}, files [${stored.join(', ')}], ${left}, told [${[...told].sort().join(', ')}]`
}

/**
 * decisions.md §10: at least once; twice only with the same Message-ID, where the process died in between. A decision that was
 * overtaken while its mail was cut off is told by the mail of the one that followed, or by nothing where its submission was
 * deleted (`mail/out-of-date.ts`), as is an assignment for it (`mail/superseded.ts`); `gone` are those submissions.
 */
function checkMails(
  { smtp }: CrashSite,
  written: readonly Mail[],
  gone: ReadonlySet<string>,
  tried: Bench['tried'],
): void {
  const arrived = smtp.received.map(({ messageId }) => messageId ?? '')
  for (const mail of written) {
    const { subject, state, messageId, attempts } = mail
    const times = arrived.filter((id) => id.includes(messageId)).length
    const isTold = state === 'sent' ? times >= 1 : isOvertaken(mail, written, gone)
    const isWell = isTold && times <= Math.min(2, attempts)
    tried(isWell ? undefined : `the mail “${subject}”, ${state}, arrived ${times} times in ${attempts} tries`)
  }
}

/** Whether a mail was put away after a try, and a later one of the same submission's decisions was sent, or it is `gone`. */
function isOvertaken(
  { kind, subject, state, attempts, decides, createdAt }: Mail,
  written: readonly Mail[],
  gone: ReadonlySet<string>,
): boolean {
  if (state !== 'discarded' || attempts === 0) return false
  if (kind === 'assigned')
    return [...gone].some((id) => toldOf([{ told: kind, about: subject }], id).length > 0)
  if (decides === null) return false
  if (gone.has(decides)) return true
  return written.some(
    (later) => later.decides === decides && later.state === 'sent' && later.createdAt > createdAt,
  )
}
