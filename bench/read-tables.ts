import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { readPayment } from '#shared/payments/receipt-contract.ts'
import { type Benchmark, fiveSeconds } from './benchmark.ts'
import { call } from './call.ts'
import type { Cast } from './conference.ts'
import type { BenchPortal } from './portals.ts'

type CastOf = (portal: BenchPortal) => Cast

const FILES = ['papers.csv', 'papers.xlsx', 'papers.json', 'papers.zip'] as const

/** The papers in each format, the zip of their PDFs among them: every byte is read and counted. */
export function exportsOf(castOf: CastOf): Benchmark[] {
  return FILES.map((file) => ({
    name: `Export ${file}`,
    unit: 'files/s',
    amount: 1,
    concurrency: 2,
    ...fiveSeconds,
    once: async (portal) => {
      const answer = await fetch(`${portal.url}/api/admin/export/${file}`, {
        headers: { authorization: `Bearer ${castOf(portal).admin}` },
      })
      await readWhole(answer, file)
    },
  }))
}

/** The PDFs of receipts, one paper's after the other's. */
export function receiptsOf(papers: readonly string[], castOf: CastOf): Benchmark {
  let next = 0
  return {
    name: 'Read a receipt',
    unit: 'receipts/s',
    amount: 1,
    concurrency: 2,
    ...fiveSeconds,
    once: async (portal) => {
      const paper = papers[next++ % papers.length] ?? ''
      const path = `/api/papers/${paper}/payment`
      const { submitter } = castOf(portal)
      const { receipts } = await call<AnswerOf<typeof readPayment>>(portal, 'GET', path, submitter)
      const [receipt] = receipts
      if (receipt === undefined) throw new Error(`${paper} has no receipt`)
      await readWhole(await fetch(portal.url + receipt.downloadUrl), path)
    },
  }
}

async function readWhole(answer: Response, asked: string): Promise<void> {
  if (answer.status !== 200) throw new Error(`${asked} answered ${answer.status}: ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  if (bytes === 0) throw new Error(`${asked} gave nothing`)
}
