import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import type { Db } from '#server/db/db.ts'
import {
  calendarFeeds,
  coAuthors,
  deadlineExtensions,
  files,
  formerAddresses,
  invitations,
  mailings,
  mailPreferences,
  notices,
  passkeys,
  sessions,
  users,
} from '#server/db/schema.ts'
import type { BlobStore } from '#server/features/files/blob-store.ts'
import type { ZipEntry } from '#server/features/files/zip.ts'
import { personIn } from '#server/features/people/authenticate.ts'
import type { PersonRow } from '#server/features/people/find-person.ts'
import { type FileGrant, signMyDataLink } from '#server/http/file-link.ts'
import { myMails } from './my-mails.ts'
import { myReviewing } from './my-reviewing.ts'
import { mySubmissions } from './my-submissions.ts'
import { isOwnKept, type OwnFile, openOwnFile, ROWS_MAX } from './own-file.ts'
import { isTheirs } from './shown-addresses.ts'

/** A link to everything the portal holds about oneself (decisions.md §4). */
export async function myData(ctx: Ctx) {
  return { downloadUrl: signMyDataLink(ctx.secrets, personOf(ctx), ctx.now) }
}

/**
 * What the archive behind such a link holds; `db` is asked for each mail and receipt in its turn. Refuses 404, also once the
 * link's session has ended or its account is disabled.
 */
export async function archiveEntries(
  ctx: Ctx,
  grant: FileGrant,
  blobs: BlobStore,
  db: Db,
): Promise<ZipEntry[]> {
  const person = grant.kind === 'my_data' ? await personIn(ctx.tx, grant, ctx.now) : undefined
  if (person === undefined) throw notFound('That file')
  const { data, files: own } = await gatherData(ctx, person.userId)
  return [
    { name: 'my-data.json', at: ctx.now, bytes: Buffer.from(JSON.stringify(data, null, 2)) },
    ...own.map((file) => ({
      name: file.name,
      at: file.at,
      bytes: () => openOwnFile(file, blobs, db),
      isKept: () => isOwnKept(file, blobs),
    })),
  ]
}

/**
 * What the portal holds about a person, as one may read it, and their files. Other people are not in it: no reviewer,
 * no organiser, but for what a mail to the person says; PINs and links that still work are hidden in mails. Each list
 * ends after 10,000 rows. Refuses 404 for an account that is gone.
 */
async function gatherData(ctx: Ctx, userId: string) {
  const [person] = await ctx.tx.select().from(users).where(eq(users.id, userId))
  if (person === undefined) throw notFound('That account')
  const { passwordHash: _, photoFileId, disabledAt: __, deletedAt: ___, searched: ____, ...account } = person
  const submissions = await mySubmissions(ctx, userId)
  const mails = await myMails(ctx, person)
  const data = {
    about: 'Everything the portal holds about you. Times are in UTC.',
    madeAt: ctx.now,
    account,
    formerAddresses: await ctx.tx
      .select({ email: formerAddresses.email, until: formerAddresses.until })
      .from(formerAddresses)
      .where(eq(formerAddresses.userId, userId))
      .orderBy(desc(formerAddresses.until))
      .limit(ROWS_MAX),
    sessions: await ctx.tx
      .select({
        device: sessions.device,
        startedAt: sessions.createdAt,
        lastUsedAt: sessions.rotatedAt,
        endedAt: sessions.endedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(ROWS_MAX),
    // That there is one, not what its signatures are checked with.
    passkeys: await ctx.tx
      .select({ name: passkeys.name, addedAt: passkeys.createdAt, usedAt: passkeys.usedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt),
    invitations: await ctx.tx
      .select({
        email: invitations.email,
        name: invitations.name,
        topics: invitations.topics,
        invitedAt: invitations.createdAt,
        acceptedAt: invitations.acceptedAt,
      })
      .from(invitations)
      .where(
        or(
          eq(invitations.acceptedBy, userId),
          and(isNull(invitations.acceptedBy), isTheirs(invitations.email, person)),
        ),
      )
      .limit(ROWS_MAX),
    personalDeadlines: await ctx.tx
      .select({ deadline: deadlineExtensions.deadline, until: deadlineExtensions.until })
      .from(deadlineExtensions)
      .where(eq(deadlineExtensions.userId, userId)),
    mailPreferences: await ctx.tx
      .select({ messages: mailPreferences.messages, come: mailPreferences.come })
      .from(mailPreferences)
      .where(eq(mailPreferences.userId, userId))
      .orderBy(mailPreferences.messages),
    // That there is one, not its link, which lets whoever has it read.
    calendarFeed: await ctx.tx
      .select({ madeAt: calendarFeeds.madeAt })
      .from(calendarFeeds)
      .where(eq(calendarFeeds.userId, userId)),
    messagesToGroups: await ctx.tx
      .select({
        to: mailings.audience,
        subject: mailings.subject,
        body: mailings.body,
        recipients: mailings.recipients,
        sentAt: mailings.sentAt,
      })
      .from(mailings)
      .where(eq(mailings.sentBy, userId))
      .orderBy(desc(mailings.sentAt))
      .limit(ROWS_MAX),
    submissions: submissions.told,
    namedAsCoAuthor: await namedAsCoAuthor(ctx, person),
    reviewing: await myReviewing(ctx, userId),
    notifications: await ctx.tx
      .select({
        title: notices.title,
        body: notices.body,
        at: notices.createdAt,
        readAt: notices.readAt,
      })
      .from(notices)
      .where(eq(notices.userId, userId))
      .orderBy(desc(notices.createdAt))
      .limit(ROWS_MAX),
    mails: mails.told,
  }
  return { data, files: [...submissions.files, ...(await photoOf(ctx, photoFileId)), ...mails.files] }
}

/**
 * What other authors wrote about somebody by their addresses; not in which submission, which is theirs to tell. That theirs is not
 * empty is written out, so that every plan knows the index that holds no empty ones.
 */
async function namedAsCoAuthor(ctx: Ctx, person: Pick<PersonRow, 'id' | 'email'>) {
  return ctx.tx
    .select({
      name: coAuthors.name,
      email: coAuthors.email,
      organization: coAuthors.organization,
      orcid: coAuthors.orcid,
    })
    .from(coAuthors)
    .where(and(isTheirs(coAuthors.email, person), sql`${coAuthors.email} <> ''`))
    .limit(ROWS_MAX)
}

async function photoOf(ctx: Ctx, fileId: string | null): Promise<OwnFile[]> {
  if (fileId === null) return []
  const rows = await ctx.tx.select().from(files).where(eq(files.id, fileId))
  return rows.map((row) => ({
    name: `files/photo.${row.mime.split('/').at(-1) ?? 'bin'}`,
    at: row.createdAt,
    from: { stored: row.storageKey },
  }))
}
