import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '#tests/factories.ts'
import { submissionAt } from '#tests/submission-at.ts'
import { openTestPortal, type TestPortal } from '#tests/test-portal.ts'
import { brokenRules } from './broken-rules.ts'
import { rules } from './rules.ts'

const deleted =
  'alter table users drop constraint users_deleted_names_nobody; update users set deleted_at = created_at'

/**
 * For each rule what breaks it, written past the portal and past the database's own triggers, references and, where it must be, checks: a rule that
 * nothing breaks holds nothing.
 */
const breaks: Record<keyof typeof rules, string> = {
  'a submission stands where its history ends': `update submissions set stage = 'paper_declined'`,
  'each event begins where the one before ended': `update submission_events set from_stage = 'complete'
    where from_stage is not null`,
  'each step is one that the portal knows': `update submission_events set from_stage = 'complete',
    to_stage = 'abstract_submitted'`,
  'what happened stands in the activity': 'delete from activity',
  'a submission that is under review, decided or paid has begun a round of it':
    'alter table submissions drop constraint submissions_paper_round; update submissions set paper_round = 0',
  'only what the author deleted is gone': 'update submissions set deleted_at = updated_at',
  'a submission has a file': `update versions set retired_at = created_at where part = 'abstract'`,
  'a paper has a file': `update versions set retired_at = created_at where part = 'paper'`,
  'a paper that was deleted shows none': `update submissions set stage = 'awaiting_paper', paper_round = 0`,
  'versions are counted from one, without a gap': 'update versions set number = 3',
  'what is handed in is a PDF': `update files set mime = 'text/html'`,
  'a file is where its hash says': `update files set storage_key = 'elsewhere'`,
  'files of one content are of one size': `update files set storage_key = 'one', sha256 = encode(sha256(id::text::bytea), 'hex')`,
  'a file is a version, somebody’s picture or a publication': 'delete from versions',
  'a copy without names has its original': `insert into clean_copies (source_key, made_at) values ('gone', now())`,
  'co-authors are counted from one, without a gap': `insert into co_authors (submission_id, position, name)
    select id, 2, 'Ada' from submissions`,
  'nobody reviews what they wrote': `update assignments set ended_at = null, ended_how = null, reviewer_id =
    (select author_id from submissions s where s.id = submission_id)`,
  'nobody reviews in spite of a conflict that they declared': `insert into conflicts
    (submission_id, reviewer_id, reason, declared_at)
    select submission_id, reviewer_id, 'kin', now() from assignments where ended_at is null`,
  'an assignment that ended for a conflict left one': `update assignments set ended_at = assigned_at,
    ended_how = 'conflict'`,
  'a review is of its assignment': `update reviews set reviewer_id = (select id from users where role = 'admin' limit 1)`,
  'a review is of a round that was': 'update reviews set round = 9',
  'a paper that a reviewer rejected has that review': 'delete from reviews',
  'a submitted review left no draft': `insert into review_drafts
    (submission_id, reviewer_id, round, score, comments, revision, updated_at)
    select submission_id, reviewer_id, round, '', '', 1, now() from reviews`,
  'complete means paid': 'delete from payments',
  'a verified payment has one receipt': 'delete from receipts',
  'a payment that was taken back has no receipt in force': `update payments set reopened_at = verified_at,
    reopened_by = verified_by, reopen_reason = 'wrong'`,
  'a receipt is of its payment’s paper': `update receipts set paper_id = 'P26-9999-X'`,
  'a receipt says what was paid': 'update payments set amount = 1',
  'receipts of an edition are numbered without a gap': 'update receipts set number = number + 1',
  'a line of a statement that paid still does': `insert into bank_lines
    (id, hash, occurrence, submission_id, payment_id, use, amount, payer, text, imported_at, imported_by)
    select gen_random_uuid(), 'x', 1, s.id, p.id, 'payment', 1, '', '', now(), s.author_id
    from payments p join submissions s on s.id <> p.submission_id limit 1`,
  'a mail is sent when it says so': `update emails set state = 'sent', sent_at = null`,
  'what waits for a daily mail is its reader’s': `insert into digest_items (notice_id, user_id, messages, url)
    select n.id, u.id, 'submission', '' from notices n join users u on u.id <> n.user_id limit 1`,
  'an invitation that was accepted says by whom': `insert into invitations
    (id, email, pin_hash, link_hash, created_at, sent_at, expires_at, accepted_at)
    values (gen_random_uuid(), 'x@y.example', '', '', now(), now(), now(), now())`,
  'who takes a second step has an app or a passkey, and who has one takes it':
    'update users set second_factor_since = created_at',
  'a deleted account left nothing of its own': deleted,
  'of a deleted account’s payments nothing says who paid': deleted,
}

let t: TestPortal
beforeAll(async () => {
  t = await openTestPortal()
  const cast = {
    author: await makePerson(t, { role: 'author' }),
    reviewer: await makePerson(t, { role: 'reviewer' }),
    admin: await makePerson(t, { role: 'admin' }),
  }
  await submissionAt(t, 'complete', cast)
  await submissionAt(t, 'reviewer_declined', cast)
  await submissionAt(t, 'paper_submitted', cast)
})
afterAll(() => t.close())

test('there is something that breaks each rule', () => {
  expect(Object.keys(breaks)).toEqual(Object.keys(rules))
})

test.each(Object.entries(breaks))('not so: %s', async (rule, statement) => {
  let found: string[] = []
  const undone = new Error('undone')
  const spoiling = t.database.db.transaction(async (tx) => {
    // Triggers and references are off until the transaction ends.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const one of statement.split('; ')) await tx.execute(sql.raw(one))
    found = await brokenRules(tx)
    throw undone
  })
  await expect(spoiling).rejects.toBe(undone)
  expect(found.join()).toContain(`not so: ${rule} (`)
})
