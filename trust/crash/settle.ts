import { eq, isNotNull, sql } from 'drizzle-orm'
import { emails, files, submissionEvents, versions } from '#server/db/schema.ts'
import type { Bench } from '../trial.ts'
import type { CrashSite } from './crash-site.ts'
import { violations } from './invariants.ts'
import { STEPS, takeStep, type Walk } from './walk.ts'

/** Until the last mail must have come: what a killed process was sending waits for its claim to end (`mail/claim.ts`). */
const MAILS_MS = 240_000

/** Starts the portal once more and walks every submission to its end; `withMails` waits for the last mail too. */
export async function finish(site: CrashSite, walks: readonly Walk[], withMails: boolean): Promise<void> {
  const portal = await site.start()
  const alive = await site.logIn(portal)
  for (const walk of walks)
    while (walk.done < STEPS)
      if ((await takeStep(walk, alive)) === 'gone') throw new Error('the portal is away')
  if (withMails) await untilNoneWaits(portal.url, alive.admin)
  await portal.kill()
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
    for (const { name, abstractId, sent } of walks) {
      const events = await db
        .select()
        .from(submissionEvents)
        .where(eq(submissionEvents.submissionId, abstractId))
      tried(events.length === STEPS ? undefined : `${name}: ${STEPS} steps, but ${events.length} happened`)
      const stored = await db
        .select({ sha256: files.sha256 })
        .from(versions)
        .innerJoin(files, eq(files.id, versions.fileId))
        .where(eq(versions.submissionId, abstractId))
      const found = stored.map(({ sha256 }) => sha256).sort()
      tried(
        String(found) === String([...sent].sort())
          ? undefined
          : `${name}: sent ${sent.join(', ')}, but ${found.join(', ')} are stored`,
      )
    }
    const store = await site.store()
    for (const broken of await violations(db, store)) tried(broken)
    store.close()
    if (withMails) await checkMails(site, await db.select().from(emails), tried)
  } finally {
    await database.close()
  }
}

/** decisions.md §10: at least once; twice only with the same Message-ID, where the process died in between. */
async function checkMails(
  { smtp }: CrashSite,
  written: readonly (typeof emails.$inferSelect)[],
  tried: Bench['tried'],
): Promise<void> {
  const arrived = smtp.received.map(({ messageId }) => messageId ?? '')
  for (const { subject, state, messageId, attempts } of written) {
    const times = arrived.filter((id) => id.includes(messageId)).length
    const isWell = state === 'sent' && times >= 1 && times <= Math.min(2, attempts)
    tried(isWell ? undefined : `the mail “${subject}”, ${state}, arrived ${times} times in ${attempts} tries`)
  }
}
