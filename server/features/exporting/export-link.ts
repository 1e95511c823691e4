import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { PersonActor } from '#server/core/actor.ts'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { users } from '#server/db/schema.ts'
import { isFactorWanted, permissionsInForce } from '#server/features/people/permissions-in-force.ts'
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
    downloadUrl: signExportLink(ctx.secrets, personOf(ctx).userId, JSON.stringify(wanted), ctx.now),
  }
}

/**
 * What a link opens, and for whom. Throws 422 for one that is forged or too old, 404 for another kind of link or a
 * person who is gone, 403 where a role was taken away since.
 */
export async function openExportLink(ctx: Ctx, link: string) {
  const { kind, userId, what } = readFileLink(ctx.secrets, link, ctx.now)
  if (kind !== 'export') throw notFound('That file')
  const { table, format, ...filter } = contract.exportLink.query.parse(JSON.parse(what ?? '{}'))
  const actor = await personBehind(ctx, userId)
  authorise(callOf(table), actor)
  return { ctx: { ...ctx, actor }, file: { table, format }, filter }
}

/** What a link opens is what this call allows. */
function callOf(table: contract.ExportedTable): EndpointSpec {
  return table === 'payments' ? contract.exportPayments : contract.exportTable
}

async function personBehind(ctx: Ctx, userId: string): Promise<PersonActor> {
  const [person] = await ctx.tx
    .select({
      role: users.role,
      isStaff: users.isStaff,
      secondFactorSince: users.secondFactorSince,
      isFactorWanted,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)))
  if (person === undefined) throw notFound('That file')
  return { kind: 'person', userId, sessionId: '', role: person.role, ...permissionsInForce(person) }
}
