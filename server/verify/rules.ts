/**
 * What must hold in every database whatever happened to it, each as a query of the ids that break it. They follow from
 * portal.md and decisions.md; constraints and triggers hold what can be held row by row, these what no constraint can.
 */
export const rules: Readonly<Record<string, string>> = {
  // A submission's way (portal.md §4).
  'a submission stands where its history ends': `select s.id from submissions s where s.stage is distinct from
    (select e.to_stage from submission_events e where e.submission_id = s.id order by e.at desc, e.id desc limit 1)`,
  'each event begins where the one before ended': `select submission_id as id from (
    select submission_id, from_stage, lag(to_stage) over (partition by submission_id order by at, id) as before
    from submission_events) e where from_stage is distinct from before`,
  'each step is one that the portal knows': `select e.submission_id as id from submission_events e
    where e.from_stage is not null and e.from_stage <> e.to_stage and not exists (
      select 1 from stage_transitions t where t.from_stage = e.from_stage and t.to_stage = e.to_stage)`,
  'what happened stands in the activity': `select e.submission_id as id from submission_events e
    where not exists (select 1 from activity a where a.submission_id = e.submission_id)`,
  'a submission that is under review, decided or paid has begun a round of it': `select id from submissions
    where stage in ('paper_submitted', 'reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined',
      'awaiting_payment', 'complete') and paper_round < 1`,
  'only what the author deleted is gone': `select s.id from submissions s where s.deleted_at is not null and not exists (
    select 1 from submission_events e where e.submission_id = s.id and e.kind = 'abstract_deleted')`,

  // Its files.
  'a submission has a file': `select s.id from submissions s where s.deleted_at is null
    and not exists (select 1 from versions v where v.submission_id = s.id and v.part = 'abstract' and v.retired_at is null)`,
  'a paper has a file': `select s.id from submissions s where s.deleted_at is null and s.paper_round > 0
    and not exists (select 1 from versions v where v.submission_id = s.id and v.part = 'paper' and v.retired_at is null)`,
  'a paper that was deleted shows none': `select s.id from submissions s where s.paper_round = 0
    and exists (select 1 from versions v where v.submission_id = s.id and v.part = 'paper' and v.retired_at is null)`,
  'versions are counted from one, without a gap': `select submission_id as id from versions where retired_at is null
    group by submission_id, part having max(number) <> count(*)`,
  'what is handed in is a PDF': `select v.id::text from versions v join files f on f.id = v.file_id
    where f.mime <> 'application/pdf'`,
  'a file is where its hash says': `select id::text from files
    where storage_key <> substr(sha256, 1, 2) || '/' || substr(sha256, 3, 2) || '/' || sha256`,
  'files of one content are of one size': `select storage_key as id from files group by storage_key
    having count(distinct size) > 1 or count(distinct sha256) > 1`,
  'a file is a version, somebody’s picture or a publication': `select f.id::text from files f
    where not exists (select 1 from versions v where v.file_id = f.id)
      and not exists (select 1 from users u where u.photo_file_id = f.id)
      and not exists (select 1 from publications p where p.file_id = f.id)`,
  'a copy without names has its original': `select c.source_key as id from clean_copies c
    where not exists (select 1 from files f where f.storage_key = c.source_key)`,
  'co-authors are counted from one, without a gap': `select submission_id as id from co_authors
    group by submission_id having max(position) <> count(*)`,

  // Reviews and who writes them (portal.md §5, decisions.md §6).
  'nobody reviews what they wrote': `select s.id from assignments a join submissions s on s.id = a.submission_id
    where a.ended_at is null and a.reviewer_id = s.author_id`,
  'nobody reviews in spite of a conflict that they declared': `select a.id::text from assignments a
    join conflicts c on c.submission_id = a.submission_id and c.reviewer_id = a.reviewer_id where a.ended_at is null`,
  'an assignment that ended for a conflict left one': `select a.id::text from assignments a
    where a.ended_how = 'conflict' and not exists (
      select 1 from conflicts c where c.submission_id = a.submission_id and c.reviewer_id = a.reviewer_id)`,
  'a review is of its assignment': `select r.id::text from reviews r join assignments a on a.id = r.assignment_id
    where a.submission_id <> r.submission_id or a.reviewer_id <> r.reviewer_id`,
  'a review is of a round that was': `select r.id::text from reviews r join submissions s on s.id = r.submission_id
    where r.round not between 1 and s.paper_round`,
  'a paper that a reviewer rejected has that review': `select s.id from submissions s
    where s.stage = 'reviewer_declined' and not exists (select 1 from reviews r
      where r.submission_id = s.id and r.round = s.paper_round and r.verdict = 'decline')`,
  'a submitted review left no draft': `select r.id::text from reviews r join review_drafts d
    on d.submission_id = r.submission_id and d.reviewer_id = r.reviewer_id and d.round = r.round`,

  // Payments and receipts (decisions.md §8).
  'complete means paid': `select s.id from submissions s where (s.stage = 'complete') is distinct from exists (
    select 1 from payments p where p.submission_id = s.id and p.verified_at is not null and p.reopened_at is null)`,
  'a verified payment has one receipt': `select p.submission_id as id from payments p
    where p.verified_at is not null and p.reopened_at is null and 1 <> (
      select count(*) from receipts r where r.payment_id = p.id and r.voided_at is null)`,
  'a payment that was taken back has no receipt in force': `select r.name as id from receipts r
    join payments p on p.id = r.payment_id where p.reopened_at is not null and r.voided_at is null`,
  'a receipt is of its payment’s paper': `select r.name as id from receipts r
    join payments p on p.id = r.payment_id join submissions s on s.id = r.submission_id
    where p.submission_id <> r.submission_id or s.paper_id <> r.paper_id`,
  'a receipt says what was paid': `select r.name as id from receipts r join payments p on p.id = r.payment_id
    where r.voided_at is null and p.amount is not null and p.amount is distinct from r.amount`,
  'receipts of an edition are numbered without a gap': `select edition::text as id from receipts
    group by edition having max(number) <> count(*)`,
  'a line of a statement that paid still does': `select b.id::text from bank_lines b join payments p on p.id = b.payment_id
    where b.released_at is null and (p.reopened_at is not null or p.verified_at is null or p.submission_id <> b.submission_id)`,

  // Mails and people (decisions.md §4, §10).
  'a mail is sent when it says so': `select id::text from emails
    where state = 'sent' and sent_at is null`,
  'what waits for a daily mail is its reader’s': `select d.notice_id::text as id from digest_items d
    join notices n on n.id = d.notice_id where n.user_id <> d.user_id`,
  'an invitation that was accepted says by whom': `select id::text from invitations
    where (accepted_at is null) <> (accepted_by is null)`,
  'who takes a second step has an app or a passkey, and who has one takes it': `select u.id::text from users u
    where (u.second_factor_since is not null) is distinct from (
      exists (select 1 from second_factors f where f.user_id = u.id and f.app_since is not null)
      or exists (select 1 from passkeys k where k.user_id = u.id))`,
  'a deleted account left nothing of its own': `select u.id::text from users u where u.deleted_at is not null and (
    exists (select 1 from sessions x where x.user_id = u.id) or exists (select 1 from one_time_tokens x where x.user_id = u.id)
    or exists (select 1 from notices x where x.user_id = u.id) or exists (select 1 from second_factors x where x.user_id = u.id)
    or exists (select 1 from passkeys x where x.user_id = u.id) or exists (select 1 from former_addresses x where x.user_id = u.id)
    or exists (select 1 from calendar_feeds x where x.user_id = u.id) or exists (select 1 from publications x where x.user_id = u.id)
    or exists (select 1 from review_drafts x where x.reviewer_id = u.id) or exists (select 1 from bids x where x.reviewer_id = u.id))`,
  'of a deleted account’s payments nothing says who paid': `select s.id from submissions s
    join users u on u.id = s.author_id and u.deleted_at is not null
    where exists (select 1 from payers x where x.submission_id = s.id)
      or exists (select 1 from receipts x where x.submission_id = s.id and x.payer_name <> '')
      or exists (select 1 from bank_lines x where x.submission_id = s.id and (x.payer <> '' or x.text not in ('', 'Noted by hand')))
      or exists (select 1 from payments x where x.submission_id = s.id and concat(x.author_note, x.note, x.reopen_reason) <> '')`,
}
