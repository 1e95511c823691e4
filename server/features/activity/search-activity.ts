import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { rowsOf } from '#server/db/db.ts'
import { containing, containingId, holds } from '#server/db/search.ts'
import { countTallied } from '#server/db/tallies.ts'
import { roles } from '#shared/core/roles.ts'
import { stages } from '#shared/submissions/states.ts'

/** A search that finds so many people or submissions, and one in so many of all, is not answered by going through what each of them has. */
const MANY = 200
const ONE_IN = 8

/** People, submissions and invitations that a search finds, each a search of its own that an index answers. */
function foundBy(q: string) {
  const id = containingId(q)
  return {
    people: sql`users where ${holds(sql`searched`, q)}`,
    papers: sql`submissions where (id ilike ${id} or paper_id ilike ${id} or ${holds(sql`folded(title)`, q)})`,
    invited: sql`invitations where email ilike ${containing(q)}`,
    /** Of a submission that was purged only its id is left. */
    purged: q.trim().toUpperCase(),
  }
}

/** Whether a search finds many people or submissions, whose activity may be most of all. */
export async function findsMany(ctx: Ctx, q: string): Promise<boolean> {
  const { people, papers } = foundBy(q)
  // All of them: to stop at so many PostgreSQL would compare every row where it hopes to find them soon.
  const areMany = (found: SQL, all: SQLWrapper) =>
    sql`(select count(*) from ${found}) >= greatest(${MANY}, (${all}) / ${ONE_IN})`
  const allPeople = countTallied(ctx.tx, 'users', roles)
  const allPapers = countTallied(ctx.tx, 'submissions', stages)
  const [row] = await rowsOf<{ many: boolean }>(
    ctx.tx,
    sql`select ${areMany(people, allPeople)} or ${areMany(papers, allPapers)} as many`,
  )
  return row?.many === true
}

/**
 * The ids of all that a person did or that concerns them, found by name, address or organisation, and of what was done to
 * a submission, by its id or title, or to an invitation, by its address: a union of small searches, each of which an
 * index answers. What the searches find is looked up as an array: there are few of them beside the activity.
 */
export function matching(q: string, also: SQL): SQL {
  const { people, papers, invited, purged } = foundBy(q)
  const found = (what: SQL, search: SQL) =>
    sql`select id, at as by from activity where ${also} and ${what} = any(array(${search}))`
  return sql.join(
    [
      found(sql`actor_id`, sql`select id from ${people}`),
      found(sql`person_id`, sql`select id from ${people}`),
      found(sql`submission_id`, sql`select id from ${papers}`),
      found(sql`submission_id`, sql`select ${purged}`),
      found(sql`kind = 'invitation' and entity_id`, sql`select id::text from ${invited}`),
    ],
    sql` union `,
  )
}

/**
 * The same as a condition of each row, for a search that finds many: a page is read along the order until it is full, and to
 * count them PostgreSQL goes through the activity once, with what was found at hand.
 */
export function concerning(q: string): SQL {
  const { people, papers, invited, purged } = foundBy(q)
  const isAmong = (what: SQL, found: SQL, id = sql`id`) =>
    sql`exists (select from ${found} and ${id} = ${what})`
  return sql`(${isAmong(sql`activity.actor_id`, people)} or ${isAmong(sql`activity.person_id`, people)}
    or ${isAmong(sql`activity.submission_id`, papers)} or activity.submission_id = ${purged}
    or (activity.kind = 'invitation' and ${isAmong(sql`activity.entity_id`, invited, sql`id::text`)}))`
}
