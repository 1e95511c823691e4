import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call, download, submit } from './call.ts'
import type { Cast } from './conference.ts'
import type { FileServer } from './file-servers.ts'
import type { BenchPortal } from './portals.ts'
import type { StampedPdf } from './stamped-pdf.ts'

interface Given {
  large: StampedPdf
  portals: readonly BenchPortal[]
  castOf: (portal: BenchPortal) => Cast
  bare: FileServer
}

/** The reader of PDFs asks for so much at a time (client/ui/pdf/use-reader.ts). */
const PART = 262_144

/** Reading the large file and parts of it through its signed link, beside a file server that asks nobody. */
export async function downloads({ large, portals, castOf, bare }: Given): Promise<Benchmark[]> {
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
  const linkOf = (portal: BenchPortal) => links.get(portal) ?? ''
  let at = 0
  const part = (url: string) => {
    at = (at + 7 * PART) % (large.size - PART)
    return download(url, PART, at)
  }
  return [
    {
      name: `Download a file of ${Math.round(large.size / 1e6)} MB`,
      unit: 'MB/s',
      amount: large.size / 1e6,
      concurrency: 4,
      ...fiveSeconds,
      once: (portal) => download(linkOf(portal), large.size),
      yardstick: { name: bare.name, once: () => download(bare.url, large.size) },
    },
    {
      name: `Read ${PART / 1024} KiB of it by Range`,
      unit: 'requests/s',
      amount: 1,
      concurrency: 8,
      ...fiveSeconds,
      once: (portal) => part(linkOf(portal)),
      yardstick: { name: bare.name, once: () => part(bare.url) },
    },
  ]
}
