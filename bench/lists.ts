import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call } from './call.ts'
import { ABSTRACTS, type Cast, OWN } from './conference.ts'
import type { BenchPortal } from './portals.ts'

type CastOf = (portal: BenchPortal) => Cast

/** The author's two lists and the admin's. Each answer is checked to be as long as the table says. */
export function lists(castOf: CastOf): Benchmark[] {
  const common = { unit: 'requests/s', amount: 1, concurrency: 8, ...fiveSeconds }
  const own = (which: string): Benchmark => ({
    ...common,
    name: `Author’s ${which} list of ${OWN}`,
    once: async (portal) => {
      const path = `/api/abstracts/${which}`
      const { abstracts } = await call<{ abstracts: unknown[] }>(portal, 'GET', path, castOf(portal).lister)
      expectLength(abstracts, OWN)
    },
  })
  const page = 200
  return [
    own('ongoing'),
    own('completed'),
    {
      ...common,
      name: `Admin’s list, ${page} of ${ABSTRACTS} abstracts`,
      once: async (portal) => {
        const path = `/api/admin/abstracts?limit=${page}`
        const read = await call<{ items: unknown[]; count: number }>(
          portal,
          'GET',
          path,
          castOf(portal).admin,
        )
        expectLength(read.items, page)
        if (read.count !== ABSTRACTS) throw new Error(`there are ${read.count} abstracts, not ${ABSTRACTS}`)
      },
    },
  ]
}

function expectLength(items: readonly unknown[], length: number): void {
  if (items.length !== length) throw new Error(`a list has ${items.length} items, not ${length}`)
}
