import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { makeReceipt } from './make-receipt.ts'
import { type ReceiptFacts, receiptPdf } from './receipt-pdf.ts'

const facts: ReceiptFacts = {
  number: 'R26-0012',
  issuedAt: new Date('2026-03-02T10:00:00Z'),
  issuedOn: '2 March 2026',
  voidedOn: null,
  conference: 'Engineering Conference 2026',
  organiser: { name: 'Verein für Brücken', address: 'Bahnhofstraße 1\n8001 Zürich', taxNumber: 'CHE-1' },
  payer: { name: 'محمد 东京 서울 Ωμέγα', address: 'क्षत्रिय', taxNumber: 'Д 7' },
  paperId: 'P26-0007-I',
  title: 'גשרים 橋とトンネル',
  amount: '250.00',
  currency: 'EUR',
  reference: '',
}

test('this thread is idle while receipts are made; they are what it would make itself', async () => {
  const before = performance.eventLoopUtilization()
  const [one, other] = await Promise.all([makeReceipt(facts), makeReceipt({ ...facts, number: 'R26-0013' })])
  const { utilization } = performance.eventLoopUtilization(before)
  expect(utilization).toBeLessThan(0.5)
  expect(one.equals(await receiptPdf(facts))).toBe(true)
  expect(other.equals(await receiptPdf({ ...facts, number: 'R26-0013' }))).toBe(true)
})

test('a receipt that cannot be made is refused alone; the next is made', async () => {
  const wrong = { ...facts, title: undefined } as unknown as ReceiptFacts
  const [failed, made] = await Promise.allSettled([makeReceipt(wrong), makeReceipt(facts)])
  expect([failed.status, made.status]).toEqual(['rejected', 'fulfilled'])
})
