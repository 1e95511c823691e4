import type { Ctx } from '#server/core/ctx.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'

/** What stands in one cell of a spreadsheet. Moments are in UTC, and the column's heading says so. */
export type Cell = string | number | boolean | Date | null

/** Some rows: as the API would answer them, and as cells. */
interface Rows {
  items: readonly unknown[]
  cells: Cell[][]
}

/** A table that can be had in each format. */
export interface ExportTable {
  headings: readonly string[]
  /** What matches the filter, some rows at a time. Throws 422 at once for a filter or an order that the list has not. */
  pages(ctx: Ctx, filter: ExportFilter): AsyncGenerator<Rows>
}

/** Puts a table together from where its rows come from, and its columns: heading and cell. */
export function tableOf<Row>(
  read: (ctx: Ctx, filter: ExportFilter) => AsyncGenerator<readonly Row[]>,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): ExportTable {
  const cellsOf = Object.values(columns)
  return {
    headings: Object.keys(columns),
    pages: (ctx, filter) => rowsOf(read(ctx, filter)),
  }

  async function* rowsOf(pages: AsyncGenerator<readonly Row[]>): AsyncGenerator<Rows> {
    for await (const items of pages) {
      yield { items, cells: items.map((row) => cellsOf.map((cellOf) => cellOf(row))) }
    }
  }
}

/** Wire to cell. */
export function momentCell(at: Timestamp | null): Date | null {
  return at === null ? null : new Date(at._seconds * 1000 + at._nanoseconds / 1_000_000)
}
