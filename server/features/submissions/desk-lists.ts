import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { countAll, rowsOf } from '#server/db/db.ts'
import { beyond, decodeCursor, pageOf } from '#server/db/keyset.ts'
import { submissions, users, versions } from '#server/db/schema.ts'
import { containing } from '#server/db/search.ts'
import type { searchQuery } from '#shared/core/page.ts'
import { abstractStatusOf, pendingAbstractStages, stages } from '#shared/submissions/states.ts'
import { standing } from './access.ts'
import { deskAbstract } from './desk-view.ts'
import { factsOf } from './facts.ts'
import { abstractVerdictBy } from './verdicts.ts'

type Query = z.output<typeof searchQuery>

const pending = inArray(submissions.stage, [...pendingAbstractStages])
/** A decision on the abstract is in force; a withdrawn one without any is neither pending nor reviewed. */
const decidedStages = stages.filter((stage) => abstractVerdictBy[stage] !== undefined)
const reviewed = inArray(submissions.stage, decidedStages)

/** All abstracts, newest first. */
export const listAbstracts = (ctx: Ctx, query: Query) => list(ctx, query, undefined, submissions.submittedAt)

/** Abstracts waiting for a decision; a resubmitted one is pending again. */
export const listPendingAbstracts = (ctx: Ctx, query: Query) =>
  list(ctx, query, pending, submissions.submittedAt)

/** Abstracts with a decision, the last decided first. */
export const listReviewedAbstracts = (ctx: Ctx, query: Query) =>
  list(ctx, query, reviewed, submissions.abstractDecidedAt)

async function list(ctx: Ctx, { limit, cursor, q, status }: Query, which: SQL | undefined, by: PgColumn) {
  const after = decodeCursor(cursor)
  const all = and(standing, which, q ? matching(q) : undefined, status ? inStatus(status) : undefined)
  const rows = await ctx.tx
    .select({
      s: submissions,
      author: { name: users.name, email: users.email, organization: users.organization },
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(and(all, beyond(after, by, submissions.id)))
    .orderBy(desc(by), desc(submissions.id))
    .limit(limit + 1)
  const [total] = await ctx.tx
    .select({ count: countAll })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(all)
  const { items, ...more } = pageOf(rows, limit, ({ s }) => ({
    at: by === submissions.submittedAt ? s.submittedAt : (s.abstractDecidedAt ?? s.submittedAt),
    id: s.id,
  }))
  const facts = await factsOf(
    ctx,
    items.map(({ s }) => s.id),
  )
  return {
    items: items.map(({ s, author }) => deskAbstract(s, author, facts)),
    count: total?.count ?? 0,
    ...more,
    counts: await counts(ctx),
  }
}

/** Names, addresses, ids, titles and file names (decisions.md §3 `?q=`). */
function matching(q: string): SQL | undefined {
  const like = containing(q)
  const named = sql`exists (select 1 from ${versions} where ${versions.submissionId} = ${submissions.id}
    and ${versions.retiredAt} is null and ${versions.fileName} ilike ${like})`
  return or(
    ilike(submissions.id, like),
    ilike(submissions.paperId, like),
    ilike(submissions.title, like),
    ilike(users.name, like),
    ilike(users.email, like),
    ilike(users.organization, like),
    named,
  )
}

function inStatus(status: string): SQL {
  const matchingStages = stages.filter((stage) => abstractStatusOf[stage] === status || stage === status)
  return matchingStages.length === 0 ? sql`false` : inArray(submissions.stage, matchingStages)
}

async function counts(ctx: Ctx) {
  const rows = await rowsOf<{ stage: (typeof stages)[number]; count: number }>(
    ctx.tx,
    sql`select stage, count(*)::int as count from ${submissions} where ${standing} group by stage`,
  )
  const sum = (of: (stage: (typeof stages)[number]) => boolean) =>
    rows.reduce((total, row) => (of(row.stage) ? total + row.count : total), 0)
  const verdict = (wanted: string) => sum((stage) => abstractVerdictBy[stage]?.verdict === wanted)
  return {
    pending: sum((stage) => stage === 'abstract_submitted'),
    reviewed: sum((stage) => abstractVerdictBy[stage] !== undefined),
    approved: verdict('approved'),
    requestChange: verdict('request_change'),
    declined: verdict('declined'),
  }
}
