import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/** Of each abstract so many people, notifications and rows of activity: 100,000, 1 million and 5 million at the largest. */
const PER_ABSTRACT = { users: 1, notices: 10, activity: 50 }
/** Of so many notifications one is the administrator's. */
const OF_ADMIN = 100

/** What years leave beside the lists of a filled desk (tests/large-desk.ts): people, notifications and activity. */
export async function fillYears(db: Db, abstracts: number): Promise<void> {
  const statements = [
    'set local statement_timeout = 0',
    'alter table users disable trigger users_activity',
    `insert into users (id, email, name, role, first_name, last_name, organization, topics, email_verified_at, created_at)
     select gen_random_uuid(), 'former' || n || '@university' || n % 300 || '.example', 'Former Author ' || n, 'author',
       'Former', 'Author ' || n, 'University ' || n % 300, '{}', timestamptz '2023-01-05Z' + interval '1 minute' * n,
       timestamptz '2023-01-05Z' + interval '1 minute' * n
     from generate_series(1, ${PER_ABSTRACT.users * abstracts} - (select count(*)::int from users)) n`,
    'alter table users enable trigger users_activity',
    'create temporary table numbered on commit drop as select id, row_number() over () - 1 as place from users',
    'create index on numbered (place)',
    'analyze numbered',
    `insert into notices (id, user_id, kind, title, body, created_at, read_at)
     select gen_random_uuid(), case when n % ${OF_ADMIN} = 0 then admin.id else numbered.id end, 'assigned',
       'A paper to review: P26-' || n, 'Please review P26-' || n || ' by the end of the month.',
       timestamptz '2023-01-05Z' + interval '1 minute' * n,
       case when n % 7 > 0 then timestamptz '2023-01-06Z' + interval '1 minute' * n end
     from generate_series(1, ${PER_ABSTRACT.notices * abstracts}) n
     join numbered on numbered.place = n % (select count(*) from numbered)
     cross join (select id from users where role = 'admin' order by created_at desc limit 1) admin`,
    // Row by row it would take longer than the rows themselves.
    'alter table activity disable trigger activity_tally',
    `insert into activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after)
     select timestamptz '2023-01-05Z' + interval '10 seconds' * n, numbered.id,
       (array['submission', 'review', 'assignment', 'payment'])[1 + n % 4], 'changed', 'A26-' || n % ${abstracts},
       'A26-' || n % ${abstracts}, case when n % 3 = 0 then numbered.id end, '{"stage": "paper_submitted"}',
       '{"stage": "awaiting_payment"}'
     from generate_series(1, ${PER_ABSTRACT.activity * abstracts} - (select count(*)::int from activity)) n
     join numbered on numbered.place = n % (select count(*) from numbered)`,
    'alter table activity enable trigger activity_tally',
    `delete from tallies where counted = 'activity'`,
    `insert into tallies (counted, kind, change) select 'activity', kind, count(*) from activity group by kind`,
  ]
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
  await db.execute(sql`vacuum analyze`)
}
