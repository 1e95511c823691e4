import { settleIn } from '#server/core/own-process.ts'
import { isSystemError } from '#server/core/system-error.ts'
import type { Asked } from './inspector-process.ts'
import { readPdf } from './read-pdf.ts'

// The inspector's own process: reads one PDF at a time, as told by the parent, and ends with it.

settleIn()
process.on('message', (asked: Asked) => {
  answerTo(asked).then(
    (answer) => process.send?.(answer),
    // A fault of ours, not of the file: let the parent see the process end.
    () => process.exit(1),
  )
})
process.send?.('ready')

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
