import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { NOBODYS_NAME, nobodyAt } from '#server/core/nobody.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import {
  bids,
  calendarFeeds,
  deadlineExtensions,
  formerAddresses,
  idempotencyKeys,
  invitations,
  mailPreferences,
  notices,
  oneTimeTokens,
  passkeyChallenges,
  passkeys,
  secondFactors,
  sessions,
  users,
} from '#server/db/schema.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { recipientOf } from '#server/features/mail/recipient.ts'
import { tell } from '#server/features/notices/tell.ts'
import { codeKey } from '#server/features/people/check-code.ts'
import type { PersonRow } from '#server/features/people/find-person.ts'
import { assertAnotherAdmin, holdAdmins } from '#server/features/people/last-admin.ts'
import { adminIds } from '#server/features/people/organisers.ts'
import { lockedPerson, withOwnPassword } from '#server/features/people/own-password.ts'
import { forgetTries } from '#server/features/people/throttle.ts'
import { forgetPublications } from '#server/features/reviewing/publications/forget-publications.ts'
import { forgetCoAuthors } from './forget-co-authors.ts'
import { forgetMails } from './forget-mails.ts'
import { forgetPayers } from './forget-payers.ts'
import { forgetProposals } from './forget-proposals.ts'
import { giveBackPapers } from './give-back-papers.ts'
import { accountDeleted, personLeft } from './messages.ts'
import { tellOfMoneyLeftBehind } from './money-left-behind.ts'
import { isTheirs } from './shown-addresses.ts'
import { withdrawSubmissions } from './withdraw-submissions.ts'

/**
 * Deletes one's own account (decisions.md §4). Submissions under way are withdrawn, papers to review are given back,
 * organisers are told of both. Decided papers, submitted reviews, payments and the history stay as the conference's
 * record; the person in them is "Deleted account". Refuses 422 (a wrong password), 409 to the last admin, 429.
 */
export async function deleteAccount(steps: Steps, password: string) {
  const known = await withOwnPassword(steps, password)
  if (known instanceof AppError) return known
  await steps.transact(async (ctx) => {
    await holdAdmins(ctx)
    // Locked: of two clicks at once, the second finds a session that has ended.
    const person = await lockedPerson(ctx, known)
    if (person.role === 'admin') await assertAnotherAdmin(ctx, person.id)
    const withdrawn = await withdrawSubmissions(ctx, person.id)
    await tellOfMoneyLeftBehind(ctx, person.id)
    const givenBack = await giveBackPapers(ctx, person.id)
    await forgetCoAuthors(ctx, person)
    await forgetPayers(ctx, person.id)
    await forget(ctx, person)
    if (withdrawn.length + givenBack.length > 0) {
      await tell(ctx, await adminIds(ctx), personLeft(ctx, withdrawn, givenBack))
    }
    await queueMail(ctx, recipientOf(person), accountDeleted(ctx))
  })
  return { message: 'Your account was deleted.' }
}

/** Takes the person out of every row that stays, and removes the rows that are about nothing else. */
async function forget(ctx: Ctx, person: PersonRow): Promise<void> {
  const { id, email, role, photoFileId } = person
  const nobody = nobodyAt(id)
  await ctx.tx
    .update(users)
    .set({
      email: nobody,
      name: NOBODYS_NAME,
      passwordHash: null,
      isStaff: false,
      firstName: '',
      lastName: '',
      organization: '',
      phone: '',
      orcid: '',
      topics: [],
      photoFileId: null,
      emailVerifiedAt: null,
      secondFactorSince: null,
      disabledAt: ctx.now,
      deletedAt: ctx.now,
    })
    .where(eq(users.id, id))
  if (photoFileId !== null) await forgetFiles(ctx, [photoFileId])
  await ctx.tx.delete(sessions).where(eq(sessions.userId, id))
  await ctx.tx.delete(secondFactors).where(eq(secondFactors.userId, id))
  await ctx.tx.delete(passkeys).where(eq(passkeys.userId, id))
  await ctx.tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, id))
  await ctx.tx.delete(notices).where(eq(notices.userId, id))
  await ctx.tx.delete(mailPreferences).where(eq(mailPreferences.userId, id))
  await ctx.tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, id))
  await ctx.tx.delete(deadlineExtensions).where(eq(deadlineExtensions.userId, id))
  await forgetProposals(ctx, { id, role })
  await ctx.tx.delete(bids).where(eq(bids.reviewerId, id))
  await forgetPublications(ctx, id)
  await ctx.tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id))
  // At an address of before, too.
  const open = and(isTheirs(invitations.email, person), isNull(invitations.acceptedBy))
  const ended = { revokedAt: sql`coalesce(${invitations.revokedAt}, ${ctx.now.toISOString()}::timestamptz)` }
  await ctx.tx
    .update(invitations)
    .set({ ...ended, email: nobody, name: '' })
    .where(open)
  await ctx.tx.update(invitations).set({ email: nobody, name: '' }).where(eq(invitations.acceptedBy, id))
  await forgetMails(ctx, person, nobody)
  // What says which mails are theirs goes after these.
  await ctx.tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id))
  await ctx.tx.delete(formerAddresses).where(eq(formerAddresses.userId, id))
  for (const key of [`login:${email.toLowerCase()}`, `password:${id}`, `mail:change:${id}`, codeKey(id)]) {
    await forgetTries(ctx, key)
  }
}
