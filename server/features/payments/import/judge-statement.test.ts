import { expect, test } from 'vitest'
import { previewImport } from '#shared/payments/import-contract.ts'
import { type Judging, judgeStatement, writeJudged } from './judge-statement.ts'

const fee = { cents: 25_000, currency: 'EUR' }
const judging: Judging = {
  bytes: Buffer.from(
    'Date;Amount;Payer;Text\n2026-03-02;250,00;Ada Okafor;Fee P26-0001\n2026-03-03;-1,00;;Bank charge',
  ),
  given: {},
  known: { fee, currency: 'EUR', papers: new Map(), earlier: [] },
  asOf: new Date('2026-03-05T10:00:00Z'),
  today: '2026-03-05',
}

test('what is written holds all that was judged, and nothing that the contract does not know', () => {
  const judged = judgeStatement(judging)
  expect(judged.lines).toHaveLength(2)
  expect(previewImport.answer.parse(judged)).toEqual(judged)
  expect(JSON.parse(new TextDecoder().decode(writeJudged(judging)))).toEqual(judged)
})

test('a long statement is written in several portions, and is one answer', () => {
  const rows = Array.from({ length: 1001 }, (_, at) => `2026-03-02;250,00;Ada Okafor;Fee of “somebody” ${at}`)
  const long = { ...judging, bytes: Buffer.from(['Date;Amount;Payer;Text', ...rows].join('\n')) }
  const judged = judgeStatement(long)
  expect(judged.lines).toHaveLength(1001)
  expect(JSON.parse(new TextDecoder().decode(writeJudged(long)))).toEqual(judged)
})

test('what is written shares its memory with nothing, so that a thread can hand it over', () => {
  const written = writeJudged(judging)
  expect(written.buffer.byteLength).toBe(written.byteLength)
})
