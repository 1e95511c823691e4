import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'

/**
 * What the database keeps along (migrations 0023 and 0062) and what a count from scratch says instead, where the two differ.
 */
export async function keptWrongly(db: Db): Promise<Record<string, unknown>[]> {
  const wrong = await rowsOf<{ wrong: Record<string, unknown> }>(
    db,
    sql`with truth as (
      select a.id, a.reviewer_id, a.ended_at is null and s.deleted_at is null and s.stage = 'paper_submitted'
        and not exists (select 1 from reviews r where r.submission_id = a.submission_id
          and r.reviewer_id = a.reviewer_id and r.round = s.paper_round) as waiting
      from assignments a join submissions s on s.id = a.submission_id)
    select json_build_object('assignment', a.id, 'kept', a.waiting) as wrong
      from assignments a join truth t using (id) where a.waiting <> t.waiting
    union all select json_build_object('reviewer', u.id, 'kept', l.waiting)
      from users u left join reviewer_loads l on l.reviewer_id = u.id
      where l.waiting is distinct from (select count(*) from truth t where t.reviewer_id = u.id and t.waiting)
    union all select json_build_object('submission', s.id, 'stage', s.stage, 'kept', s.payment_urgency)
      from submissions s left join payments p on p.submission_id = s.id and p.reopened_at is null
      where (extract(epoch from s.payment_urgency)) is distinct from case
        when s.stage not in ('awaiting_payment', 'complete') then case when (p.reported_at is not null and p.answered_at is null and p.verified_at is null) or holds_money(s.id) then extract(epoch from timestamptz '2750-01-01Z') + extract(epoch from timestamptz '2000-01-01Z') - extract(epoch from s.updated_at)
          when p.reported_at is not null or exists (select 1 from bank_lines b where b.submission_id = s.id and b.released_at is null)
          then extract(epoch from s.updated_at) end
        when p.verified_at is not null then extract(epoch from p.verified_at)
        when p.reported_at is not null and p.answered_at is null then
          extract(epoch from timestamptz '3000-01-01Z') + extract(epoch from timestamptz '2000-01-01Z') - extract(epoch from p.reported_at)
        else extract(epoch from timestamptz '2500-01-01Z') + extract(epoch from timestamptz '2000-01-01Z') - extract(epoch from s.updated_at)
        end
    union all select json_build_object('counted', counted, 'kind', kind, 'kept', k.many, 'there', f.many)
      from (select counted, kind, sum(change) as many from tallies group by counted, kind) k
      full join (
        select 'submissions' as counted, stage as kind, count(*) as many from submissions where deleted_at is null group by stage
        union all select 'submissions', 'paper: ' || stage, count(*) from submissions
          where deleted_at is null and paper_round > 0 group by stage
        union all select 'submissions', 'payment', count(*) from submissions
          where deleted_at is null and payment_urgency is not null
        union all select 'users', role, count(*) from users where deleted_at is null group by role
        union all select 'users', 'reviews', count(*) from users where role in ('reviewer', 'both') and disabled_at is null
        union all select 'users', 'staff', count(*) from users where deleted_at is null and is_staff
        union all select 'users', 'disabled', count(*) from users where deleted_at is null and disabled_at is not null
        union all select 'users', 'unverified', count(*) from users where deleted_at is null and email_verified_at is null
        union all select 'invitations', 'sent', count(*) from invitations
        union all select 'invitations', 'accepted', count(*) from invitations where accepted_at is not null
        union all select 'emails', state, count(*) from emails group by state
        union all select 'activity', kind, count(*) from activity group by kind) f using (counted, kind)
      where coalesce(k.many, 0) <> coalesce(f.many, 0)`,
  )
  return wrong.map((row) => row.wrong)
}
