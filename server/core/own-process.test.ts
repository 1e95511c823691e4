import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isRunning } from '../../trust/crash/processes.ts'

/** Starts a program of ours as the portal does, tells its number, and is killed before that program has been read. */
async function killedWhileStarting(program: string): Promise<number> {
  const script = `
    import { startProcess } from ${JSON.stringify(join(import.meta.dirname, 'own-process.ts'))}
    const source = new URL(${JSON.stringify(`file://${join(import.meta.dirname, program)}`)})
    const child = startProcess({ source, built: '' }, { memoryMb: 256, yields: 0 })
    process.stdout.write(String(child.pid), () => process.kill(process.pid, 'SIGKILL'))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const running = promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  // It is killed: what it told comes with the error.
  const told: { stdout: string } = await running.catch((ended) => ended)
  return Number(told.stdout)
}

test.runIf(existsSync('/proc/self/stat')).each([
  ['sets receipts in type', '../features/payments/receipts/receipt-maker.ts'],
  ['reads PDFs', '../features/files/pdf-inspector.ts'],
])('what %s ends, though the portal was killed while it started', async (_, program) => {
  const child = await killedWhileStarting(program)
  expect(child).toBeGreaterThan(0)
  await expect.poll(() => isRunning(child), { timeout: 60_000 }).toBe(false)
})
