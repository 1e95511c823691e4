import { deriveSecrets } from '#server/core/secrets.ts'
import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call } from './call.ts'
import type { Cast } from './conference.ts'
import { type BenchPortal, SECRET } from './portals.ts'
import { startServer } from './yardsticks.ts'

interface Given {
  castOf: (portal: BenchPortal) => Cast
  /** The portal on PostgreSQL, and the route by hand on the same database; neither where there is none. */
  bare: { portal: BenchPortal; url: string } | undefined
}

/** Reading who one is, beside a route by hand that does the same with one prepared statement. */
export function pointReads({ castOf, bare }: Given): Benchmark {
  const read = (from: { url: string }, portal: BenchPortal) =>
    call(from, 'GET', '/api/me', castOf(portal).lister)
  return {
    name: 'Read who one is',
    unit: 'requests/s',
    amount: 1,
    concurrency: 8,
    ...fiveSeconds,
    once: (portal) => read(portal, portal),
    ...(bare && {
      yardstick: { name: 'node:http and a prepared statement', once: () => read(bare, bare.portal) },
    }),
  }
}

/** Starts the route by hand. */
export function startBareRoute(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const key = Buffer.from(deriveSecrets(SECRET).accessToken).toString('base64url')
  return startServer('./point-server.ts', [databaseUrl, key])
}
