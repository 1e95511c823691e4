import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/core/ctx.ts'
import { mailboxPlaces } from '#server/db/schema.ts'
import type { BounceMailbox } from './bounce-mailbox.ts'
import { noteBounce } from './bounces.ts'
import { readReport } from './read-report.ts'

/** Batches of one look; what is left is for the next. */
const BATCHES = 20

interface Needs {
  transact: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  clock: () => Date
}

/**
 * Notes the delivery reports that came to a mailbox since the last look; gives how many were news. No transaction is
 * open while it talks to the server. How far it is read is noted with what was found, and the same report twice is
 * noted once: of two processes, or after one died, nothing is lost and nothing counts twice.
 */
export async function readMailbox(mailbox: BounceMailbox, { transact, clock }: Needs): Promise<number> {
  const { name } = mailbox
  let noted = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const [known] = await transact(({ tx }) =>
      tx.select().from(mailboxPlaces).where(eq(mailboxPlaces.mailbox, name)),
    )
    const { place, mails } = await mailbox.read(known, clock())
    // A mail that cannot be read is no report that could be noted, and must not hold up those behind it.
    const bounces = (await Promise.all(mails.map((mail) => readReport(mail).catch(() => [])))).flat()
    await transact(async (ctx) => {
      for (const bounce of bounces) if (await noteBounce(ctx, bounce)) noted += 1
      await ctx.tx
        .insert(mailboxPlaces)
        .values({ mailbox: name, ...place })
        .onConflictDoUpdate({ target: mailboxPlaces.mailbox, set: place })
    })
    if (mails.length === 0) break
  }
  return noted
}
