import { DropZone } from '#client/ui/drop-zone.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

interface Props {
  /** What the file is, for screen readers: 'Statement'. */
  label: string
  hint: string
  busy: boolean
  /** What is said while the file is read. */
  reading: string
  problem: string | undefined
  onFile: (file: File) => void
}

/** Where a list to be imported is chosen, and that it is being read. */
export function CsvDrop({ label, hint, busy, reading, problem, onFile }: Props) {
  return (
    <>
      <DropZone
        hint={hint}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        label={label}
        disabled={busy}
        error={problem}
        onFile={onFile}
      />
      {busy && (
        <>
          <output>{reading}</output>
          <Skeleton lines={3} />
        </>
      )}
    </>
  )
}
