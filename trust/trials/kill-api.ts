import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { emails, files, submissionEvents, versions } from '#server/db/schema.ts'
import { type CrashSite, openCrashSite } from '../crash/crash-site.ts'
import { violations } from '../crash/invariants.ts'
import { type Alive, STEPS, startWalk, takeStep, type Walk } from '../crash/walk.ts'
import type { Bench, Trial } from '../trial.ts'

/** Submissions on their way at the same time. */
const AT_ONCE = 4
/** A process lives at most so long once it answers. */
const LIFE_MS = 900
/** Until the last mail must have come: what a killed process was sending waits for its claim to end (`mail/claim.ts`). */
const MAILS_MS = 240_000

/** SIGKILL at random moments while submissions walk through their whole life; what was begun is sent again by its key. */
export const killApi: Trial = {
  name: 'kill-api',
  promise:
    'Whatever was acknowledged before the process was killed is there, once and whole; no mail is lost.',
  run: async (bench) => {
    const site = await openCrashSite(bench.template)
    const walks: Walk[] = Array.from({ length: AT_ONCE }, (_, at) => startWalk(`walk ${at}`))
    try {
      const numRuns = bench.times(3, 100)
      for (const lifeMs of fc.sample(fc.integer({ min: 0, max: LIFE_MS }), { numRuns, seed: bench.seed })) {
        const portal = await site.start()
        const alive = await site.logIn(portal)
        const lives = new Promise((resolve) => setTimeout(resolve, lifeMs))
        const walking = Promise.all(walks.slice(-AT_ONCE).map((_, at) => keepWalking(walks, at, alive)))
        await lives
        await portal.kill()
        await walking
        bench.tried()
      }
      await finish(site, walks)
      await check(site, walks, bench)
    } finally {
      await site.clear()
    }
  },
}

/** Walks until the portal is gone; the place of a submission that arrived is taken by a new one. */
async function keepWalking(walks: Walk[], place: number, alive: Alive): Promise<void> {
  let walk = walks.filter(({ done }) => done < STEPS)[place]
  for (;;) {
    if (walk === undefined || walk.done === STEPS) {
      walk = startWalk(`walk ${walks.length}`)
      walks.push(walk)
    }
    if ((await takeStep(walk, alive)) === 'gone') return
  }
}

async function finish(site: CrashSite, walks: readonly Walk[]): Promise<void> {
  const portal = await site.start()
  const alive = await site.logIn(portal)
  for (const walk of walks)
    while (walk.done < STEPS)
      if ((await takeStep(walk, alive)) === 'gone') throw new Error('the portal is away')
  const until = Date.now() + MAILS_MS
  while (Date.now() < until) {
    const answer = await fetch(`${portal.url}/api/admin/emails?status=queued&limit=1`, {
      headers: { authorization: `Bearer ${alive.admin}` },
    })
    const { count } = (await answer.json()) as { count?: number }
    if (count === 0) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await portal.kill()
}

async function check(site: CrashSite, walks: readonly Walk[], { tried }: Bench): Promise<void> {
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
    for (const broken of await violations(db, site.filesDir)) tried(broken)
    await checkMails(site, await db.select().from(emails), tried)
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
  for (const { subject, state, messageId } of written) {
    const times = arrived.filter((id) => id.includes(messageId)).length
    const isWell = state === 'sent' && times >= 1 && times <= 2
    tried(isWell ? undefined : `the mail “${subject}” is ${state} and arrived ${times} times`)
  }
}
