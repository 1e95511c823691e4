import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'

/**
 * The rows that must stand there when papers are paid (decisions.md §8 and §10), each kind by one statement that reads
 * nothing of a bank: what a database by itself takes for them, with its indexes, its rules and what it notes of them. In
 * place of PAPERS stand their ids, of ORGANISER somebody's.
 */
const statements = [
  `create temporary table paid on commit drop as
    select s.id, s.paper_id, s.author_id, s.title, s.paper_round, row_number() over (order by s.serial) as n,
      coalesce(p.id, gen_random_uuid()) as payment_id, gen_random_uuid() as mail_id
    from submissions s left join payments p on p.submission_id = s.id and p.reopened_at is null
    where s.paper_id in (select jsonb_array_elements_text(PAPERS::jsonb))`,
  'analyze paid',
  `update submissions s set stage = 'complete', updated_at = now() from paid where paid.id = s.id`,
  `insert into submission_events (id, submission_id, kind, from_stage, to_stage, round, actor_role, at)
    select gen_random_uuid(), id, 'payment_verified', 'awaiting_payment', 'complete', paper_round, 'system', now() from paid`,
  `insert into payments (id, submission_id, verified_at, verified_by, reference, amount, fee_amount, fee_currency)
    select payment_id, id, now(), ORGANISER, 'Statement, 2026-03-02', 250, 250, 'EUR' from paid
    on conflict (id) do update set verified_at = excluded.verified_at, verified_by = excluded.verified_by,
      reference = excluded.reference, amount = excluded.amount, fee_amount = excluded.fee_amount,
      fee_currency = excluded.fee_currency`,
  `insert into receipts (id, edition, number, payment_id, submission_id, issued_at, issued_on, conference, organiser_name,
      organiser_address, organiser_tax_number, payer_name, payer_address, payer_tax_number, paper_id, title, amount,
      currency, reference)
    select gen_random_uuid(), 2026, n + coalesce((select max(number) from receipts where edition = 2026), 0), payment_id, id,
      now(), now()::date, 'Conference', 'Conference', '', '', 'Author of the North', 'University', '', paper_id, title, 250,
      'EUR', 'Statement, 2026-03-02' from paid order by n`,
  `insert into notices (id, user_id, kind, title, body, created_at)
    select gen_random_uuid(), author_id, 'payment_verified', paper_id || ' is complete',
      'Your payment for ' || paper_id || ' has arrived. Nothing more is to do.', now() from paid`,
  `insert into emails (id, kind, to_address, to_name, subject, body, text, html, message_id, state, created_at)
    select mail_id, 'payment_verified', 'author' || n || '@university.example', 'Author ' || n || ' of the North',
      paper_id || ': your payment has arrived', repeat('Your payment has arrived. ', 10),
      repeat('Your payment has arrived. ', 20), repeat('<p>Your payment has arrived.</p>', 60),
      '<' || mail_id || '@localhost>', 'queued', now() from paid`,
  `insert into pgboss.job (name, data) select 'send-mail', jsonb_build_object('emailId', mail_id) from paid`,
  `insert into bank_lines (id, hash, occurrence, submission_id, payment_id, use, booked_on, amount, currency, payer, text,
      imported_at, imported_by)
    select gen_random_uuid(), encode(sha256(payment_id::text::bytea), 'hex'), 1, id, payment_id, 'payment', '2026-03-02', 250,
      'EUR', 'Author ' || n || ' of the North', 'Registration fee ' || paper_id || ' conference', now(), ORGANISER from paid`,
  'set constraints all immediate',
]

/** What was written, of each kind. */
const written = sql`select
  (select count(*) from submissions join paid using (id) where stage = 'complete')::int as submissions,
  (select count(*) from payments join paid on paid.payment_id = payments.id where verified_at is not null)::int as payments,
  (select count(*) from receipts join paid on paid.payment_id = receipts.payment_id)::int as receipts,
  (select count(*) from emails join paid on paid.mail_id = emails.id)::int as emails,
  (select count(*) from bank_lines join paid on paid.payment_id = bank_lines.payment_id)::int as bank_lines`

/**
 * Milliseconds in which a database writes by itself what as many payments mean. All in one transaction, which is taken back,
 * so that a portal finds the papers as they were.
 */
export async function barePayments({ db }: Database, paperIds: readonly string[]): Promise<number> {
  const [organiser] = await rowsOf<{ id: string }>(db, sql`select id from users where role = 'admin' limit 1`)
  if (organiser === undefined) throw new Error('There is no organiser.')
  let took = 0
  const takenBack = new Error('taken back')
  await db
    .transaction(async (tx) => {
      const began = performance.now()
      for (const text of statements) await tx.execute(filledIn(text, paperIds, organiser.id))
      took = performance.now() - began
      const [counts] = await rowsOf<Record<string, number>>(tx, written)
      const isWhole = Object.values(counts ?? {}).every((count) => count === paperIds.length)
      if (!isWhole)
        throw new Error(`Not ${paperIds.length} rows of each were written: ${JSON.stringify(counts)}`)
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  await db.execute(sql`vacuum`)
  return took
}

function filledIn(text: string, paperIds: readonly string[], organiserId: string): SQL {
  const parts = text.split(/(PAPERS|ORGANISER)/)
  return sql.join(
    parts.map((part) => {
      if (part === 'PAPERS') return sql`${JSON.stringify(paperIds)}`
      return part === 'ORGANISER' ? sql`${organiserId}::uuid` : sql.raw(part)
    }),
  )
}
