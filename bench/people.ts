import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { hashPassword } from '#server/features/people/passwords.ts'

/** How many authors there are; log-ins go round them, so that no row is anybody's bottleneck. */
const AUTHORS = 200
export const PASSWORD = 'a long enough secret'

/** The n-th author's address; numbers go round. */
export const authorEmail = (n: number) => emailOf(n % AUTHORS)
/** The n-th author's address where there are as many as were asked for. */
export const emailOf = (n: number) => `author${n}@university.example`

/** Writes the authors straight into the database, before a portal opens it: 200 sign-ups would only take time. */
export async function seedPeople(
  where: { databaseUrl: string | undefined; dataDir: string },
  authors = AUTHORS,
): Promise<void> {
  const database = await openDatabase(where)
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const now = new Date()
    const all = Array.from({ length: authors }, (_, n) => ({
      id: randomUUID(),
      email: emailOf(n),
      name: `Author ${n}`,
      firstName: 'Author',
      lastName: String(n),
      organization: `University ${n % 40}`,
      role: 'author' as const,
      passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
    }))
    // A statement has 65,535 parameters at most.
    for (let at = 0; at < authors; at += 1000)
      await database.db.insert(users).values(all.slice(at, at + 1000))
  } finally {
    await database.close()
  }
}
