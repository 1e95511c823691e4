import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/app-error.ts'
import { type Ctx, personOf } from '#server/core/ctx.ts'
import { decrypt, encrypt, isSealed } from '#server/core/sealing.ts'
import { rowsOf } from '#server/db/db.ts'
import { idempotencyKeys } from '#server/db/schema.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { answerOf } from './answer.ts'
import type { Input, Outcome } from './call.ts'

const KEPT_MS = 24 * 3600 * 1000

/** The `Idempotency-Key` header, if sent; 400 if it is none that could be kept. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError('malformed', 'Idempotency-Key must be 1 to 200 visible ASCII characters.')
  }
  return key
}

/**
 * Runs a verb at most once for a person, call and key within 24 h (decisions.md §3): its answer is kept, sealed, in the
 * same transaction and given again. A refusal (4xx but 429) is kept too, with the verb itself rolled back.
 */
export async function answerOnce<S extends EndpointSpec>(
  ctx: Ctx,
  spec: S,
  key: string,
  input: Input<S>,
  verb: (ctx: Ctx) => Promise<Outcome<S>>,
): Promise<Outcome<S>> {
  const userId = personOf(ctx).userId
  const call = `${spec.method} ${spec.path}`
  const requestHash = hashOf(input)
  const name = `${userId} ${call} ${key}`
  await holdKey(ctx, name)

  const row = and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.call, call),
    eq(idempotencyKeys.key, key),
  )
  const since = new Date(ctx.now.getTime() - KEPT_MS)
  const [known] = await ctx.tx
    .select()
    .from(idempotencyKeys)
    .where(and(row, gt(idempotencyKeys.createdAt, since)))
  if (known !== undefined) {
    if (known.requestHash !== requestHash) {
      throw new AppError('key_reused', 'This Idempotency-Key was used for another request.')
    }
    return again<S>(known.status, opened(ctx, name, known.answer))
  }

  const outcome = await rolledBackOnRefusal(ctx, verb)
  if (outcome instanceof AppError && (outcome.status >= 500 || outcome.status === 429)) return outcome
  const answer =
    outcome instanceof AppError ? { code: outcome.code, ...outcome.toBody() } : answerOf(spec, outcome)
  await ctx.tx.delete(idempotencyKeys).where(row)
  await ctx.tx.insert(idempotencyKeys).values({
    userId,
    call,
    key,
    requestHash,
    status: outcome instanceof AppError ? outcome.status : 200,
    answer: encrypt(ctx.secrets.answers, name, JSON.stringify(answer), (count) => ctx.randomBytes(count)),
    createdAt: ctx.now,
  })
  return outcome
}

/** One request a key at a time: a second one is told so at once instead of waiting. */
async function holdKey(ctx: Ctx, name: string): Promise<void> {
  const number = createHash('sha256').update(name).digest().readBigInt64BE()
  const [row] = await rowsOf<{ held: boolean }>(
    ctx.tx,
    sql`select pg_try_advisory_xact_lock(${number.toString()}::bigint) as held`,
  )
  if (row?.held !== true)
    throw new AppError('key_in_progress', 'A request with this Idempotency-Key is still running.')
}

/** The verb in a savepoint: what it threw is rolled back, while the key's row can still be written. */
async function rolledBackOnRefusal<S extends EndpointSpec>(
  ctx: Ctx,
  verb: (ctx: Ctx) => Promise<Outcome<S>>,
): Promise<Outcome<S>> {
  try {
    return await ctx.tx.transaction((tx) => verb({ ...ctx, tx }))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error
    throw error
  }
}

function hashOf(input: Input<EndpointSpec>): string {
  const file = input.file as { sha256: string } | undefined
  const said = JSON.stringify([
    input.params ?? null,
    input.query ?? null,
    input.body ?? null,
    file?.sha256 ?? null,
  ])
  return createHash('sha256').update(said).digest('hex')
}

/**
 * What was kept under a name, unsealed; earlier releases kept it as it was, for a day. Sealed under a secret that the portal
 * had before, nobody can read it any more: 409, and nothing is done a second time.
 */
function opened(ctx: Ctx, name: string, kept: unknown): unknown {
  if (typeof kept !== 'string' || !isSealed(kept)) return kept
  let answer: string
  try {
    answer = decrypt(ctx.secrets.answers, name, kept)
  } catch {
    const message =
      'This request was already answered, but the portal’s secret has changed since, so that its answer cannot be given again. Look at what it did before you send it under another Idempotency-Key.'
    throw new AppError('key_unreadable', message)
  }
  return JSON.parse(answer)
}

/** What was kept, as the contract's answer or as the refusal it was. */
function again<S extends EndpointSpec>(status: number, kept: unknown): Outcome<S> {
  if (status === 200) return kept as Outcome<S>
  const { code, message, details } = kept as { code: AppError['code']; message: string; details?: unknown }
  return new AppError(code, message, details)
}
