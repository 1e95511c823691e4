import { download } from '#client/parts/exporting/download.ts'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button } from '#client/ui/button.tsx'
import type { ExportedTable } from '#shared/exporting/contract.ts'
import { words } from './words.ts'

/** The numbers behind a plot as a file. */
export function CsvButton({ table }: { table: ExportedTable }) {
  const deed = useDeed({
    run: () => download({ table, format: 'csv' }),
    fallback: words.csvFailed,
  })
  return (
    <Button look="quiet" small icon="download" busy={deed.busy} onClick={() => deed.start(undefined)}>
      {words.csv}
    </Button>
  )
}
