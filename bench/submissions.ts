import type { Benchmark } from './benchmark.ts'
import { submit } from './call.ts'
import type { Cast } from './conference.ts'
import type { BenchPortal } from './portals.ts'
import { sendForm } from './send-form.ts'
import type { StampedPdf } from './stamped-pdf.ts'
import { copyYardstick } from './yardsticks.ts'

interface Given {
  small: StampedPdf
  large: StampedPdf
  castOf: (portal: BenchPortal) => Cast
  /** Where the yardstick writes. */
  folder: string
  /** The receiver by hand. */
  receiver: { url: string }
}

/**
 * Submitting a small and a large PDF, no two alike, beside a bare copy, and one that comes over HTTP from the same client. The counts are bound so that all rounds
 * together stay below the number of abstracts that the lists are measured with.
 */
export function submissions({ small, large, castOf, folder, receiver }: Given): Benchmark[] {
  const shared = (pdf: StampedPdf) => ({
    limitMs: 5000,
    once: (portal: BenchPortal) => submit(portal, castOf(portal).submitter, pdf),
    yardstick: { name: 'bare copy with md5, sha256 and flush', once: copyYardstick(pdf, folder) },
    further: { name: 'the same behind node:http', once: () => receive(receiver.url, pdf) },
  })
  return [
    {
      name: `Submit a PDF of ${Math.round(small.size / 1000)} KB`,
      unit: 'files/s',
      amount: 1,
      concurrency: 4,
      limitCount: 280,
      ...shared(small),
    },
    {
      name: `Submit a PDF of ${Math.round(large.size / 1e6)} MB`,
      unit: 'MB/s',
      amount: large.size / 1e6,
      concurrency: 2,
      limitCount: 30,
      ...shared(large),
    },
  ]
}

async function receive(url: string, pdf: StampedPdf): Promise<void> {
  const { status } = await sendForm(url, pdf.next())
  if (status !== 200) throw new Error(`the receiver by hand answered ${status}`)
}
