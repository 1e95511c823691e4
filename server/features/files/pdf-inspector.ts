import { readPdf } from './read-pdf.ts'

/** The inspector's own process: reads one PDF at a time, as told by the parent, and ends with it. */
process.on('message', (path: string) => {
  readPdf(path).then(
    (facts) => process.send?.(facts),
    // A fault of ours, not of the file: let the parent see the process end.
    () => process.exit(1),
  )
})
process.on('disconnect', () => process.exit(0))
