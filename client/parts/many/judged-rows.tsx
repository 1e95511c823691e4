import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import type { ManyRow } from '#shared/core/many.ts'
import styles from './many.module.css'
import { words } from './words.ts'

/** As many rows as are drawn at first; there may be thousands. */
const SHOWN = 50

export interface JudgedRow {
  key: string
  name: string
  facts: readonly ReactNode[]
  /** What stands against it; null: nothing. */
  problem: string | null
}

/** Rows of a preview or a result under their heading; nothing when there are none. */
export function JudgedRows({ title, rows }: { title: string; rows: readonly JudgedRow[] }) {
  if (rows.length === 0) return null
  return (
    <Panel title={`${title} (${rows.length})`}>
      <JudgedList label={title} rows={rows} />
    </Panel>
  )
}

/** The rows alone, the first of them until all are asked for. */
export function JudgedList({ label, rows }: { label: string; rows: readonly JudgedRow[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <>
      <Rows label={label}>
        {shown.map(({ key, name, facts, problem }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a list may name a pair twice, and its order stays
            key={`${key} ${index}`}
            title={name}
            meta={facts.filter(Boolean).map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
              <span key={place}>{fact}</span>
            ))}
          >
            {problem !== null && (
              <p className={styles.problem}>
                <Icon name="alert" />
                <span>{problem}</span>
              </p>
            )}
          </Row>
        ))}
      </Rows>
      {rows.length > shown.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {words.andMore(rows.length - shown.length)}
        </Button>
      )}
    </>
  )
}

/** A row as the server judged it. */
export function judgedRow({ id, name, facts, problem }: ManyRow): JudgedRow {
  return { key: id, name: name ?? id, facts, problem }
}
