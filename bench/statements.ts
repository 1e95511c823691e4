import { parse } from 'csv-parse/sync'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { APPLY_FIRST, type previewImport } from '#shared/payments/import-contract.ts'
import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call, submitPaper } from './call.ts'
import type { Cast } from './conference.ts'
import type { BenchPortal } from './portals.ts'
import type { StampedPdf } from './stamped-pdf.ts'

const LINES = 10_000
/** Papers that await payment or are paid while statements are imported. */
const PAPERS = 200

/** Has papers accepted, so that the payments desk knows some; gives their ids. */
export async function acceptPapers(portal: BenchPortal, cast: Cast, pdf: StampedPdf): Promise<string[]> {
  const path = `/api/abstracts/ongoing?limit=200`
  const { abstracts } = await call<{ abstracts: { abstractId: string; status: string }[] }>(
    portal,
    'GET',
    path,
    cast.submitter,
  )
  const ids: string[] = []
  for (const { abstractId, status } of abstracts.slice(0, PAPERS)) {
    if (status === 'abstract_submitted') {
      await call(portal, 'POST', `/api/admin/abstracts/${abstractId}/approve`, cast.admin, {})
    }
    const paperId = await submitPaper(portal, cast.submitter, abstractId, pdf)
    await call(portal, 'POST', `/api/admin/papers/${paperId}/approve`, cast.admin, {})
    ids.push(paperId)
  }
  return ids
}

/**
 * A whole import: a statement of 10,000 lines that was never seen before is read and matched, and every line that names
 * a paper is applied and noted. The first, which does not count, also verifies the papers.
 */
export function statements(
  paperIdsOf: (portal: BenchPortal) => string[],
  castOf: (portal: BenchPortal) => Cast,
): Benchmark {
  let made = 0
  const next = (ids: readonly string[]) => {
    made += 1
    return statement(ids, made)
  }
  const yardstickFile = statement(['P26-0001-U'], 0)
  return {
    name: `Import a statement of ${LINES.toLocaleString('en')} lines`,
    unit: 'lines/s',
    amount: LINES,
    concurrency: 1,
    ...fiveSeconds,
    once: async (portal) => {
      const { admin } = castOf(portal)
      const file = Buffer.from(next(paperIdsOf(portal))).toString('base64')
      const path = '/api/admin/payments/import'
      const { lines } = await call<AnswerOf<typeof previewImport>>(portal, 'POST', `${path}/preview`, admin, {
        file,
      })
      const confirmed = lines
        .filter(({ papers, amount }) => papers.length > 0 && amount !== null)
        .map(({ hash, occurrence, date, amount, currency, payer, text, papers }) => ({
          ...{ hash, occurrence, date, amount, currency, payer, text },
          paperIds: papers.map(({ paperId }) => paperId),
          as: 'payment',
        }))
      if (confirmed.length !== LINES) throw new Error(`${confirmed.length} lines were matched, not ${LINES}`)
      for (let from = 0; from < LINES; from += APPLY_FIRST) {
        await call(portal, 'POST', path, admin, { lines: confirmed.slice(from, from + APPLY_FIRST) })
      }
    },
    yardstick: {
      name: 'parsing the CSV alone',
      once: async () => {
        if (parse(yardstickFile, { delimiter: ';' }).length !== LINES + 1) throw new Error('not parsed')
      },
    },
  }
}

/** As banks write them: eight columns, semicolons, a decimal comma; no line twice, in this file or another. */
function statement(paperIds: readonly string[], nth: number): string {
  const lines = Array.from({ length: LINES }, (_, n) => {
    const id = paperIds[n % paperIds.length] ?? ''
    const typed = n % 3 === 0 ? id.toLowerCase().replaceAll('-', ' ') : id
    return `02.03.2026;02.03.2026;Gutschrift;"Author ${n} of the North";CH93${n};"Registration fee ${typed} conference";250,00;EUR;${nth}-${n}`
  })
  return ['Buchung;Valuta;Art;Auftraggeber;IBAN;Verwendungszweck;Betrag;Währung;Referenz', ...lines].join(
    '\r\n',
  )
}
