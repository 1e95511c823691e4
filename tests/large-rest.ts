import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/**
 * Fills what {@link fillDesk} leaves empty, a row or a few for each person or submission of its: notifications and what
 * hangs on them, sessions, links, throttles, keys, texts, drafts, bids. The tables that grow with a conference hold
 * something then, so that the database plans for them as it would.
 */
export async function fillRest(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of rest) await tx.execute(sql.raw(statement))
  })
  await db.execute(sql`vacuum analyze`)
}

const numbered = `(select id, row_number() over (order by id) as n, created_at from users) u`
const papers = `(select s.*, r.id as reviewer_id from submissions s
  join (select id, row_number() over (order by id) as n, count(*) over () as of from users where role = 'reviewer') r
    on r.n = 1 + s.serial % r.of) p`
const at = (n: string) => `timestamptz '2026-02-01 08:00Z' + interval '1 minute' * (${n})`

const rest = [
  `insert into assignment_batches (id, source, made_by, made_at)
   select gen_random_uuid(), 'by_hand', (select id from users where role = 'admin'), ${at('k')} from generate_series(1, 1000) k`,
  `update assignments set batch_id = b.id from (select id, row_number() over (order by id) as n from assignment_batches) b
   where b.n = 1 + abs(hashtext(assignments.id::text)) % 1000`,
  `insert into batch_due_changes (batch_id, assignment_id, before, after)
   select batch_id, id, null, assigned_at from assignments where abs(hashtext(id::text)) % 3 = 0`,
  `insert into sessions (id, user_id, rotated_at, created_at, expires_at, ended_at)
   select gen_random_uuid(), u.id, ${at('n')}, ${at('n')}, ${at('n + 43200')}, case when k > 1 then ${at('n + 60')} end
   from ${numbered}, generate_series(1, 3) k`,
  `insert into notices (id, user_id, kind, title, body, created_at, read_at)
   select gen_random_uuid(), u.id, 'review_due', 'Your review is due', 'Please send it.', ${at('n + k')},
     case when k > 1 then ${at('n + k + 9')} end from ${numbered}, generate_series(1, 8) k`,
  `insert into digest_items (notice_id, user_id, messages, url)
   select id, user_id, 'notice', '/' from notices where read_at is null and abs(hashtext(id::text)) % 4 = 0`,
  `insert into reminders (user_id, thing, due_at, days, at)
   select u.id, 'paper:' || n, ${at('n')}, -k, ${at('n')} from ${numbered}, generate_series(1, 2) k`,
  `insert into mail_preferences (user_id, messages, come) select u.id, 'notice', 'digest' from ${numbered}`,
  `insert into calendar_feeds (user_id, id, made_at) select u.id, gen_random_uuid(), ${at('n')} from ${numbered}`,
  `insert into one_time_tokens (hash, purpose, user_id, created_at, expires_at, used_at)
   select md5(n || 'of' || k), 'reset_password', u.id, ${at('n')}, ${at('n + 60')}, case when k = 1 then ${at('n + 5')} end
   from ${numbered}, generate_series(1, 2) k`,
  `insert into second_factors (user_id, sealed, salt, started_at) select u.id, 'sealed', 'salt', ${at('n')} from ${numbered}`,
  `insert into recovery_codes (user_id, hash) select u.id, md5(n || 'code' || k) from ${numbered}, generate_series(1, 3) k`,
  `insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
   select gen_random_uuid(), u.id, 'id' || n, 'key', n, 'Laptop', ${at('n')} from ${numbered}`,
  `insert into passkey_challenges (challenge, user_id, purpose, expires_at)
   select 'challenge' || n, u.id, 'log_in', ${at('n')} from ${numbered}`,
  `insert into former_addresses (user_id, email, until) select u.id, 'before' || n || '@place.example', ${at('n')} from ${numbered}`,
  `insert into earlier_links (link_hash, invitation_id) select md5(id::text), id from invitations`,
  `insert into throttles (key, count, window_ends_at) select 'login:person' || n || '@place.example', 1, ${at('n')} from ${numbered}`,
  `insert into idempotency_keys (user_id, call, key, request_hash, status, answer, created_at)
   select u.id, 'POST /api/profile', 'key' || n, md5(n::text), 200, '{}', ${at('n')} from ${numbered}`,
  `insert into email_events (email_id, at, deed, answer) select id, created_at, 'sent', '250 OK' from emails`,
  `insert into submission_texts (submission_id, text, read_text, read_at)
   select id, title, title, submitted_at + interval '1 hour' from submissions`,
  `insert into publications (id, user_id, title, source, created_at)
   select gen_random_uuid(), u.id, 'Bridges ' || n || k, 'bibtex', ${at('n')} from ${numbered}, generate_series(1, 3) k`,
  `insert into bids (submission_id, reviewer_id, bid) select p.id, p.reviewer_id, 'eager' from ${papers}`,
  `insert into review_drafts (submission_id, reviewer_id, round, score, comments, revision, updated_at)
   select p.id, p.reviewer_id, 1, '50', 'So far.', 1, p.updated_at from ${papers}`,
  `insert into review_draft_texts (id, submission_id, reviewer_id, round, score, comments, how, at)
   select gen_random_uuid(), p.id, p.reviewer_id, 1, '50', 'Before.', 'saved', p.updated_at from ${papers}`,
  `insert into clean_copies (source_key, storage_key, sha256, size, made_at)
   select storage_key, 'clean/' || storage_key, sha256, size, created_at from files`,
  `insert into payers (submission_id, name, address, tax_number)
   select id, 'Bridges Ltd', 'Quay 1', '' from submissions where stage in ('awaiting_payment', 'complete')`,
  `update files f set uploaded_by = s.author_id from versions v join submissions s on s.id = v.submission_id
   where v.file_id = f.id`,
]
