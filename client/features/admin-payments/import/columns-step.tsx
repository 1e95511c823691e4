import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { columnRoles, type Reading, type ReadingGiven } from '#shared/payments/import-contract.ts'
import styles from './import.module.css'
import { type Preview, StepHeader } from './step-header.tsx'
import { sumOf } from './sum-of.ts'
import { words } from './words.ts'

const SHOWN = 5

interface Props {
  preview: Preview
  name: string
  busy: boolean
  problem: string | undefined
  onReading: (reading: ReadingGiven) => void
  onOther: () => void
  onNext: () => void
}

/** How the statement was read, to be corrected; each correction reads it anew. */
export function ColumnsStep({ preview, name, busy, problem, onReading, onOther, onNext }: Props) {
  const { reading, lines } = preview
  const change = (corrected: ReadingGiven) => onReading({ ...givenBy(reading), ...corrected })
  const hasAmount = reading.columns.some(({ role }) => role === 'amount')
  return (
    <>
      <StepHeader step={2} title={words.columns} lead={words.columnsLead(name, lines.length)} />
      {problem && <Message kind="error">{problem}</Message>}
      {!hasAmount && <Message kind="error">{words.noAmount}</Message>}
      <div aria-busy={busy || undefined}>
        <FirstLines lines={lines.slice(0, SHOWN)} />
        <Columns
          columns={reading.columns}
          onRole={(column, role) =>
            change({ columns: reading.columns.map((one, at) => (at === column ? role : one.role)) })
          }
        />
        <Dialect reading={reading} onChange={change} />
      </div>
      <div className={styles.actions}>
        <Button disabled={!hasAmount} busy={busy} onClick={onNext}>
          {words.next}
        </Button>
        <Button look="quiet" onClick={onOther}>
          {words.otherFile}
        </Button>
      </div>
    </>
  )
}

/** What was read, as it is sent back to be read that way again. */
function givenBy({ columns, ...dialect }: Reading): ReadingGiven {
  return { ...dialect, columns: columns.map(({ role }) => role) }
}

function FirstLines({ lines }: { lines: Preview['lines'] }) {
  return (
    <Panel title={words.asRead}>
      <Rows label={words.asRead}>
        {lines.map((line) => (
          <Row
            key={line.line}
            title={`${words.amount}: ${sumOf(line)}`}
            meta={
              <>
                <span>
                  {words.date}: {line.date ?? words.none}
                </span>
                <span>
                  {words.payer}: {line.payer || words.none}
                </span>
              </>
            }
          >
            <p className={styles.text}>{line.text || words.none}</p>
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}

interface ColumnsProps {
  columns: Reading['columns']
  onRole: (column: number, role: Reading['columns'][number]['role']) => void
}

function Columns({ columns, onRole }: ColumnsProps) {
  const id = useId()
  return (
    <Panel title={words.eachColumn}>
      <div className={`${styles.fields} ${styles.columns}`}>
        {columns.map(({ heading, role, samples }, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
            key={at}
            id={`${id}-${at}`}
            name={`column-${at}`}
            label={words.column(heading, at)}
            hint={words.eg(samples)}
            value={role}
            options={columnRoles.map((value) => ({ value, label: words.roles[value] }))}
            onValue={(value) => {
              const chosen = columnRoles.find((one) => one === value)
              if (chosen !== undefined) onRole(at, chosen)
            }}
          />
        ))}
      </div>
    </Panel>
  )
}

function Dialect({ reading, onChange }: { reading: Reading; onChange: (given: ReadingGiven) => void }) {
  const id = useId()
  // Another encoding, separator or heading makes other columns: they are guessed anew.
  const anew = { columns: undefined }
  return (
    <Panel title={words.dialect}>
      <div className={styles.fields}>
        <Pick
          {...{ id, label: words.separator, value: reading.separator, labels: words.separators }}
          onPick={(separator) => onChange({ ...anew, separator })}
        />
        <Pick
          {...{ id, label: words.decimal, value: reading.decimal, labels: words.decimals }}
          onPick={(decimal) => onChange({ decimal })}
        />
        <Pick
          {...{ id, label: words.dateOrder, value: reading.dateOrder, labels: words.dateOrders }}
          onPick={(dateOrder) => onChange({ dateOrder })}
        />
        <Pick
          {...{ id, label: words.encoding, value: reading.encoding, labels: words.encodings }}
          onPick={(encoding) => onChange({ ...anew, encoding })}
        />
        <HeadingField
          key={reading.heading}
          id={`${id}-heading`}
          heading={reading.heading}
          onHeading={(heading) => onChange({ ...anew, heading })}
        />
      </div>
    </Panel>
  )
}

interface HeadingProps {
  id: string
  heading: number | null
  onHeading: (heading: number | null) => void
}

/** The line of the headings; taken over when the field is left. */
function HeadingField({ id, heading, onHeading }: HeadingProps) {
  const [typed, setTyped] = useState(String(heading ?? ''))
  const take = () => {
    const line = typed.trim() === '' ? null : Number(typed)
    if (line === heading) return
    if (line === null || (Number.isInteger(line) && line > 0)) onHeading(line)
    else setTyped(String(heading ?? ''))
  }
  return (
    <TextField
      id={id}
      name="heading"
      label={words.heading}
      value={typed}
      onValue={setTyped}
      input={{ inputMode: 'numeric', onBlur: take }}
    />
  )
}

interface PickProps<Value extends string> {
  id: string
  label: string
  value: Value
  labels: Readonly<Record<Value, string>>
  onPick: (value: Value) => void
}

/** One of a few words, each with its label. */
function Pick<Value extends string>({ id, label, value, labels, onPick }: PickProps<Value>) {
  // The labels are listed by value, each one.
  const values = Object.keys(labels) as Value[]
  return (
    <SelectField
      id={`${id}-${label}`}
      name={label}
      label={label}
      value={value}
      options={values.map((one) => ({ value: one, label: labels[one] }))}
      onValue={(chosen) => {
        const found = values.find((one) => one === chosen)
        if (found !== undefined) onPick(found)
      }}
    />
  )
}
