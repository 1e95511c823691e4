import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import type { z } from 'zod'
import { type Db, rowsOf } from '#server/db/db.ts'
import type { Database } from '#server/db/open.ts'
import { drain, type Loop, workOff } from './work-off.ts'

/** A kind of job: its name and what it carries. Its handler stands elsewhere, with the feature that does the work. */
export interface JobKind<Data extends object = object> {
  name: string
  data: z.ZodType<Data>
  /** How often a failed job is tried again, and the seconds before the first retry; doubling after. */
  retryLimit: number
  retryDelay: number
  /** After so many retries the wait grows no more, and no limit ends them: the handler does. */
  steadyFrom?: number
  /** One runs at a time in each process: what would only wait there stays in the queue, which takes it for lost two minutes after it was fetched. */
  oneByOne?: true
}

/** What a job's handler is told beside its data. */
export interface Attempt {
  /** The portal ends: what can be done later is not waited for. */
  stopped?: AbortSignal | undefined
}

export interface JobHandler {
  kind: JobKind
  /** Throws to be tried again. */
  handle: (data: unknown, attempt?: Attempt) => Promise<void>
}

/** Pairs a kind with its handler, so that the handler gets its own data. */
export function handlerFor<Data extends object>(
  kind: JobKind<Data>,
  handle: (data: Data, attempt: Attempt) => Promise<void>,
): JobHandler {
  return { kind, handle: (data, attempt = {}) => handle(kind.data.parse(data), attempt) }
}

/** How long a job that runs is waited for when the portal ends. */
const STOP_MS = 10_000

/** The queue: `enqueue` inside the change's own transaction is the outbox. */
export interface Jobs {
  /** Writes jobs, to be taken up in this order. */
  enqueue<Data extends object>(
    tx: Db,
    kind: JobKind<Data>,
    data: readonly Data[],
    startAfter?: Date,
  ): Promise<void>
  /** What the jobs of a kind carry that are not done yet and have not failed for good. */
  waiting<Data extends object>(kind: JobKind<Data>, tx?: Db): Promise<Data[]>
  /** Whether a job that carries just this is among them, however many wait. */
  isWaiting<Data extends object>(kind: JobKind<Data>, data: Data, tx?: Db): Promise<boolean>
  /** As {@link waiting}, and takes those out of the queue that nobody has begun: whoever asks does their work too. */
  take<Data extends object>(tx: Db, kind: JobKind<Data>): Promise<Data[]>
  /** Works jobs off in the background until `stop`. */
  work(handlers: readonly JobHandler[]): Promise<void>
  /** Works off all that is due now and gives how many ran; for tests and the command line. */
  drain(handlers: readonly JobHandler[]): Promise<number>
  stop(): Promise<void>
}

/** Any fixed number: of several processes that start at once, one makes the index. */
const INDEX_LOCK = 361_907_244

/** Jobs in the order in which they are fetched: the library's own index has all that wait sorted for every few of them. */
const indexInOrder = `select pg_advisory_xact_lock(${INDEX_LOCK});
  create index if not exists job_in_order on pgboss.job (name, priority desc, created_on, id) where state < 'active'`

/** Opens the queue in the portal's own database. `onError` hears of faults in the background. */
export async function openJobs(
  database: Database,
  kinds: readonly JobKind[],
  onError: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7,
    schedule: false,
  })
  boss.on('error', onError)
  await boss.start()
  for (const kind of kinds) {
    await boss.createQueue(kind.name, {
      name: kind.name,
      policy: 'standard',
      retryLimit: kind.retryLimit,
      retryDelay: kind.retryDelay,
      retryBackoff: true,
      expireInSeconds: 120,
    })
  }
  await database.executeSql(indexInOrder)

  const loops: Loop[] = []
  return {
    enqueue: async (tx, kind, data, startAfter) => {
      const { name } = kind
      const when = startAfter === undefined ? {} : { startAfter: startAfter.toISOString() }
      // Jobs of one moment are worked off by their ids.
      const ids = data.map(() => randomUUID()).sort()
      const jobs = data.map((each, at) => ({ id: ids[at] ?? randomUUID(), name, data: each, ...when }))
      if (jobs.length > 0) await boss.insert(jobs, { db: inside(tx) })
    },
    waiting: async (kind, tx = database.db) => {
      const rows = await rowsOf<{ data: unknown }>(
        tx,
        sql`select data from pgboss.job where name = ${kind.name} and state < 'completed'`,
      )
      return rows.map(({ data }) => kind.data.parse(data))
    },
    isWaiting: async (kind, data, tx = database.db) => {
      const rows = await rowsOf(
        tx,
        sql`select 1 as found from pgboss.job
          where name = ${kind.name} and state < 'completed' and data = ${JSON.stringify(data)}::jsonb limit 1`,
      )
      return rows.length > 0
    },
    take: async (tx, kind) => {
      const rows = await rowsOf<{ data: unknown }>(
        tx,
        sql`delete from pgboss.job where name = ${kind.name} and state = 'created' returning data`,
      )
      return rows.map(({ data }) => kind.data.parse(data))
    },
    work: async (handlers) => {
      for (const handler of handlers) loops.push(workOff(boss, handler, onError))
    },
    drain: (handlers) => drain(boss, handlers),
    stop: async () => {
      const stopped = Promise.all(loops.map((loop) => loop.stop()))
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())])
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** Lets the queue write through an open transaction: `$n` parameters become Drizzle's own. */
function inside(tx: Db): PgBoss.Db {
  return {
    executeSql: async (text, values) => {
      const parts = text.split(/\$(\d+)/)
      const chunks = parts.map((part, i) =>
        i % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]),
      )
      // Both drivers answer { rows }; see db.ts.
      return (await tx.execute(sql.join(chunks))) as unknown as { rows: unknown[] }
    },
  }
}
