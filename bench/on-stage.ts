import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSmtpPeer } from '#tests/smtp-peer.ts'

/** What a bench begins with. */
interface Stage {
  /** A folder of its own. */
  folder: string
  /** A mail server that takes everything. */
  smtp: { url: string }
  /** What is to be undone, last first, whatever happens. */
  undo: (() => unknown)[]
}

/** Runs a bench on a stage of its own and clears all of it away afterwards; what cannot be cleared away is told, and ends with 1. */
export async function onStage(bench: (stage: Stage) => Promise<void>): Promise<void> {
  const undo: Stage['undo'] = []
  try {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const smtp = await openSmtpPeer()
    undo.push(() => smtp.close())
    await bench({ folder, smtp, undo })
  } finally {
    for (const step of undo.reverse()) {
      try {
        await step()
      } catch (error) {
        console.error(error)
        process.exitCode = 1
      }
    }
  }
}
