import type { Db } from '#server/db/db.ts'
import {
  assignmentBatches,
  emails,
  invitations,
  notices,
  passkeys,
  publications,
  sessions,
  submissions,
  users,
} from '#server/db/schema.ts'
import type { KnownIds } from './request-of.ts'

/** Of each kind; enough to meet everybody's. */
const MANY = 200

/** The ids of everything in the database that a call may name, by the names that the contract gives them. */
export async function knownIds(db: Db): Promise<KnownIds> {
  const of = async (rows: Promise<{ id: string | null }[]>) =>
    (await rows).flatMap(({ id }) => (id === null ? [] : [id]))
  const people = await of(db.select({ id: users.id }).from(users).limit(MANY))
  return {
    abstractId: await of(db.select({ id: submissions.id }).from(submissions).limit(MANY)),
    paperId: await of(db.select({ id: submissions.paperId }).from(submissions).limit(MANY)),
    userId: people,
    reviewerId: people,
    emailId: await of(db.select({ id: emails.id }).from(emails).limit(MANY)),
    sessionId: await of(db.select({ id: sessions.id }).from(sessions).orderBy(sessions.id).limit(MANY)),
    invitationId: await of(db.select({ id: invitations.id }).from(invitations).limit(MANY)),
    noticeId: await of(db.select({ id: notices.id }).from(notices).limit(MANY)),
    passkeyId: await of(db.select({ id: passkeys.id }).from(passkeys).limit(MANY)),
    publicationId: await of(db.select({ id: publications.id }).from(publications).limit(MANY)),
    batchId: await of(db.select({ id: assignmentBatches.id }).from(assignmentBatches).limit(MANY)),
  }
}
