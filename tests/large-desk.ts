import { sql } from 'drizzle-orm'
import { watch } from '#demo/crowd/insert.ts'
import type { Db } from '#server/db/db.ts'

/**
 * Fills an empty database with a conference so large that every organisers' list has at least `rows` rows: twice as
 * many submissions, of which half are on the payments desk, as many reviewers and invitations, and the activity of
 * all that. Written by a few large statements along the steps that the database allows, its own rules in force; only
 * the activity is written together at the end, in place of a trigger a row.
 */
export async function fillDesk(db: Db, rows: number): Promise<void> {
  const submissions = 2 * rows
  const authors = Math.ceil(rows / 4)
  await watch(db, watched, 'disable')
  // Within one transaction triggers keep the plans that they were given while a table was empty: a few rows come before the rest.
  for (const part of [
    [
      ...[...people(rows, authors), ...abstracts(submissions, authors), LEARN, ...papers, LEARN],
      ...[...assigned(rows), LEARN, ...reviewed(rows, FEW), LEARN],
    ],
    [desk(WITH_PAPER), ...reviewed(rows, REST), LEARN, ...decided(rows), ...paid(FEW), LEARN],
    [...paid(REST), ...activity],
  ])
    await db.transaction(async (tx) => {
      for (const statement of ['set local statement_timeout = 0', ...part])
        await tx.execute(sql.raw(statement))
    })
  await watch(db, watched, 'enable')
  await db.execute(sql`vacuum analyze`)
}

/**
 * How many rows there are by now. Nobody else tells within a transaction, and triggers planned for empty tables would read
 * them from beginning to end for each row.
 */
const LEARN = 'analyze submissions, assignments, payments, bank_lines, receipts, reviews, versions'
const [FEW, REST] = ['serial % 100 = 12', 'serial % 100 <> 12']

/** The n-th word of a list, over and over. */
const pick = (n: string, words: readonly string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + (${n}) % ${words.length}]`
/** A moment of the season, one a minute. */
const at = (n: string, days = 0) =>
  `timestamptz '2026-01-05 08:00Z' + interval '1 minute' * (${n}) + interval '${days} days'`
/** A UUID that says what it is of, so that rows find each other. */
const uuid = (kind: number, n: string) =>
  `('0000000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

const author = (n: string) => uuid(1, n)
const reviewer = (n: string) => uuid(2, n)
const chair = uuid(3, '0')

const mail = (n: string) => `('000000aa-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

const firsts = ['Ada', 'Kenji', 'Zeynep', 'Maria', 'Omar', 'Rita', 'Lena', 'Tomas', 'Ines', 'Wei', 'Paul']
const lasts = ['Brunner', 'Watanabe', 'Petrova', 'Haddad', 'Novak', 'Costa', 'Lindqvist', 'Okafor', 'Moreau']
const places = ['Harbour Institute', 'University of the North', 'Karst Research Centre', 'Alpine Laboratory']
const topics = ['Bridges', 'Fire', 'Geotechnics', 'Materials', 'Monitoring', 'Tunnels']
const subjects = ['bridges', 'tunnels', 'floors', 'towers', 'dams', 'quay walls', 'tanks', 'roofs', 'piles']
const doings = ['Fatigue', 'Monitoring', 'Vibration', 'Retrofit', 'Reliability', 'Fire resistance', 'Scour']
const means = ['drones', 'fibre optics', 'Bayesian updating', 'field tests', 'digital twins']

const people = (rows: number, authors: number) => [
  `insert into users (id, email, name, role, first_name, last_name, organization, topics, email_verified_at, created_at)
   select id, lower(first) || '.' || lower(last) || left(role, 1) || n || '@' || replace(lower(place), ' ', '-') || n % 50 || '.example',
     first || ' ' || last || ' ' || n, role, first, last, place || ' ' || n % 50, topics, at, at
   from (
     select ${author('n')} as id, n, 'author' as role, ${pick('n', firsts)} as first, ${pick('n / 7', lasts)} as last,
       ${pick('n / 3', places)} as place, '{}'::text[] as topics, ${at('n')} as at from generate_series(1, ${authors}) n
     union all
     select ${reviewer('n')}, n, 'reviewer', ${pick('n / 5', firsts)}, ${pick('n', lasts)}, ${pick('n', places)},
       array[${pick('n', topics)}, ${pick('n / 6 + 1', topics)}], ${at('n', 1)} from generate_series(1, ${rows}) n
     union all
     select ${chair}, 0, 'admin', 'Clara', 'Chair', 'Conference Office', '{}'::text[], ${at('0')}
   ) made`,
  `insert into emails (id, kind, to_address, subject, text, html, message_id, state, attempts, created_at, sent_at)
   select ${mail('n')}, 'reviewer_invitation', 'invited' || n || '@institute' || n % 50 || '.example',
     'Please review for us', 'Dear colleague', '<p>Dear colleague</p>', '<' || n || '@portal.example>',
     case when n % 40 = 0 then 'failed' else 'sent' end, 1, ${at('n')}, case when n % 40 <> 0 then ${at('n')} end
   from generate_series(1, ${rows}) n`,
  `insert into deadline_extensions (user_id, deadline, until, granted_by, granted_at)
   select ${author('n')}, 'paper', ${at('n', 60)}, ${chair}, ${at('n')} from generate_series(1, ${authors}) n`,
  `insert into invitations (id, email, email_id, name, topics, pin_hash, link_hash, invited_by, created_at, sent_at, expires_at, accepted_at, accepted_by)
   select ${uuid(4, 'n')}, 'invited' || n || '@institute' || n % 50 || '.example', ${mail('n')},
     ${pick('n', firsts)} || ' ' || ${pick('n / 11', lasts)}, '{}', 'none', 'none', ${chair}, ${at('n')}, ${at('n')},
     ${at('n', 30)}, case when n % 3 = 0 then ${at('n', 2)} end, case when n % 3 = 0 then ${reviewer('n')} end
   from generate_series(1, ${rows}) n`,
]

const version = (part: string, kind: number, days: number) => [
  `insert into files (id, storage_key, sha256, md5, size, mime, pages, created_at)
   select ${uuid(kind, 'serial')}, '${part}/' || serial, encode(sha256(('${part}' || serial)::bytea), 'hex'),
     md5('${part}' || serial), 200000 + serial, 'application/pdf', 6, ${at('serial', days)} from desk`,
  `insert into versions (id, submission_id, part, number, file_id, file_name, created_at, first_at)
   select ${uuid(kind, 'serial')}, id, '${part}', 1, ${uuid(kind, 'serial')},
     replace(lower(${pick('serial', subjects)}), ' ', '-') || '-${part}-' || serial || '.pdf', ${at('serial', days)},
     ${at('serial', days)} from desk`,
]
const event = (kind: string, from: string, to: string, days: number, who = `${chair}, 'admin'`) =>
  `insert into submission_events (id, submission_id, kind, from_stage, to_stage, round, note, actor_id, actor_role, at)
   select gen_random_uuid(), id, '${kind}', ${from}, '${to}', 1, null, ${who}, ${at('serial', days)} from desk`
/** The submissions that what follows is about, whose serial, divided by sixteen, leaves one of the rests. */
const desk = (rests: string, some = 'true') =>
  `create or replace temporary view desk as select * from submissions where serial % 16 in (${rests}) and ${some}`
const WITH_PAPER = '4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15'

/** Moves them from stage to stage. */
const move = (rests: string, to: string, kind: string, days: number, set = '', some = 'true') => [
  desk(rests, some),
  event(kind, 'stage', to, days),
  `update submissions set stage = '${to}', updated_at = ${at('serial', days)}${set} where serial % 16 in (${rests}) and ${some}`,
]

const padded = `lpad(n::text, greatest(4, length(n::text)), '0')`
const abstracts = (submissions: number, authors: number) => [
  `insert into submissions (id, paper_id, serial, author_id, stage, title, submitted_at, updated_at)
   select 'A26-' || ${padded}, 'P26-' || ${padded} || '-K', n, ${author(`1 + n % ${authors}`)},
     'abstract_submitted', ${pick('n', doings)} || ' of ' || ${pick('n / 7', subjects)} || ' by ' || ${pick('n / 63', means)},
     ${at('n')}, ${at('n')} from generate_series(1, ${submissions}) n`,
  `select setval('submission_serial', ${submissions})`,
  'create or replace temporary view desk as select * from submissions',
  ...version('abstract', 5, 0),
  `insert into co_authors (submission_id, position, name, email, organization)
   select id, k, ${pick('serial + k * 3', firsts)} || ' ' || ${pick('serial / 5 + k', lasts)},
     'co' || serial || '.' || k || '@partner.example', ${pick('serial / 9 + k', places)}
   from desk, generate_series(1, 2) k`,
  event('abstract_submitted', 'null', 'abstract_submitted', 0, "author_id, 'author'"),
  ...move(
    '1',
    'abstract_awaiting_resubmission',
    'abstract_change_requested',
    3,
    `, abstract_decided_at = ${at('serial', 3)}`,
  ),
  ...move('2', 'abstract_declined', 'abstract_declined', 3, `, abstract_decided_at = ${at('serial', 3)}`),
  ...move(
    '3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15',
    'awaiting_paper',
    'abstract_accepted',
    3,
    `, abstract_decided_at = ${at('serial', 3)}`,
  ),
]

const papers = [
  ...move(WITH_PAPER, 'paper_submitted', 'paper_submitted', 20, ', paper_round = 1'),
  ...version('paper', 6, 20),
]

/** Two reviewers a paper, and one who declared a conflict; the first of them has written in half of those that wait, both in those that are decided. */
const assigned = (rows: number) => [
  `insert into assignments (id, submission_id, reviewer_id, assigned_by, assigned_at, due_at)
   select ${uuid(7, 'serial * 2 + k')}, id, ${reviewer(`1 + (serial * 7 + k * 13) % ${rows}`)}, ${chair},
     ${at('serial', 21)}, ${at('serial', 40)} from desk, generate_series(0, 1) k`,
]
const reviewed = (rows: number, some: string) => [
  `insert into reviews (id, submission_id, assignment_id, reviewer_id, round, verdict, score, comments, submitted_at)
   select ${uuid(8, 'serial * 2 + k')}, id, ${uuid(7, 'serial * 2 + k')},
     ${reviewer(`1 + (serial * 7 + k * 13) % ${rows}`)}, 1, case when serial % 16 = 5 then 'decline' else 'approve' end,
     70, 'Read with care.', ${at('serial', 30)} from desk, generate_series(0, 1) k
   where (serial % 16 > 4 or (k = 0 and serial % 32 = 4)) and ${some}`,
]
const decided = (rows: number) => [
  `insert into conflicts (submission_id, reviewer_id, reason, declared_at)
   select id, ${reviewer(`1 + (serial * 11) % ${rows}`)}, 'We wrote a book together.', ${at('serial', 22)} from desk`,
  ...move('5', 'reviewer_declined', 'paper_reviewer_declined', 31),
  ...move('6', 'paper_awaiting_resubmission', 'paper_change_requested', 31),
  ...move('7', 'paper_declined', 'paper_declined', 31),
  ...move('8, 9, 10, 11, 12, 13, 14, 15', 'awaiting_payment', 'paper_approved', 31),
]

const paid = (some: string) => [
  `insert into payments (id, submission_id, reported_at, author_note, verified_at, verified_by, reference, amount,
     fee_amount, fee_currency)
   select ${uuid(9, 'serial')}, id, ${at('serial', 33)}, 'Paid by bank transfer.',
     case when serial % 16 > 11 then ${at('serial', 35)} end, case when serial % 16 > 11 then ${chair} end,
     case when serial % 16 > 11 then 'TX-' || serial * 37 end, case when serial % 16 > 11 then 320 end,
     case when serial % 16 > 11 then 320 end, case when serial % 16 > 11 then 'EUR' end
   from submissions where serial % 16 > 9 and ${some}`,
  `insert into bank_lines (id, hash, occurrence, submission_id, payment_id, use, amount, currency, payer, text, imported_at, imported_by)
   select gen_random_uuid(), md5(id::text), 1, submission_id, id, 'payment', 320, 'EUR', 'Payer', reference, verified_at, ${chair}
   from payments where verified_at is not null and submission_id in (select id from submissions where ${some})`,
  `insert into receipts (id, edition, number, payment_id, submission_id, issued_at, issued_on, conference,
     organiser_name, organiser_address, organiser_tax_number, payer_name, payer_address, payer_tax_number, paper_id,
     title, amount, currency, reference)
   select gen_random_uuid(), 2026, (select count(*) from receipts) + row_number() over (order by p.id), p.id, s.id, p.verified_at, p.verified_at::date,
     'Conference', 'Conference', '', '', 'Payer', '', '', s.paper_id, s.title, p.amount, 'EUR', p.reference
   from payments p join submissions s on s.id = p.submission_id where p.verified_at is not null and ${some}`,
  ...move('12, 13, 14, 15', 'complete', 'payment_verified', 35, '', some),
]

const watched = [
  'co_authors',
  'users',
  'invitations',
  'submissions',
  'versions',
  'assignments',
  'reviews',
  'payments',
  'receipts',
]

const activity = [
  `insert into activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after)
   select at, actor_id, kind, action, entity, submission_id, person_id, before, after from (
     select at, actor_id, 'submission' as kind, 'changed' as action, submission_id as entity, submission_id,
       null::uuid as person_id, jsonb_build_object('stage', from_stage) as before,
       jsonb_build_object('stage', to_stage) as after from submission_events
     union all
     select assigned_at, assigned_by, 'assignment', 'created', id::text, submission_id, reviewer_id, '{}',
       jsonb_build_object('due_at', due_at) from assignments
     union all
     select created_at, null, 'person', 'created', id::text, null, id, '{}', jsonb_build_object('role', role) from users
     union all
     select created_at, invited_by, 'invitation', 'created', id::text, null, accepted_by, '{}', '{"email": "…"}'
     from invitations
   ) rows order by at`,
]
