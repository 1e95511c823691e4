import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { prepared } from '#server/db/prepared.ts'
import { sessions, users } from '#server/db/schema.ts'
import { toTimestamp } from '#shared/core/timestamp.ts'
import { deviceName } from './device-name.ts'
import type { PersonRow } from './find-person.ts'
import { readRefreshToken, refreshTokenOf, signAccessToken } from './tokens.ts'

const HOUR = 3600 * 1000
/** decisions.md §4: counted from the log-in, not sliding. */
const LIFETIME = { short: 24 * HOUR, remembered: 30 * 24 * HOUR }
/** Two tabs racing, or an answer lost on the way; no longer either where the clock was set back since. */
const REUSE_MS = 10_000
const SHOWN_MAX = 100

/**
 * A new session, and when its person last logged in, by one statement: a log-in needs no transaction then. None where the
 * person is another by now than the one whose password was looked at.
 */
const opened = prepared('session_opened', (db) => {
  const now = sql.placeholder('now')
  const person = db.$with('person').as(
    db
      .update(users)
      .set({ lastLoginAt: sql`${now}::timestamptz` })
      .where(
        and(
          eq(users.id, sql.placeholder('userId')),
          isNull(users.disabledAt),
          sql`${users.passwordHash} is not distinct from ${sql.placeholder('passwordHash')}::text`,
          sql`(${users.secondFactorSince} is not null) = ${sql.placeholder('hasSecondStep')}::boolean`,
        ),
      )
      .returning({ userId: users.id }),
  )
  return db
    .with(person)
    .insert(sessions)
    .select(
      db
        .select({
          id: sql`${sql.placeholder('id')}::uuid`.as('id'),
          userId: person.userId,
          counter: sql`0`.as('counter'),
          rotatedAt: sql`${now}::timestamptz`.as('rotated_at'),
          device: sql`${sql.placeholder('device')}::text`.as('device'),
          createdAt: sql`${now}::timestamptz`.as('created_at'),
          expiresAt: sql`${sql.placeholder('expiresAt')}::timestamptz`.as('expires_at'),
          endedAt: sql`null::timestamptz`.as('ended_at'),
        })
        .from(person),
    )
    .returning({ id: sessions.id })
})

/** What a log-in has looked at. */
type Checked = Pick<PersonRow, 'id' | 'passwordHash' | 'secondFactorSince'>

/**
 * Opens a session of somebody as they were when password and second step were looked at, and gives its first tokens. Undefined
 * where either is another by now: whoever knows an old password logs in without end while its owner chooses a new one.
 */
export async function openSession(ctx: Ctx, person: Checked, remember: boolean) {
  const id = ctx.newId()
  const userId = person.id
  const lifetime = remember ? LIFETIME.remembered : LIFETIME.short
  const rows = await opened(ctx.tx).execute({
    id,
    userId,
    passwordHash: person.passwordHash,
    hasSecondStep: person.secondFactorSince !== null,
    device: ctx.origin.device,
    now: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + lifetime),
  })
  if (rows.length === 0) return undefined
  ctx.log.info({ event: 'logged_in', userId, sessionId: id }, 'logged in')
  return tokensOf(ctx, userId, id, 0)
}

function tokensOf(ctx: Ctx, userId: string, sessionId: string, counter: number) {
  return {
    token: signAccessToken(ctx.secrets, userId, sessionId, ctx.now),
    refreshToken: refreshTokenOf(ctx.secrets, sessionId, counter),
  }
}

/**
 * Exchanges a refresh token (RFC 9700 §4.14.2, rotation). The one just exchanged gets the session's current tokens
 * for ten seconds, without forking it; any older one ends the session, and that stays although the call is refused.
 */
export async function refreshSession(ctx: Ctx, refreshToken: string) {
  const refusal = new AppError('refresh_failed', 'Your session has ended. Please log in again.')
  const presented = readRefreshToken(ctx.secrets, refreshToken)
  if (presented === undefined) return refusal
  const [session] = await ctx.tx
    .select()
    .from(sessions)
    .where(eq(sessions.id, presented.sessionId))
    .for('update')
  if (session === undefined || session.endedAt !== null || session.expiresAt <= ctx.now) return refusal
  const [person] = await ctx.tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, session.userId), isNull(users.disabledAt)))
  if (person === undefined) return refusal

  const isLast = presented.counter === session.counter - 1
  if (isLast && Math.abs(ctx.now.getTime() - session.rotatedAt.getTime()) <= REUSE_MS) {
    return tokensOf(ctx, person.id, session.id, session.counter)
  }
  if (presented.counter !== session.counter) {
    const facts = { event: 'refresh_token_reused', userId: person.id, sessionId: session.id } as const
    ctx.log.warn(facts, 'an old refresh token was used; its session is ended')
    await ctx.tx.update(sessions).set({ endedAt: ctx.now }).where(eq(sessions.id, session.id))
    return refusal
  }
  const counter = session.counter + 1
  await ctx.tx.update(sessions).set({ counter, rotatedAt: ctx.now }).where(eq(sessions.id, session.id))
  return tokensOf(ctx, person.id, session.id, counter)
}

/** Ends the session of the bearer token. */
export async function logOut(ctx: Ctx) {
  const { userId, sessionId } = personOf(ctx)
  await ctx.tx.update(sessions).set({ endedAt: ctx.now }).where(eq(sessions.id, sessionId))
  ctx.log.info({ event: 'logged_out', userId, sessionId }, 'logged out')
  return { message: 'Logged out.' }
}

/** Ends a person's sessions, all or all but one. */
export async function endSessions(ctx: Ctx, userId: string, except?: string): Promise<void> {
  ctx.log.info({ event: 'sessions_ended', userId }, 'sessions are ended')
  const theirs = and(eq(sessions.userId, userId), isNull(sessions.endedAt))
  await ctx.tx
    .update(sessions)
    .set({ endedAt: ctx.now })
    .where(except === undefined ? theirs : and(theirs, ne(sessions.id, except)))
}

/** One's own open sessions, the newest first and no more than are shown, and how many there are. */
export async function listSessions(ctx: Ctx) {
  const me = personOf(ctx)
  const found = await ctx.tx
    .select({ row: sessions, count: sql<number>`count(*) over ()::int` })
    .from(sessions)
    .where(and(eq(sessions.userId, me.userId), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(SHOWN_MAX)
  const items = found.map(({ row }) => ({
    id: row.id,
    current: row.id === me.sessionId,
    device: deviceName(row.device),
    startedAt: toTimestamp(row.createdAt),
    lastUsedAt: toTimestamp(row.rotatedAt),
    expiresAt: toTimestamp(row.expiresAt),
  }))
  return { items, count: found[0]?.count ?? 0 }
}

/** Ends one of one's own sessions. Refuses 404. */
export async function endSession(ctx: Ctx, sessionId: string) {
  const ended = await ctx.tx
    .update(sessions)
    .set({ endedAt: ctx.now })
    .where(
      and(eq(sessions.id, sessionId), eq(sessions.userId, personOf(ctx).userId), isNull(sessions.endedAt)),
    )
    .returning({ id: sessions.id })
  if (ended.length === 0) throw notFound('That session')
  return { message: 'Session ended.' }
}
