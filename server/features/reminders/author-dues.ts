import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { listed } from '#server/db/schema/columns.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import type { Stage } from '#shared/submissions/states.ts'
import { awaitingUpload, uploadAwaited } from '#shared/submissions/upload-awaited.ts'
import { type DeadlinesOf, knownSince } from './deadlines-of.ts'
import type { Due } from './which-day.ts'

/** An author's next upload. */
export interface AuthorDue extends Due {
  kind: Exclude<DeadlineKind, 'review'>
  /** The abstract's id; empty where nothing is submitted yet. */
  abstractId: string
}

interface Row extends Record<string, unknown> {
  id: string
  paperId: string
  paperRound: number
  abstractRound: number
  authorId: string
  stage: Stage
  since: string
}

/**
 * What submissions, everybody's or one author's, wait for from their authors: the paper, or a revised file. `told`: only
 * where no mail of the decision that asks for it waits at the mail desk, which a reminder must not overtake.
 */
export async function uploadDues(
  ctx: Ctx,
  deadlinesOf: DeadlinesOf,
  authorId?: string,
  told = false,
): Promise<AuthorDue[]> {
  const theirs = authorId === undefined ? sql`` : sql`and s.author_id = ${authorId}`
  const isTold = told
    ? sql`and not exists (select from emails m where m.decides = s.id and m.state = 'held')`
    : sql``
  const rows = await rowsOf<Row>(
    ctx.tx,
    sql`select s.id, s.paper_id as "paperId", s.paper_round as "paperRound", s.abstract_round as "abstractRound",
      s.author_id as "authorId", s.stage, to_json(coalesce((select max(e.at) from submission_events e
        where e.submission_id = s.id and e.to_stage = s.stage and e.from_stage is distinct from s.stage),
        s.submitted_at))#>>'{}' as since
      from submissions s join users u on u.id = s.author_id and u.role in ('author', 'both')
      where s.deleted_at is null and s.stage in (${listed(awaitingUpload)}) ${theirs} ${isTold} order by s.serial`,
  )
  return rows.flatMap((row) => {
    const kind = uploadAwaited(row.stage)
    const { deadline, closes, givenAt } = deadlinesOf(row.authorId)
    if (kind === undefined) return []
    const dueAt = deadline[kind]
    if (dueAt === null) return []
    return [
      {
        userId: row.authorId,
        kind,
        abstractId: row.id,
        thing: `upload:${row.id}:${row.stage}:${row.abstractRound}:${row.paperRound}`,
        name: row.paperRound > 0 ? row.paperId : row.id,
        dueAt,
        since: knownSince(row.since, givenAt[kind]),
        closes: closes[kind],
      },
    ]
  })
}

/**
 * Authors, no staff among them, who confirmed their address and have submitted nothing that stands, before the deadline
 * for abstracts. What was deleted may be for another file, and is to be followed by one; who withdrew has decided.
 */
export async function abstractDues(
  ctx: Ctx,
  deadlinesOf: DeadlinesOf,
  authorId?: string,
): Promise<AuthorDue[]> {
  const theirs = authorId === undefined ? sql`` : sql`and u.id = ${authorId}`
  const rows = await rowsOf<{ id: string; since: string }>(
    ctx.tx,
    sql`select u.id, to_json(coalesce((select max(s.deleted_at) from submissions s where s.author_id = u.id),
        u.created_at))#>>'{}' as since from users u
      where u.role = 'author' and not u.is_staff and u.disabled_at is null and u.email_verified_at is not null
        and not exists (select 1 from submissions s where s.author_id = u.id and s.deleted_at is null) ${theirs}
      order by u.created_at, u.id`,
  )
  return rows.flatMap(({ id, since }) => {
    const { deadline, closes, givenAt } = deadlinesOf(id)
    if (deadline.abstract === null) return []
    const thing = 'abstract'
    const due = { userId: id, kind: 'abstract' as const, abstractId: '', name: '', thing }
    const known = knownSince(since, givenAt.abstract)
    return [{ ...due, dueAt: deadline.abstract, since: known, closes: closes.abstract }]
  })
}
