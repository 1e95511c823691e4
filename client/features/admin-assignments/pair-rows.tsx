import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { Row, Rows } from '#client/ui/rows.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import type { JudgedAssignment } from '#shared/assigning/contract.ts'
import { words } from './words.ts'

/** As many rows as are drawn at first; a list may have thousands. */
const SHOWN = 50

export interface PairRow {
  key: string
  name: string
  facts: readonly ReactNode[]
  /** What stands against it; null: nothing. */
  problem: string | null
}

/** Rows of a plan under their heading; nothing when there are none. */
export function PairRows({ title, rows }: { title: string; rows: readonly PairRow[] }) {
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const shown = all ? rows : rows.slice(0, SHOWN)
  return (
    <Panel title={`${title} (${rows.length})`}>
      <Rows label={title}>
        {shown.map(({ key, name, facts, problem }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a list may name a pair twice, and its order stays
            key={`${key} ${index}`}
            title={name}
            meta={facts.filter(Boolean).map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their places
              <span key={place}>{fact}</span>
            ))}
            status={problem === null ? undefined : <StatusPill kind="changes">{problem}</StatusPill>}
          />
        ))}
      </Rows>
      {rows.length > shown.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {words.more(rows.length - shown.length)}
        </Button>
      )}
    </Panel>
  )
}

/** A judged pair as a row. */
export function pairRow({ paperId, reviewerId, title, reviewer, problem }: JudgedAssignment): PairRow {
  return {
    key: `${paperId} ${reviewerId}`,
    name: `${paperId} · ${reviewer ?? reviewerId}`,
    facts: [title, problem?.overridable && words.yields],
    problem: problem?.message ?? null,
  }
}
