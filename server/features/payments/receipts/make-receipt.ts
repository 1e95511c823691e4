import { lastingProcess } from '#server/core/lasting-process.ts'
import type { ReceiptFacts } from './receipt-pdf.ts'

/** How long the process waits for another receipt, with its fonts at hand, before it ends: milliseconds. */
const IDLE_MS = 10_000
/** Megabytes that its JavaScript may hold: five times what eight scripts on one receipt took, those cut when needed among them. */
const MEMORY_MB = 300
/** Somebody waits for a receipt, and so do others for the portal. */
const YIELDS = 5

const inProcess = lastingProcess<ReceiptFacts, Uint8Array>(
  { source: new URL('./receipt-maker.ts', import.meta.url), built: 'receipt-maker' },
  { idleMs: IDLE_MS, memoryMb: MEMORY_MB, yields: YIELDS },
)

/**
 * The receipt's PDF, made in a process of its own: cutting a font to one weight takes tenths of a second of the
 * processor and tens of megabytes. The process keeps its fonts for the next one, and ends when none is asked for. Throws
 * when a receipt cannot be made; another is tried in a new process.
 */
export async function makeReceipt(facts: ReceiptFacts): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await inProcess(facts)
  return Buffer.from(buffer, byteOffset, byteLength)
}
