import { eq, sql } from 'drizzle-orm'
import type { Actor, PersonActor } from '#server/core/actor.ts'
import { sessionEnded } from '#server/core/app-error.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Db } from '#server/db/db.ts'
import { prepared } from '#server/db/prepared.ts'
import { sessions, users } from '#server/db/schema.ts'
import { isFactorWanted, permissionsInForce } from './permissions-in-force.ts'
import { readAccessToken } from './tokens.ts'

/** Read along with the session: who one is, asked at every page that is opened, is one statement so (`me`). */
const ownProfile = {
  name: users.name,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  organization: users.organization,
  phone: users.phone,
  orcid: users.orcid,
  photoFileId: users.photoFileId,
}

/** The session of a token and whose it is. */
const sessionAndPerson = prepared('session_and_person', (db) =>
  db
    .select({
      userId: users.id,
      role: users.role,
      isStaff: users.isStaff,
      secondFactorSince: users.secondFactorSince,
      isFactorWanted,
      disabledAt: users.disabledAt,
      endedAt: sessions.endedAt,
      expiresAt: sessions.expiresAt,
      profile: ownProfile,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId'))),
)

/** Whose session an access token or a signed link names. */
type Holder = Pick<PersonActor, 'userId' | 'sessionId'>

/** Who holds an access token: as {@link personIn} finds them. Throws 401. */
export async function authenticate(db: Db, token: string, now: Date, secrets: Secrets): Promise<Actor> {
  const claims = readAccessToken(secrets, token, now)
  const person = claims === undefined ? undefined : await personIn(db, claims, now)
  if (person === undefined) throw sessionEnded()
  return person
}

/**
 * The person in a session, for tokens and for signed links alike. Both are read each time, so that an ended session, a
 * disabled person or a changed role takes effect at the next call (decisions.md §4). Undefined: nobody any more.
 */
export async function personIn(
  db: Db,
  { userId, sessionId }: Holder,
  now: Date,
): Promise<PersonActor | undefined> {
  const [row] = await sessionAndPerson(db).execute({ sessionId })
  const stands =
    row !== undefined &&
    row.userId === userId &&
    row.disabledAt === null &&
    row.endedAt === null &&
    row.expiresAt > now
  if (!stands) return undefined
  return {
    kind: 'person',
    userId,
    sessionId,
    role: row.role,
    profile: row.profile,
    ...permissionsInForce(row),
  }
}
