import { Readable } from 'node:stream'
import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { submissions, users } from '#server/db/schema.ts'
import { settingsOf } from '#server/features/settings/load-settings.ts'
import { coAuthorsOf } from '#server/features/submissions/co-authors.ts'
import type { ExportFilter } from '#shared/exporting/contract.ts'
import { listedPapers } from './listed.ts'

interface Work {
  paperId: string
  title: string
  authors: readonly Name[]
  booktitle: string
  year: number
}
interface Name {
  first: string
  last: string
  /** As registered; what counts where first and last name are not known. */
  whole: string
}

/** The papers that match as one BibTeX file, UTF-8. */
export function bibliography(ctx: Ctx, filter: ExportFilter): Readable {
  return Readable.from(bibliographyParts(ctx, listedPapers(ctx, filter)))
}

async function* bibliographyParts(ctx: Ctx, pages: ReturnType<typeof listedPapers>): AsyncGenerator<string> {
  const { conferenceName, year } = await settingsOf(ctx.tx)
  for await (const papers of pages) {
    const authors = await authorsOf(
      ctx,
      papers.map(({ abstractId }) => abstractId),
    )
    yield papers
      .map(({ paperId, abstractId, title, fileName }) =>
        entry({
          paperId,
          title: title || fileName,
          authors: authors.get(abstractId) ?? [],
          booktitle: conferenceName,
          year,
        }),
      )
      .join('\n')
  }
}

/** Who submitted, then the co-authors in their order, by submission; a deleted account is nobody's name. */
async function authorsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Name[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx
    .select({
      id: submissions.id,
      first: users.firstName,
      last: users.lastName,
      whole: users.name,
      deletedAt: users.deletedAt,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.authorId))
    .where(inArray(submissions.id, [...ids]))
  const others = await coAuthorsOf(ctx, ids)
  return new Map(
    rows.map(({ id, deletedAt, ...name }) => [
      id,
      [
        ...(deletedAt === null ? [name] : []),
        ...(others.get(id) ?? []).map((other) => ({ first: '', last: '', whole: other.name })),
      ],
    ]),
  )
}

/** One work as `@inproceedings`, its Paper ID the key. */
function entry({ paperId, title, authors, booktitle, year }: Work): string {
  const fields: (readonly [string, string])[] = [
    ['title', `{${escaped(title)}}`],
    ...(authors.length === 0 ? [] : [['author', authors.map(nameOf).join(' and ')] as const]),
    ['booktitle', escaped(booktitle)],
    ['year', String(year)],
    ['note', `Paper ${paperId}`],
  ]
  return `@inproceedings{${paperId},\n${fields.map(([key, value]) => `  ${key} = {${value}},`).join('\n')}\n}\n`
}

/**
 * `Last, First`. A name that is not known in two parts stands as it is written, which BibTeX reads as first and last name and
 * puts in order by the last; in braces, as one name, only where it would be read wrongly.
 */
function nameOf({ first, last, whole }: Name): string {
  if (first === '' || last === '') return isMisread(whole) ? `{${escaped(whole)}}` : escaped(whole)
  return `{${escaped(last)}}, {${escaped(first)}}`
}

/** Several names to BibTeX, or its “et al.”; or written in a script in which the family's name comes first. */
function isMisread(whole: string): boolean {
  return (
    /,|(^|\s)(and|others)(\s|$)/i.test(whole) ||
    /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(whole)
  )
}

const special: Readonly<Record<string, string>> = {
  '\\': '{\\textbackslash}',
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
  '<': '{\\textless}',
  '>': '{\\textgreater}',
}

/** A person's text as TeX shows it: what TeX would take for a command is written out. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\{}~^<>]/g, (sign) => special[sign] ?? sign)
    .replace(/[&%$#_]/g, (sign) => `\\${sign}`)
}
