import type { z } from 'zod'
import type { Ctx } from '#server/core/ctx.ts'
import { everyPage } from '#server/core/every-page.ts'
import { isCostly, listPapers } from '#server/features/reviewing/desk-papers.ts'
import { fitting } from '#server/http/validate.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'
import { listPapers as papersContract } from '#shared/reviewing/desk-contract.ts'

interface Page<Row> {
  items: readonly Row[]
  nextCursor?: string
}

/**
 * A list as an export reads it: whole, a page at a time, with its own search, filter and order. A search is answered anew for each
 * page; `isCostly` says where that is so. Throws 422 at once for what the list itself would refuse.
 */
export function listed<Query extends z.ZodType<object>, Row>(
  { query }: { query: Query },
  read: (ctx: Ctx, query: z.output<Query>) => Promise<Page<Row>>,
  isCostly = ({ q }: ExportFilter) => q !== undefined,
): (ctx: Ctx, filter: ExportFilter) => AsyncGenerator<readonly Row[]> {
  return (ctx, filter) => {
    const asked = fitting(query, filter)
    return everyPage((page) => read(ctx, { ...asked, ...page }), { isCostly: isCostly(filter) })
  }
}

/** The papers that match, in the order of their list. */
export const listedPapers = listed(papersContract, listPapers, isCostly)
