import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { forgetFiles } from '#server/db/forget-files.ts'
import { recordFile } from '#server/db/record-file.ts'
import { users } from '#server/db/schema.ts'
import { signFileLink } from '#server/http/file-link.ts'
import type { UploadedFile } from '#server/http/portal.ts'
import type { CurrentUser, profileForm } from '#shared/people/contract.ts'
import type { PersonRow } from './find-person.ts'

/** A profile is complete with first name, last name and organisation (portal.md §2 "Setup profile"). */
export function isProfileComplete(
  person: Pick<PersonRow, 'firstName' | 'lastName' | 'organization'>,
): boolean {
  return person.firstName !== '' && person.lastName !== '' && person.organization !== ''
}

/** The current user (portal.md §3). */
export async function me(ctx: Ctx): Promise<CurrentUser> {
  const { userId, role, permissions, withheld, profile } = personOf(ctx)
  const { name, email, photoFileId, ...rest } = profile
  return {
    id: userId,
    name,
    email,
    role,
    roles: [...permissions],
    isProfileComplete: isProfileComplete(profile),
    needsSecondFactor: withheld.length > 0,
    profile: { ...rest, photoUrl: photoFileId === null ? null : linkToPhoto(ctx, photoFileId) },
  }
}

function linkToPhoto(ctx: Ctx, id: string): string {
  return signFileLink(ctx.secrets, personOf(ctx), { kind: 'photo', id, inline: true }, ctx.now)
}

/** Saves one's own profile; a phone or ORCID iD that is not sent stays as it is. */
export async function saveProfile(ctx: Ctx, form: z.output<typeof profileForm>) {
  const { phone, orcid, ...required } = form
  await ctx.tx
    .update(users)
    .set({
      ...required,
      ...(phone === undefined ? {} : { phone }),
      ...(orcid === undefined ? {} : { orcid }),
    })
    .where(eq(users.id, personOf(ctx).userId))
  return { message: 'Profile saved' }
}

/** Sets one's own picture; the one before goes. */
export async function saveAvatar(ctx: Ctx, file: UploadedFile) {
  const { userId } = personOf(ctx)
  const fileId = await recordFile(ctx, file)
  // Locked: of two at once, the later one removes the earlier one's.
  const [before] = await ctx.tx
    .select({ photoFileId: users.photoFileId })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  await ctx.tx.update(users).set({ photoFileId: fileId }).where(eq(users.id, userId))
  if (before?.photoFileId) await forgetFiles(ctx, [before.photoFileId])
  return { photoUrl: linkToPhoto(ctx, fileId) }
}

/** A reviewer adds the author role (decisions.md §5); for who has it already nothing changes. */
export async function becomeAuthor(ctx: Ctx) {
  await ctx.tx
    .update(users)
    .set({ role: 'both' })
    .where(and(eq(users.id, personOf(ctx).userId), inArray(users.role, ['reviewer'])))
  return { message: 'You can submit papers too now.' }
}
