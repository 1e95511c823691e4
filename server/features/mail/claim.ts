import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { CLOCKS_APART_MS } from '#server/core/clocks.ts'
import type { World } from '#server/core/ctx.ts'
import { isNobody } from '#server/core/nobody.ts'
import type { Db } from '#server/db/db.ts'
import { emailEvents, emails } from '#server/db/schema.ts'
import type { EmailDeed, EmailState, HeaderLine } from '#shared/mail/states.ts'
import { outOfDate } from './out-of-date.ts'
import { sendMail } from './send-mail-kind.ts'
import { discard } from './superseded.ts'

export type Mail = typeof emails.$inferSelect

/** Gives the words in which a decision's mail that was put off is to go now, in the transaction in which it is claimed. */
type WriteAnew = (tx: Db, mail: Mail) => Promise<Partial<Mail>>

/** How long a claim is good without being renewed: what a mail waits for when its process dies. */
const CLAIM_MS = 90_000
const RENEW_MS = 30_000

/** What is left to say of a try that no process can tell of any more. */
const CUT_OFF = 'A try was cut off; it may have arrived.'

/**
 * The mail, if it waits to be sent and nobody else is sending it. Throws, to be tried later, if somebody is. What it must
 * be is asked in a CASE, which no index answers: it is found by its id, never among all that wait. A claim that its process
 * did not give back is noted as a try that was cut off. One that was put off and would only mislead by now is put away; else a
 * decision goes in the words that `anew` gives.
 */
export async function claim(db: Db, id: string, now: Date, anew?: WriteAnew): Promise<Mail | undefined> {
  const free = or(
    isNull(emails.claimedUntil),
    lte(emails.claimedUntil, now),
    gt(emails.claimedUntil, latestEnd(now)),
  )
  const mail = await db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(emails)
      .where(and(eq(emails.id, id), sql`case when ${emails.state} = 'queued' then ${free} end`))
      .for('update')
    if (before === undefined) return undefined
    if (before.claimedUntil !== null) await noteCutOff(tx, [id], now)
    const waited = before.attempts > 0
    if (waited && (await isPutAway(tx, id, now))) return undefined
    const words = waited && before.decides !== null ? await anew?.(tx, before) : undefined
    const [claimed] = await tx
      .update(emails)
      .set({ ...words, claimedUntil: endOf(now), attempts: sql`${emails.attempts} + 1` })
      .where(eq(emails.id, id))
      .returning()
    return claimed
  })
  if (mail !== undefined) return mail
  const [row] = await db.select({ state: emails.state }).from(emails).where(eq(emails.id, id))
  if (row?.state === 'queued') throw new Error('The mail is being sent already.')
  return undefined
}

/** Puts a mail away that would only mislead by now: what it tells of changed while a server was being asked to take it. */
async function isPutAway(tx: Db, id: string, now: Date): Promise<boolean> {
  const [mail] = await tx
    .select({ reason: outOfDate({ now }) })
    .from(emails)
    .where(eq(emails.id, id))
  const reason = mail?.reason ?? null
  if (reason === null) return false
  await discard({ tx, now }, eq(emails.id, id), reason)
  return true
}

/** Whether a process is talking to the mail server about it. */
export function isBeingSent({ state, claimedUntil }: Pick<Mail, 'state' | 'claimedUntil'>, now: Date) {
  return state === 'queued' && claimedUntil !== null && claimedUntil > now && claimedUntil <= latestEnd(now)
}

/** Writes into the history of mails that a process died while it was sending them, and gives its claims back. */
async function noteCutOff(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const cut = await tx
    .update(emails)
    .set({ claimedUntil: null })
    .where(inArray(emails.id, [...ids]))
    .returning({ emailId: emails.id, messageId: emails.messageId })
  await tx
    .insert(emailEvents)
    .values(cut.map((mail) => ({ ...mail, at, deed: 'put_off' as const, answer: CUT_OFF })))
}

/** Renews a claim while its mail is being sent, however slow the server; gives what ends that. */
export function holdClaim(db: Db, id: string, now: () => Date): () => void {
  const renew = () => {
    db.update(emails)
      .set({ claimedUntil: endOf(now()) })
      .where(and(eq(emails.id, id), isNotNull(emails.claimedUntil)))
      // A renewal that fails is made up for by the next one.
      .catch(() => undefined)
  }
  const timer = setInterval(renew, RENEW_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const endOf = (now: Date) => new Date(now.getTime() + CLAIM_MS)
/** A claim that ends later was made before the clock was set back. */
const latestEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS + CLOCKS_APART_MS)

interface Outcome {
  state: EmailState
  deed: EmailDeed
  answer: string
  sentAt?: Date
  /** What the server was given; nothing where none was asked. */
  tried?: Tried | undefined
  /** Of one that was taken: the address that it was for as the server took it. */
  wentTo?: string
}

const WENT_BEFORE = 'It was on its way before the recipient’s address was changed, to the earlier one.'

/** How a try stands in a mail server's log. */
export interface Tried {
  messageId: string
  headers: HeaderLine[]
}

/**
 * Writes what became of a try, for good and in the mail's history, and gives the claim back. Where the account was deleted
 * while it was being sent, the server's words are left out, as they may name the address, and no other try follows. Where the
 * recipient's address was changed meanwhile (`readdress.ts`), a mail that was taken stands at the one that it went to.
 */
export async function noteTry(db: Db, id: string, at: Date, outcome: Outcome): Promise<void> {
  const { deed, answer, tried, wentTo, ...change } = outcome
  await db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ toAddress: emails.toAddress })
      .from(emails)
      .where(eq(emails.id, id))
      .for('update')
    if (mail === undefined) return
    const gone = isNobody(mail.toAddress)
    const wentElsewhere = !gone && wentTo !== undefined && wentTo !== mail.toAddress
    const ended =
      change.state === 'queued' ? ({ state: 'failed', deed: 'failed' } as const) : { ...change, deed }
    await tx
      .update(emails)
      .set({
        ...change,
        ...(wentElsewhere && { toAddress: wentTo }),
        ...(gone ? { state: ended.state } : { lastAnswer: answer, headers: tried?.headers ?? null }),
        claimedUntil: null,
      })
      .where(eq(emails.id, id))
    if (wentElsewhere)
      await tx.insert(emailEvents).values({ emailId: id, at, deed: 'edited', answer: WENT_BEFORE })
    await tx.insert(emailEvents).values({
      emailId: id,
      at,
      messageId: tried?.messageId ?? null,
      ...(gone ? { deed: ended.deed, answer: '' } : { deed, answer }),
    })
  })
}

/**
 * Takes up the mails that an earlier process left: those it was sending when it died, and those whose job is gone.
 * `alone`: no other process can be sending them (the embedded database); otherwise a claim is waited for. For the start.
 */
export async function resumeMails(db: Db, world: World, alone: boolean): Promise<number> {
  const waiting = new Set((await world.jobs.waiting(sendMail)).map(({ emailId }) => emailId))
  return db.transaction(async (tx) => {
    const queued = await tx
      .select({ id: emails.id, claimedUntil: emails.claimedUntil })
      .from(emails)
      .where(eq(emails.state, 'queued'))
    const left = queued.filter(({ id, claimedUntil }) => claimedUntil !== null || !waiting.has(id))
    if (alone) {
      const cutOff = left.filter(({ claimedUntil }) => claimedUntil !== null)
      await noteCutOff(
        tx,
        cutOff.map(({ id }) => id),
        world.now,
      )
    }
    for (const { id, claimedUntil } of left) {
      await world.jobs.enqueue(
        tx,
        sendMail,
        [{ emailId: id }],
        alone || claimedUntil === null || claimedUntil > latestEnd(world.now) ? undefined : claimedUntil,
      )
    }
    return left.length
  })
}
