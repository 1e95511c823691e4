import type { Actor, PersonActor } from '#server/core/actor.ts'
import { AppError } from '#server/core/app-error.ts'
import type { Config } from '#server/core/config.ts'
import type { Log } from '#server/core/log.ts'
import type { Secrets } from '#server/core/secrets.ts'
import type { Db } from '#server/db/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

/** What every action knows of the world, apart from the database. Time, randomness and ids come in from here. */
export interface World {
  now: Date
  /** A new UUIDv7. */
  newId(): string
  /** Bytes from a cryptographic source (a seeded one in tests). */
  randomBytes(count: number): Buffer
  config: Config
  secrets: Secrets
  jobs: Jobs
  log: Log
}

/** All that an action ("verb") can reach: one transaction, who asks, and the world. */
export interface Ctx extends World {
  tx: Db
  actor: Actor
  /** Where the request came from: for limits and the list of sessions. */
  origin: Origin
  /** When a file first came that the portal had no room for then; its deadline is held against it. */
  cameAt?: Date | undefined
}

interface Origin {
  address: string
  device: string
}

/**
 * For the few actions that hash a password or wait for something between two transactions: no transaction is
 * open, `transact` opens one, and `alone` asks without one: each statement is its own, and the activity names nobody for
 * what it changes.
 */
export interface Steps extends Omit<Ctx, 'tx'> {
  transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  alone<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** The person who acts. The contract's `access` has already refused anybody else. */
export function personOf(ctx: { actor: Actor }): PersonActor {
  if (ctx.actor.kind !== 'person') throw new AppError('not_authenticated', 'Please log in.')
  return ctx.actor
}
