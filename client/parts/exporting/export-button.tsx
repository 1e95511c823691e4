import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import type { ExportedTable, ExportFile, ExportFilter } from '#shared/exporting/contract.ts'
import { useDeed } from '../use-deed.ts'
import { download } from './download.ts'
import { words } from './words.ts'

type Format = ExportFile['format']
const tableFormats: readonly Format[] = ['csv', 'xlsx', 'json']
const paperFormats: readonly Format[] = [...tableFormats, 'bib', 'zip']

interface Props {
  /** What this list can be taken out as, the list itself first. */
  tables: readonly [ExportedTable, ...ExportedTable[]]
  /** The list's own search, filter and order. */
  filter: ExportFilter
}

/** Takes a list out as a file: asks which and in what format, and lets the browser download it. */
export function ExportButton({ tables, filter }: Props) {
  const [asking, setAsking] = useState(false)
  const [table, setTable] = useState<ExportedTable>(tables[0])
  const [chosen, setFormat] = useState<Format>('csv')
  const formats = table === 'papers' ? paperFormats : tableFormats
  const format = formats.includes(chosen) ? chosen : 'csv'
  const deed = useDeed({
    run: () => download({ table, format }, filter),
    fallback: words.failed,
    done: () => words.begun,
    after: () => setAsking(false),
    inPlace: true,
  })
  return (
    <>
      <Button
        look="secondary"
        icon="download"
        onClick={() => {
          deed.forget()
          setAsking(true)
        }}
      >
        {words.export}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.title}
        confirm={words.download}
        cancel={words.cancel}
        busy={deed.busy}
        problem={deed.problem}
        onConfirm={() => deed.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        <p>{filter.q || filter.status ? words.filtered : words.all}</p>
        {tables.length > 1 && (
          <SelectField
            id="export-table"
            name="table"
            label={words.what}
            value={table}
            options={tables.map((value) => ({ value, label: words.tables[value] }))}
            onValue={(value) => setTable(tables.find((one) => one === value) ?? tables[0])}
          />
        )}
        <SelectField
          id="export-format"
          name="format"
          label={words.format}
          value={format}
          options={formats.map((value) => ({ value, label: words.formats[value] }))}
          onValue={(value) => setFormat(formats.find((one) => one === value) ?? 'csv')}
        />
      </ConfirmDialog>
    </>
  )
}
