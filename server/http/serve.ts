import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Ctx, Steps } from '#server/core/ctx.ts'
import { signTransaction } from '#server/db/sign-transaction.ts'
import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { answerOf } from './answer.ts'
import { arrivedAt, noteArrival } from './arrival.ts'
import { actorOf, authorise, authoriseAgain } from './authorise.ts'
import { type Input, type Outcome, WrittenAnswer } from './call.ts'
import { doorOf } from './door.ts'
import { answerOnce, idempotencyKeyOf } from './idempotency.ts'
import { compressed } from './open-http.ts'
import type { Portal } from './portal.ts'
import { receiveFile, refuseForm } from './receive-file.ts'
import { markUnchanged } from './unchanged.ts'
import { inputOf } from './validate.ts'

type Handler<S extends EndpointSpec> = (ctx: Ctx, input: Input<S>) => Promise<Outcome<S>>
type SteppedHandler<S extends EndpointSpec> = (
  steps: Steps,
  input: Input<S>,
) => Promise<Outcome<S> | WrittenAnswer>

/**
 * Serves a call of the contract: who asks and whether they may, validation, the file if there is one, idempotency,
 * one transaction around the verb (none for reads), and an answer that holds exactly what the contract promises.
 */
export function serve<S extends EndpointSpec>(portal: Portal, spec: S, handler: Handler<S>): void {
  servePrepared(portal, spec, async () => undefined, handler)
}

/**
 * As {@link serve}, for verbs that need something of the request that takes long to read: `prepare` runs while no
 * transaction is open. What it refuses is the verb's refusal.
 */
export function servePrepared<S extends EndpointSpec, P>(
  portal: Portal,
  spec: S,
  prepare: (input: Input<S>) => Promise<P>,
  handler: (ctx: Ctx, input: Input<S>, prepared: P) => Promise<Outcome<S>>,
): void {
  route(portal, spec, async (request, actor) => {
    const base = baseOf(portal, request, actor)
    const input = await readInput(portal, spec, request, actor)
    const [prepared] = await Promise.allSettled([prepare(input)])
    const handle = (ctx: Ctx) => {
      if (prepared.status === 'rejected') throw prepared.reason
      return handler(ctx, input, prepared.value)
    }
    if (spec.method === 'GET') return handle({ ...base, tx: portal.database.db })
    const verb = async (ctx: Ctx) => {
      const outcome = await handle(ctx)
      // Inside the transaction: no row without its bytes. Bytes without a row can only be left by a failed commit.
      if (input.file !== undefined && !(outcome instanceof AppError))
        await portal.intake.keep(input.file, ctx.tx)
      return outcome
    }
    try {
      // Where nobody is logged in there is nobody whose answer could be kept.
      const key = actor.kind === 'person' ? idempotencyKeyOf(request) : undefined
      return await portal.database.db.transaction(async (tx) => {
        const ctx = { ...base, tx }
        await signTransaction(tx, actor, base.now)
        return key === undefined ? verb(ctx) : answerOnce(ctx, spec, key, input, verb)
      })
    } finally {
      if (input.file !== undefined) await portal.intake.discard(input.file)
    }
  })
}

/** As {@link serve}, for verbs that open their transactions themselves because they hash or wait in between. */
export function serveSteps<S extends EndpointSpec>(
  portal: Portal,
  spec: S,
  handler: SteppedHandler<S>,
): void {
  route(portal, spec, async (request, actor) => {
    const base = baseOf(portal, request, actor)
    const transact = <T>(work: (ctx: Ctx) => Promise<T>) =>
      portal.database.db.transaction(async (tx) => {
        await signTransaction(tx, actor, base.now)
        return work({ ...base, tx })
      })
    const alone = <T>(work: (ctx: Ctx) => Promise<T>) => work({ ...base, tx: portal.database.db })
    return handler({ ...base, transact, alone }, await readInput(portal, spec, request, actor))
  })
}

/**
 * Serves a call that writes its answer itself (bytes). The reply is handed on after the same checks; nothing is
 * said of its shape.
 */
export function serveRaw<S extends EndpointSpec>(
  portal: Portal,
  spec: S,
  handler: (ctx: Ctx, input: Input<S>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  portal.http.route({
    method: spec.method,
    url: fastifyPath(spec.path),
    handler: async (request, reply) => {
      const actor = await actorOf(portal, spec, request)
      authorise(spec, actor)
      const input = await readInput(portal, spec, request, actor)
      return handler({ ...baseOf(portal, request, actor), tx: portal.database.db }, input, request, reply)
    },
  })
}

function route<S extends EndpointSpec>(
  portal: Portal,
  spec: S,
  run: (request: FastifyRequest, actor: Actor) => Promise<Outcome<S> | WrittenAnswer>,
): void {
  const door = doorOf(portal, spec)
  portal.http.route({
    method: spec.method,
    url: fastifyPath(spec.path),
    ...(spec.bodyLimit === undefined ? {} : { bodyLimit: spec.bodyLimit }),
    ...compressed,
    ...door,
    preValidation: [...(spec.file === undefined ? [] : [noteArrival(portal)]), ...door.preValidation],
    onSend: [...door.onSend, markUnchanged],
    handler: async (request, reply) => {
      const actor = await actorOf(portal, spec, request)
      authorise(spec, actor)
      const outcome = await run(request, actor)
      if (outcome instanceof AppError) throw outcome
      if (outcome instanceof WrittenAnswer)
        return reply.type('application/json; charset=utf-8').send(bytesOf(outcome))
      return reply.send(answerOf(spec, outcome))
    },
  })
}

/** As a Buffer, which Fastify sends as it is; nothing is copied. */
const bytesOf = ({ json: { buffer, byteOffset, byteLength } }: WrittenAnswer) =>
  Buffer.from(buffer, byteOffset, byteLength)

async function readInput<S extends EndpointSpec>(
  portal: Portal,
  spec: S,
  request: FastifyRequest,
  actor: Actor,
): Promise<Input<S>> {
  if (spec.file === undefined) refuseForm(request)
  const began = portal.world().now
  const input = inputOf(spec, request)
  const file =
    spec.file === undefined ? undefined : await receiveFile(portal.intake, spec.file, request, actor)
  if (file !== undefined) {
    try {
      await authoriseAgain(portal, spec, request, began)
    } catch (error) {
      await portal.intake.discard(file)
      throw error
    }
  }
  // The contract says which of the four there are; the type of Input follows the same contract.
  return { ...input, file } as Input<S>
}

function baseOf(portal: Portal, request: FastifyRequest, actor: Actor): Omit<Ctx, 'tx'> {
  const device = (request.headers['user-agent'] ?? '').slice(0, 300)
  const origin = { address: request.ip, device }
  return { ...portal.world(), log: request.log, actor, origin, cameAt: arrivedAt(request) }
}

/** `{abstractId}` to Fastify's `:abstractId`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
