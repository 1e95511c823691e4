import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '#server/db/db.ts'
import * as schema from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import { abstractIdOf, paperIdOf } from '#shared/core/ids.ts'
import { insertAll } from './insert.ts'
import { newId } from './new-id.ts'
import type { Season } from './season.ts'
import type { Tale } from './tale.ts'

/** Writes the season's submissions from their first step to their last, so that the database's own guards see each. */
export async function writeSeason(
  tx: Db,
  { tales, payments }: Season,
  year: number,
  pdfOf: (tale: Tale, part: 'abstract' | 'paper') => UploadedFile,
): Promise<Map<Tale, string>> {
  const serials = await rowsOf<{ serial: number }>(
    tx,
    sql`select nextval('submission_serial')::int as serial from generate_series(1, ${tales.length})`,
  )
  const ids = new Map<Tale, string>()
  const paperIds = new Map<Tale, string>()
  for (const [at, tale] of tales.entries()) {
    const serial = serials[at]?.serial ?? 0
    ids.set(tale, abstractIdOf(year, serial))
    paperIds.set(tale, paperIdOf(year, serial))
  }
  const idOf = (tale: Tale) => ids.get(tale) ?? ''
  await insertAll(
    tx,
    schema.submissions,
    tales.map((tale, at) => ({
      id: idOf(tale),
      paperId: paperIds.get(tale) ?? '',
      serial: serials[at]?.serial ?? 0,
      authorId: tale.author.id,
      stage: 'abstract_submitted' as const,
      title: tale.title,
      topics: [...tale.topics],
      detailsRevision: 1,
      submittedAt: tale.steps[0]?.at ?? new Date(0),
      updatedAt: tale.steps[0]?.at ?? new Date(0),
    })),
  )
  await insertAll(
    tx,
    schema.coAuthors,
    tales.flatMap((tale) =>
      tale.coAuthors.map((one, at) => ({ submissionId: idOf(tale), position: at + 1, ...one })),
    ),
  )
  await writeVersions(tx, tales, idOf, pdfOf)
  await insertAll(
    tx,
    schema.submissionEvents,
    tales.flatMap((tale) =>
      tale.steps.map(({ kind, from, to, round, at, by, note }) => ({
        id: newId(),
        submissionId: idOf(tale),
        kind,
        fromStage: from,
        toStage: to,
        round,
        note,
        actorId: by.id,
        actorRole: by.as,
        at,
      })),
    ),
  )
  const { feeAmount, feeCurrency } = await settingsOf(tx)
  await insertAll(
    tx,
    schema.payments,
    payments.map(({ tale, reportedAt, verifiedAt }) => {
      const verifiedBy = tale.steps.find(({ kind }) => kind === 'payment_verified')?.by.id ?? null
      const fee = { amount: feeAmount, feeAmount, feeCurrency }
      const proof = verifiedAt === null ? {} : { reference: paperIds.get(tale), ...fee }
      return { id: newId(), submissionId: idOf(tale), reportedAt, verifiedAt, verifiedBy, ...proof }
    }),
  )
  await writeReceipts(tx)
  await moveAll(tx, tales, idOf)
  return ids
}

/** A receipt for each verified payment that has none, the first verified first, after those there are. */
async function writeReceipts(tx: Db): Promise<void> {
  const { year, timeZone, conferenceName, ...settings } = await settingsOf(tx)
  await tx.execute(sql`insert into receipts (id, edition, number, payment_id, submission_id, issued_at, issued_on,
      conference, organiser_name, organiser_address, organiser_tax_number, payer_name, payer_address, payer_tax_number,
      paper_id, title, amount, currency, reference)
    select gen_random_uuid(), ${year},
      (select coalesce(max(number), 0) from receipts) + row_number() over (order by p.verified_at, p.id),
      p.id, s.id, p.verified_at, (p.verified_at at time zone ${timeZone})::date, ${conferenceName},
      ${settings.organiserName}, ${settings.organiserAddress}, ${settings.organiserTaxNumber}, u.name, u.organization,
      '', s.paper_id, s.title, p.amount, ${settings.feeCurrency}, coalesce(p.reference, '')
    from payments p join submissions s on s.id = p.submission_id join users u on u.id = s.author_id
    where p.verified_at is not null and not exists (select 1 from receipts r where r.payment_id = p.id)`)
}

/** Every step in turn, all submissions' second ones, then all third ones. */
async function moveAll(tx: Db, tales: readonly Tale[], idOf: (tale: Tale) => string): Promise<void> {
  const most = Math.max(...tales.map(({ steps }) => steps.length))
  for (let step = 1; step < most; step += 1) {
    const rows = tales.flatMap((tale) => {
      const now = tale.steps[step]
      if (now === undefined) return []
      const done = tale.steps.slice(0, step + 1)
      const times = (...kinds: string[]) => done.filter(({ kind }) => kinds.includes(kind)).length
      const rounds = {
        abstract_round: 1 + times('abstract_resubmitted'),
        paper_round: times('paper_submitted', 'paper_resubmitted'),
      }
      const decided = step === tale.steps.length - 1 ? tale.abstractDecidedAt : null
      return [{ id: idOf(tale), stage: now.to, at: now.at, ...rounds, decided }]
    })
    await tx.execute(sql`update submissions s set stage = v.stage, updated_at = v.at,
      abstract_round = v.abstract_round, paper_round = v.paper_round,
      abstract_decided_at = coalesce(v.decided, s.abstract_decided_at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(id text, stage text, at timestamptz,
        abstract_round int, paper_round int, decided timestamptz) where s.id = v.id`)
  }
}

async function writeVersions(
  tx: Db,
  tales: readonly Tale[],
  idOf: (tale: Tale) => string,
  pdfOf: (tale: Tale, part: 'abstract' | 'paper') => UploadedFile,
): Promise<void> {
  const rows = tales.flatMap((tale) =>
    tale.versions.map(({ part, number, at }) => {
      const { storageKey, sha256, md5, size, mime, pages } = pdfOf(tale, part)
      const fileId = newId()
      const stem = tale.title.toLowerCase().replace(/[^a-z]+/g, '-')
      const file = { id: fileId, storageKey, sha256, md5, size, mime, pages, createdAt: at }
      const version = { id: newId(), submissionId: idOf(tale), part, number, fileId }
      return { file, version: { ...version, fileName: `${stem}.pdf`, createdAt: at, firstAt: at } }
    }),
  )
  await insertAll(
    tx,
    schema.files,
    rows.map(({ file }) => file),
  )
  await insertAll(
    tx,
    schema.versions,
    rows.map(({ version }) => version),
  )
}
