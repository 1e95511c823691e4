import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isWordList } from '#server/affinity/terms.ts'
import { titleKey } from '#server/affinity/title-key.ts'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { readInProcess } from '#server/core/read-in-process.ts'
import { countAll } from '#server/db/db.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import { recordFile } from '#server/db/record-file.ts'
import { publications, users } from '#server/db/schema.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import {
  PUBLICATION_TITLE_MAX,
  PUBLICATIONS_MAX,
  type publicationForm,
} from '#shared/reviewing/publications-contract.ts'
import { whichUnread } from '#shared/reviewing/unread-entries.ts'
import { readPublicationJob } from './read-publication-kind.ts'
import type { ReadPublications } from './read-publications.ts'

/** One's own publications, the newest first. */
export async function listPublications(ctx: Ctx) {
  const { userId } = personOf(ctx)
  const rows = await ctx.tx
    .select()
    .from(publications)
    .where(eq(publications.userId, userId))
    .orderBy(desc(publications.createdAt), desc(publications.id))
    .limit(PUBLICATIONS_MAX)
  return {
    items: rows.map(({ id, title, abstract, source, state, hidden }) => ({
      id,
      title,
      abstract,
      source,
      state,
      hidden,
      wordList: isWordList({ id, title, abstract }),
    })),
  }
}

const reader = { source: new URL('./reader.ts', import.meta.url), built: 'publications-reader' }

/** Longer lists keep a process of their own busy, not everybody: a parser takes seconds for what was made against it. */
const READ_AT_ONCE = 4000

/** Reads a pasted list. Refuses 422 what is no list, 503 after twenty seconds, before a browser gives up. */
export async function readPublicationList(list: string): Promise<ReadPublications> {
  const late = 'The list was not read within twenty seconds. Add a part of it.'
  if (list.length > READ_AT_ONCE)
    return await readInProcess<ReadPublications>(reader, list, { late, timeMs: 20_000 })
  // Loaded when it is first needed: the reader of BibTeX is the largest part that a start would wait for.
  const { readPublications } = await import('./read-publications.ts')
  return readPublications(list)
}

/**
 * Adds what a list has, each title once; what is there without an abstract gets the list's. Refuses 422: no list, nothing
 * in it, or too many.
 */
export async function addPublications(ctx: Ctx, { source, found, unread, rest }: ReadPublications) {
  if (found.length === 0) {
    const which = unread.length === 0 ? '' : ` Not understood: ${whichUnread(unread)}.`
    throw new AppError('invalid', `No publication was found: each needs a title.${which}`)
  }
  const room = await roomOf(ctx)
  const told = new Map<string, (typeof found)[number]>()
  for (const one of found) {
    const known = told.get(titleKey(one.title))
    if (known === undefined || known.abstract === '') told.set(titleKey(one.title), one)
  }
  const lacking = new Map<string, string>()
  for (const { id, title, abstract } of (await listPublications(ctx)).items) {
    const given = told.get(titleKey(title))
    if (abstract === '' && given !== undefined && given.abstract !== '') lacking.set(id, given.abstract)
    told.delete(titleKey(title))
  }
  const fresh = [...told.values()]
  if (fresh.length > room) throw tooMany()
  const rows = fresh.map((one) => ({
    id: ctx.newId(),
    userId: personOf(ctx).userId,
    source,
    createdAt: ctx.now,
    ...one,
  }))
  if (rows.length > 0) await ctx.tx.insert(publications).values(rows)
  for (const [id, abstract] of lacking) {
    await ctx.tx
      .update(publications)
      .set({ abstract, state: 'ready', correctedAt: ctx.now })
      .where(own(ctx, id))
  }
  const count = (n: number) => (n === 1 ? '1 publication' : `${n} publications`)
  const completed = lacking.size === 0 ? '' : ` ${count(lacking.size)} completed.`
  return {
    message: `${count(rows.length)} added.${completed}`,
    added: rows.length,
    completed: lacking.size,
    known: found.length - fresh.length - lacking.size,
    unread,
    rest,
  }
}

/** Adds a publication from its PDF, which is read in the background. Refuses 422 when there are too many. */
export async function addPublicationPdf(ctx: Ctx, file: UploadedFile) {
  if ((await roomOf(ctx)) < 1) throw tooMany()
  const publicationId = ctx.newId()
  await ctx.tx.insert(publications).values({
    id: publicationId,
    userId: personOf(ctx).userId,
    title: (file.title ?? file.fileName.replace(/\.pdf$/i, '')).slice(0, PUBLICATION_TITLE_MAX) || 'PDF',
    source: 'pdf',
    state: 'reading',
    fileId: await recordFile(ctx, file),
    createdAt: ctx.now,
  })
  await ctx.jobs.enqueue(ctx.tx, readPublicationJob, [{ publicationId }])
  return { publicationId, message: 'The PDF is being read.' }
}

/** Corrects one of one's own; what is read from its PDF later no longer changes it. Refuses 404. */
export async function changePublication(ctx: Ctx, id: string, form: z.output<typeof publicationForm>) {
  const rows = await ctx.tx
    .update(publications)
    .set({ ...form, state: 'ready', correctedAt: ctx.now })
    .where(own(ctx, id))
    .returning({ id: publications.id })
  if (rows.length === 0) throw notFound('That publication')
  return { message: 'Publication saved.' }
}

/** Removes one of one's own, its PDF too. Refuses 404. */
export async function removePublication(ctx: Ctx, id: string) {
  const [row] = await ctx.tx.delete(publications).where(own(ctx, id)).returning()
  if (row === undefined) throw notFound('That publication')
  if (row.fileId !== null) await forgetFiles(ctx, [row.fileId])
  return { message: 'Publication removed.' }
}

function own(ctx: Ctx, id: string) {
  return and(eq(publications.id, id), eq(publications.userId, personOf(ctx).userId))
}

/** How many more there may be; the person is held, so that two additions at once cannot pass the limit together. */
async function roomOf(ctx: Ctx): Promise<number> {
  const { userId } = personOf(ctx)
  await ctx.tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const [row] = await ctx.tx
    .select({ count: countAll })
    .from(publications)
    .where(eq(publications.userId, userId))
  return PUBLICATIONS_MAX - (row?.count ?? 0)
}

function tooMany(): AppError {
  return new AppError('invalid', `List at most ${PUBLICATIONS_MAX} publications.`)
}
