import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { readPdf } from './read-pdf.ts'

// The inspector's own process: reads one PDF at a time, as told by the parent, and ends with it.

// A row of files made to be slow must not slow the log-in.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// While a file keeps this thread busy, 'disconnect' is not heard: another thread looks whether the parent is there.
const watch = `setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL') }, 500)`
new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } })

process.on('message', (path: string) => {
  readPdf(path).then(
    (facts) => process.send?.(facts),
    // A fault of ours, not of the file: let the parent see the process end.
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
