import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isSystemError } from '#server/core/system-error.ts'
import type { Asked } from './inspector-process.ts'
import { readPdf } from './read-pdf.ts'

// The inspector's own process: reads one PDF at a time, as told by the parent, and ends with it.

// A row of files made to be slow must not slow the log-in; what nobody waits for must not slow an upload.
for (const thread of ownThreads()) setPriority(thread, Number(process.argv[2]))

// While a file keeps this thread busy, 'disconnect' is not heard: another thread looks whether the parent is there.
const watch = `setInterval(() => { if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL') }, 500)`
new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } })

process.on('message', (asked: Asked) => {
  answerTo(asked).then(
    (answer) => process.send?.(answer),
    // A fault of ours, not of the file: let the parent see the process end.
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

/** On Linux a priority is a thread's own, and those that collect memory are there before it is set; elsewhere 0 is all of them. */
function ownThreads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
}

function answerTo(asked: Asked) {
  if (asked.want === 'facts') return readPdf(asked.path)
  return asked.want === 'text' ? textOf(asked.path) : copyOf(asked.path, asked.to)
}

async function copyOf(path: string, to: string) {
  const { cleanPdf } = await import('./clean/clean-pdf.ts')
  return cleanPdf(path, to)
}

/** Without a file that cannot be read there is no text. The reader is large: it is loaded when it is asked for. */
async function textOf(path: string) {
  const { readText } = await import('./read-text.ts')
  return readText(path).catch((error: unknown) => {
    if (isSystemError(error)) throw error
    return { title: '', abstract: '', page: '', hidden: '' }
  })
}
