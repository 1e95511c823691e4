import { lastingThread } from '#server/core/lasting-thread.ts'
import type { ReceiptFacts } from './receipt-pdf.ts'

/** How long the thread waits for another receipt, with its fonts at hand, before it ends: milliseconds. */
const IDLE_MS = 10_000

const inThread = lastingThread<ReceiptFacts, Uint8Array>(
  { source: new URL('./receipt-thread.ts', import.meta.url), built: 'receipt-thread' },
  { idleMs: IDLE_MS },
)

/**
 * The receipt's PDF, made in a thread of its own: cutting a font to one weight takes tenths of a second of the
 * processor, and the portal goes on answering meanwhile. The thread keeps its fonts for the next one, and ends when none
 * is asked for. Throws when a receipt cannot be made; another is tried in a new thread.
 */
export async function makeReceipt(facts: ReceiptFacts): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await inThread(facts)
  return Buffer.from(buffer, byteOffset, byteLength)
}
