import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import {
  assignments,
  bids,
  cleanCopies,
  conflicts,
  deadlineExtensions,
  files,
  mailPreferences,
  reviewDraftTexts,
  reviews,
  sessions,
  submissions,
  users,
} from '#server/db/schema.ts'
import { makeCalendarFeed } from '#shared/reminders/contract.ts'
import { saveDraft, withdrawFromPaper } from '#shared/reviewing/contract.ts'
import { assignReviewer } from '#shared/reviewing/desk-contract.ts'
import { addPublications } from '#shared/reviewing/publications-contract.ts'
import { deletePaper } from '#shared/submissions/contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { type MadePerson, makePerson } from '#tests/factories.ts'
import type { Template } from '#tests/setup/template.ts'
import { type MadeSubmission, nextRound, replacePaper, submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'

/**
 * Everybody who stands to a paper in a way of their own: Ada and Otto are authors, Bea author and reviewer, Stan has the
 * payments desk, Clara is an organiser; the others review. Rita has papers to review, Ray gave one back, Cora has a conflict
 * with what she reviewed, Faye reviewed and was unassigned, Sara reviews beside Rita and once did, Dora, of the payments desk
 * too, is disabled, Nora has nothing.
 */
export type Who =
  | 'Ada'
  | 'Otto'
  | 'Bea'
  | 'Rita'
  | 'Ray'
  | 'Cora'
  | 'Faye'
  | 'Sara'
  | 'Nora'
  | 'Dora'
  | 'Stan'
  | 'Clara'

const roleOf = {
  Ada: 'author',
  Otto: 'author',
  Bea: 'both',
  Rita: 'reviewer',
  Ray: 'reviewer',
  Cora: 'reviewer',
  Faye: 'reviewer',
  Sara: 'reviewer',
  Nora: 'reviewer',
  Dora: 'reviewer',
  Stan: 'author',
  Clara: 'admin',
} as const

/**
 * All but `other` and `gonedue` (Otto's) and `own` (Bea's) are Ada's. `judged` was declined by a reviewer; so was `read`, and it is under
 * review again; `gone` and `gonedue` are deleted, and `unfiled`'s paper alone.
 */
export type Which =
  | 'early'
  | 'open'
  | 'other'
  | 'judged'
  | 'read'
  | 'due'
  | 'paid'
  | 'gone'
  | 'gonedue'
  | 'unfiled'
  | 'own'

export interface Scene {
  t: TestPortal
  people: Record<Who, MadePerson>
  papers: Record<Which, MadeSubmission>
  close: () => Promise<void>
}

/** A portal in which every guard of whose row it is has somebody whom it alone keeps out. */
export async function openScene(template: Template): Promise<Scene> {
  const t = await openTestPortal({ template, breaksRules: true })
  const made: [string, MadePerson][] = []
  for (const [who, role] of Object.entries(roleOf))
    made.push([who, await makePerson(t, { role, name: who, isStaff: who === 'Stan' || who === 'Dora' })])
  // There is one of each name.
  const people = Object.fromEntries(made) as Record<Who, MadePerson>
  const at = (stage: Stage, author: Who, reviewer: Who) =>
    submissionAt(t, stage, { author: people[author], reviewer: people[reviewer], admin: people.Clara })
  const papers = {
    early: await at('abstract_submitted', 'Ada', 'Rita'),
    open: await at('paper_submitted', 'Ada', 'Rita'),
    other: await at('paper_submitted', 'Otto', 'Sara'),
    judged: await at('reviewer_declined', 'Ada', 'Cora'),
    read: await at('reviewer_declined', 'Ada', 'Faye'),
    due: await at('awaiting_payment', 'Ada', 'Rita'),
    paid: await at('complete', 'Ada', 'Rita'),
    gone: await at('paper_submitted', 'Ada', 'Rita'),
    gonedue: await at('awaiting_payment', 'Otto', 'Rita'),
    unfiled: await at('paper_submitted', 'Ada', 'Rita'),
    own: await at('paper_submitted', 'Bea', 'Rita'),
  }
  const scene = { t, people, papers, close: t.close }
  await leadOn(scene)
  return scene
}

/** What happened to the papers since, partly past the portal, which would refuse it. */
async function leadOn({ t, people, papers }: Scene): Promise<void> {
  const { db } = t.database
  const must = async (answer: Promise<{ status: number }>) => {
    const { status } = await answer
    if (status !== 200) throw new Error(`the scene was answered ${status}`)
  }
  const clara = { as: people.Clara.token }
  for (const who of ['Ray', 'Sara', 'Dora'] as const)
    await must(
      t.call(assignReviewer, { ...clara, params: papers.open, body: { reviewerId: people[who].id } }),
    )
  const reason = 'because'
  await must(
    t.call(withdrawFromPaper, {
      as: people.Ray.token,
      params: papers.open,
      body: { reason, conflict: false },
    }),
  )
  const draft = { score: '7', comments: 'Sara’s draft', verdict: null, revision: 0 }
  await must(t.call(saveDraft, { as: people.Sara.token, params: papers.open, body: draft }))
  await db.insert(conflicts).values({
    submissionId: papers.judged.abstractId,
    reviewerId: people.Cora.id,
    reason,
    declaredAt: t.clock.now,
  })
  await db
    .update(assignments)
    .set({ endedAt: t.clock.now, endedHow: 'unassigned' })
    .where(inArray(assignments.submissionId, [papers.read.abstractId, papers.judged.abstractId]))
  await must(t.call(deletePaper, { as: people.Ada.token, params: papers.unfiled }))
  await db.insert(assignments).values({
    id: randomUUID(),
    submissionId: papers.own.abstractId,
    reviewerId: people.Bea.id,
    assignedAt: t.clock.now,
  })
  await db
    .update(submissions)
    .set({ deletedAt: t.clock.now })
    .where(inArray(submissions.id, [papers.gone.abstractId, papers.gonedue.abstractId]))
  // What she had handed in before is kept, and shown to nobody.
  await replacePaper(t, papers.open, people.Ada)
  // Faye's review is of the round before; Sara is asked in this one.
  t.clock.advance(1000)
  await nextRound(t, papers.read, { author: people.Ada, admin: people.Clara })
  await must(t.call(assignReviewer, { ...clara, params: papers.read, body: { reviewerId: people.Sara.id } }))
  await db.insert(assignments).values({
    id: randomUUID(),
    submissionId: papers.judged.abstractId,
    reviewerId: people.Sara.id,
    assignedAt: t.clock.now,
  })
  await reviewBeside({ t, people, papers })
  const all = await db.select().from(files)
  // There are no bytes: none is asked for a copy that does not name its authors.
  await db
    .insert(cleanCopies)
    .values(all.map(({ storageKey: sourceKey }) => ({ sourceKey, madeAt: t.clock.now })))
    .onConflictDoNothing()
  const [anyFile] = all
  await db
    .update(users)
    .set({ photoFileId: anyFile?.id ?? null })
    .where(eq(users.id, people.Ada.id))
  const list = 'title,abstract\nOn bridges,We looked at bridges for a long time and found them well built.'
  await must(t.call(addPublications, { as: people.Rita.token, body: { list } }))
  await must(t.call(makeCalendarFeed, { as: people.Ada.token }))
  await must(t.call(makeCalendarFeed, { as: people.Dora.token }))
  await db.update(users).set({ disabledAt: t.clock.now }).where(eq(users.id, people.Dora.id))
  await oldSessions(db, people.Ada, t.clock.now)
  await whatIsKept({ t, people, papers })
}

/** Sara reviewed what Rita did, in the same round. */
async function reviewBeside({ t, people, papers }: Pick<Scene, 't' | 'people' | 'papers'>) {
  const { db } = t.database
  const of = { submissionId: papers.paid.abstractId, reviewerId: people.Sara.id }
  const assignmentId = randomUUID()
  const ended = { endedAt: t.clock.now, endedHow: 'unassigned' as const }
  await db.insert(assignments).values({ id: assignmentId, ...of, assignedAt: t.clock.now, ...ended })
  const review = { verdict: 'approve' as const, score: 80, submittedAt: t.clock.now, round: 1 }
  await db.insert(reviews).values({ id: randomUUID(), assignmentId, ...of, ...review })
}

/** What is kept of somebody, where nobody else is to find it. */
async function whatIsKept({ t, people, papers }: Pick<Scene, 't' | 'people' | 'papers'>) {
  const { db } = t.database
  const { now } = t.clock
  const text = { score: '7', comments: 'Sara’s earlier text', how: 'saved' as const, at: now }
  const of = { submissionId: papers.open.abstractId, round: 1 }
  await db.insert(reviewDraftTexts).values({ id: randomUUID(), reviewerId: people.Sara.id, ...of, ...text })
  await db
    .insert(bids)
    .values({ submissionId: papers.open.abstractId, reviewerId: people.Rita.id, bid: 'eager' })
  await db.insert(mailPreferences).values({ userId: people.Ada.id, messages: 'notice', come: 'digest' })
  const extension = { deadline: 'abstract' as const, until: now, grantedAt: now }
  await db.insert(deadlineExtensions).values({ userId: people.Ada.id, ...extension })
  await db
    .update(users)
    .set({ topics: ['Bridges'] })
    .where(eq(users.id, people.Rita.id))
}

/** One that was ended and one that is over: neither is told of. */
async function oldSessions(db: TestPortal['database']['db'], { id: userId }: MadePerson, now: Date) {
  const times = { createdAt: now, rotatedAt: now }
  const later = new Date(now.getTime() + 1000)
  await db.insert(sessions).values([
    { id: randomUUID(), userId, device: 'ended', ...times, expiresAt: later, endedAt: now },
    { id: randomUUID(), userId, device: 'over', ...times, expiresAt: now },
  ])
}
