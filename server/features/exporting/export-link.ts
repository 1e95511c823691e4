import type { z } from 'zod'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { personIn } from '#server/features/people/authenticate.ts'
import { authorise } from '#server/http/authorise.ts'
import { readFileLink, signExportLink } from '#server/http/file-link.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import * as contract from '#shared/exporting/contract.ts'
import { exportTables } from './tables.ts'

/** A link to an export for the acting person. Throws 403 and 422 where the export itself would. */
export async function exportLink(ctx: Ctx, wanted: z.output<typeof contract.exportLink.query>) {
  authorise(callOf(wanted.table), ctx.actor)
  const { table, format: _, ...filter } = wanted
  // Nothing is read yet: it refuses what the list has not.
  exportTables[table].pages(ctx, filter)
  return {
    downloadUrl: signExportLink(ctx.secrets, personOf(ctx), JSON.stringify(wanted), ctx.now),
  }
}

/**
 * What a link opens, and for whom. Throws 422 for one that is forged or too old, 404 for another kind of link, an
 * ended session or a person who is gone, 403 where a role was taken away since.
 */
export async function openExportLink(ctx: Ctx, link: string) {
  const { kind, what, ...holder } = readFileLink(ctx.secrets, link, ctx.now)
  if (kind !== 'export') throw notFound('That file')
  const { table, format, ...filter } = contract.exportLink.query.parse(JSON.parse(what ?? '{}'))
  const actor = await personIn(ctx.tx, holder, ctx.now)
  if (actor === undefined) throw notFound('That file')
  authorise(callOf(table), actor)
  return { ctx: { ...ctx, actor }, file: { table, format }, filter }
}

/** What a link opens is what this call allows. */
function callOf(table: contract.ExportedTable): EndpointSpec {
  return table === 'payments' ? contract.exportPayments : contract.exportTable
}
