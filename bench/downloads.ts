import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call, download, submit } from './call.ts'
import type { Cast } from './conference.ts'
import type { BenchPortal } from './portals.ts'
import type { StampedPdf } from './stamped-pdf.ts'

interface Given {
  large: StampedPdf
  portals: readonly BenchPortal[]
  castOf: (portal: BenchPortal) => Cast
  bareUrl: string
}

/** Reading the large file through its signed link, beside a bare file server. */
export async function downloads({ large, portals, castOf, bareUrl }: Given): Promise<Benchmark> {
  const links = new Map<BenchPortal, string>()
  for (const portal of portals) {
    const { submitter } = castOf(portal)
    const id = await submit(portal, submitter, large)
    const { versions } = await call<{ versions: { downloadUrl: string }[] }>(
      portal,
      'GET',
      `/api/abstracts/${id}/overview`,
      submitter,
    )
    links.set(portal, portal.url + (versions[0]?.downloadUrl ?? ''))
  }
  return {
    name: `Download a file of ${Math.round(large.size / 1e6)} MB`,
    unit: 'MB/s',
    amount: large.size / 1e6,
    concurrency: 4,
    ...fiveSeconds,
    once: (portal) => download(links.get(portal) ?? '', large.size),
    yardstick: { name: 'bare node:http file server', once: () => download(bareUrl, large.size) },
  }
}
