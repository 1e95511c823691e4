import { parse } from 'csv-parse/sync'
import { and, gt } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, users } from '#server/db/schema.ts'
import { reviewerRole } from '#server/features/people/reviewer-role.ts'
import { standing } from '#server/features/submissions/access.ts'
import { ROWS_MAX } from '#shared/assigning/contract.ts'
import { isIdLike, type KnownPaper, lookUp, type ReadRow } from './look-up.ts'
import type { KnownReviewer } from './look-up-reviewer.ts'

/**
 * Reads a CSV or pasted list (comma, semicolon or tab; quoted or not; RFC 4180) and finds the paper and the reviewer
 * in each row, whatever the order of its columns. Refuses 422 for what is no table or has too many rows.
 */
export async function readList(ctx: Ctx, list: string) {
  const table = tableOf(list)
  if (table.length > ROWS_MAX) throw new AppError('invalid', `Use at most ${ROWS_MAX} rows at a time.`)
  const find = await rowFinder(ctx)
  const [first, ...others] = table
  const heading = first !== undefined && isHeading(first.cells, find(first.cells)) ? first : null
  return {
    heading: heading && { line: heading.line, text: heading.cells.join(' · ') },
    rows: (heading === null ? table : others).map(({ line, cells }) => ({
      line,
      text: cells.join(' · '),
      ...find(cells),
    })),
  }
}

/** Finds the paper and the reviewer that a row's cells name, among all there are now. */
export async function rowFinder(ctx: Ctx) {
  return lookUp(await knownPapers(ctx), await knownReviewers(ctx))
}

/** Whether a first row is a heading: it names nothing, and holds nothing that looks like an id or an address. */
export function isHeading(
  cells: readonly string[],
  { paperId, reviewerId, likely }: Pick<ReadRow, 'paperId' | 'reviewerId' | 'likely'>,
): boolean {
  const isUnknown = paperId === null && reviewerId === null && likely.length === 0
  return isUnknown && !cells.some((cell) => isIdLike(cell) || cell.includes('@'))
}

/** The rows that hold anything, with the lines they stand on. */
export function tableOf(list: string): { line: number; cells: string[] }[] {
  try {
    // `"Novák, Rita" <rita@…>`, as mail programs write it, is no CSV: the quotation marks go round the whole of it.
    const quoted = list.replace(/"([^"\n]*)"[ ]*<([^<>"\n]*)>/g, '"$1 <$2>"')
    const parsed = parse(quoted, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      // With `info` each row comes with its place; the package's types leave that out.
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return parsed.flatMap(({ record, info }) => {
      const cells = record.filter((cell) => cell !== '')
      return cells.length === 0 ? [] : [{ line: info.lines, cells }]
    })
  } catch {
    throw new AppError(
      'invalid',
      'The list cannot be read as a table: look for a quotation mark without its partner.',
    )
  }
}

async function knownPapers(ctx: Ctx): Promise<KnownPaper[]> {
  return ctx.tx
    .select({ paperId: submissions.paperId, abstractId: submissions.id })
    .from(submissions)
    .where(and(standing, gt(submissions.paperRound, 0)))
}

async function knownReviewers(ctx: Ctx): Promise<KnownReviewer[]> {
  return ctx.tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(reviewerRole)
}
