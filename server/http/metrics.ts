import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from '#server/core/app-error.ts'
import { type Db, rowsOf } from '#server/db/db.ts'
import { figuresOf } from './figures-of-all.ts'
import type { Portal } from './portal.ts'
import { isShown } from './shown-secret.ts'

/** Answers in under a hundredth of a second are told apart, and so are uploads over slow lines. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/**
 * `/metrics` in the Prometheus text format (decisions.md §8), for whoever shows METRICS_TOKEN as a bearer token; without
 * one configured it is not there. Labels are the contract's paths, never an id or an address.
 */
export function metricsRoute(portal: Portal): void {
  const { metricsToken } = portal.world().config
  if (metricsToken === undefined) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchRequests(portal, registry)
  watchBacklog(portal.database.db, registry)
  const figures = figuresOf(registry)
  portal.http.get('/metrics', async (request, reply) => {
    // As if it were not there: nobody learns that there is something to guess.
    if (!isShown(metricsToken, request)) throw notFound('That call or page')
    return reply
      .type(registry.contentType)
      .header('Cache-Control', 'no-store')
      .send(await figures())
  })
}

function watchRequests({ http }: Portal, registry: Registry): void {
  const seconds = new Histogram({
    name: 'lectern_http_request_seconds',
    help: 'How long requests took, by method, path of the contract and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  http.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, path, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

/** What waits: asked of the database when the figures are. */
function watchBacklog(db: Db, registry: Registry): void {
  const groups = (statement: string) => () => rowsOf<{ label: string; count: number }>(db, sql.raw(statement))
  const backlog = [
    {
      name: 'lectern_jobs_waiting',
      help: 'Jobs that are due and not done yet, by kind.',
      rows: groups(
        `select name as label, count(*)::int as count from pgboss.job
          where state < 'completed' and start_after <= now() group by name`,
      ),
    },
    {
      name: 'lectern_mails',
      help: 'Mails by their state.',
      rows: groups(
        `select kind as label, sum(change)::int as count from tallies where counted = 'emails' group by kind`,
      ),
    },
  ]
  for (const { name, help, rows } of backlog)
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      // Each process asks the same database.
      aggregator: 'first',
      registers: [registry],
      async collect() {
        this.reset()
        // While the database is away the process's own figures are still told.
        const found = await rows().catch(() => [])
        for (const { label, count } of found) this.set({ kind: label }, count)
      },
    })
}
