import { SCREEN_PAGE } from '#shared/core/screen-page.ts'
import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call } from './call.ts'
import { ABSTRACTS, type Cast, OWN } from './conference.ts'
import type { Eavesdropper } from './eavesdropper.ts'
import type { BenchPortal } from './portals.ts'

type CastOf = (portal: BenchPortal) => Cast

interface Given {
  castOf: CastOf
  /** The portal on PostgreSQL, and who hears what a list says to that database; neither where there is none. */
  byHand: { portal: BenchPortal; ear: Eavesdropper } | undefined
}

/**
 * The author's two lists and the admin's, each beside the same statements, prepared and sent by hand over as many connections.
 * Each answer is checked to be as long as the table says.
 */
export function lists({ castOf, byHand }: Given): Benchmark[] {
  const list = (
    name: string,
    path: string,
    who: 'lister' | 'admin',
    check: (answer: unknown) => void,
  ): Benchmark => ({
    ...{ name, unit: 'requests/s', amount: 1, concurrency: CONCURRENCY, ...fiveSeconds },
    once: async (portal) => check(await call<unknown>(portal, 'GET', path, castOf(portal)[who])),
    ...(byHand && {
      yardstick: {
        name: 'the same statements, prepared',
        once: replayOf(byHand.ear, path, () => castOf(byHand.portal)[who]),
      },
    }),
  })
  const own = (which: string) =>
    list(`Author’s ${which} list of ${OWN}`, `/api/abstracts/${which}`, 'lister', (answer) => {
      expectLength((answer as { abstracts: unknown[] }).abstracts, OWN)
    })
  const page = `Admin’s list, ${SCREEN_PAGE} of ${ABSTRACTS} abstracts`
  return [
    own('ongoing'),
    own('completed'),
    list(page, `/api/admin/abstracts?limit=${SCREEN_PAGE}`, 'admin', (answer) => {
      // What a list promises is held by its tests.
      const { items, count } = answer as { items: unknown[]; count: number }
      expectLength(items, SCREEN_PAGE)
      if (count !== ABSTRACTS) throw new Error(`there are ${count} abstracts, not ${ABSTRACTS}`)
    }),
  ]
}

const CONCURRENCY = 8

/** Sends what a page says; it is heard once, with the token of that moment. */
function replayOf(ear: Eavesdropper, path: string, token: () => string): () => Promise<void> {
  let said: ReturnType<Eavesdropper['listen']> | undefined
  return async () => {
    said ??= ear.listen(path, token())
    await ear.replay(await said)
  }
}

function expectLength(items: readonly unknown[], length: number): void {
  if (items.length !== length) throw new Error(`a list has ${items.length} items, not ${length}`)
}
