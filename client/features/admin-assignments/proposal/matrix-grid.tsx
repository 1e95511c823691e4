import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useState } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { markPage } from '#client/ui/mark-page.ts'
import type { NamedPair, readProposalMatrix } from '#shared/assigning/proposals-contract.ts'
import type { ProposedPair } from '#shared/assigning/propose-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { type EditedPair, keyOf } from './edits.ts'
import styles from './matrix.module.css'
import type { OddWords } from './oddities.ts'
import { type Cell, PairCard } from './pair-card.tsx'
import { words } from './words.ts'

export interface Editing {
  pairs: readonly EditedPair[]
  /** What must not be. */
  barred: readonly NamedPair[]
  odd: OddWords
  onAdd: (pair: ProposedPair) => void
  onRemove: (pair: NamedPair) => void
  onLock: (pair: NamedPair) => void
  onBar: (pair: NamedPair) => void
  onAllow: (pair: NamedPair) => void
}

const moves: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** One stop of the Tab key; arrows move within it. Below it the pair it stands on. */
export function MatrixGrid({ data, ...editing }: Editing & { data: AnswerOf<typeof readProposalMatrix> }) {
  useLayoutEffect(() => markPage('data-has-matrix'), [])
  const { papers, reviewers } = data
  const [[row, column], setPlace] = useState<readonly [number, number]>([0, 0])
  const cellAt = cellsOf(data, editing)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = moves[event.key]
    if (by === undefined) return
    event.preventDefault()
    const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))
    const next = [clamp(row + by[0], papers.length), clamp(column + by[1], reviewers.length)] as const
    setPlace(next)
    const cell = event.currentTarget
      .closest('table')
      ?.querySelector<HTMLElement>(`[data-at="${next[0]} ${next[1]}"]`)
    cell?.focus()
  }
  const put = ({ pair, score, conflict, codes }: Cell) =>
    editing.onAdd({
      ...pair,
      score: score ?? 0,
      reason: words.byHand,
      isLocked: true,
      warning: conflict ?? null,
      odd: [...codes],
    })
  const toggle = (cell: Cell) => {
    if (cell.chosen !== undefined) editing.onRemove(cell.pair)
    else if (cell.score !== null) put(cell)
  }
  const at = cellAt(row, column)
  return (
    <div>
      <section className={styles.frame} aria-label={words.matrixName}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                {words.paper}
              </th>
              {reviewers.map(({ reviewerId, reviewer }) => (
                <th scope="col" key={reviewerId} className={styles.name}>
                  <span>{reviewer}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {papers.map(({ paperId, title }, y) => (
              <tr key={paperId}>
                <th scope="row" title={title}>
                  {paperId} <span className={styles.title}>{title}</span>
                </th>
                {reviewers.map(({ reviewerId }, x) => {
                  const cell = cellAt(y, x)
                  if (cell === undefined) return null
                  return (
                    <td key={reviewerId}>
                      <CellButton
                        cell={cell}
                        at={`${y} ${x}`}
                        isHere={y === row && x === column}
                        onClick={({ detail }) => {
                          setPlace([y, x])
                          // Of a key; a mouse only shows what it is on, so that looking changes nothing.
                          if (detail === 0) toggle(cell)
                        }}
                        onFocus={() => setPlace([y, x])}
                        onKeyDown={move}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {at !== undefined && (
        <PairCard
          cell={at}
          deeds={{
            onAdd: () => put(at),
            onRemove: () => editing.onRemove(at.pair),
            onLock: () => editing.onLock(at.pair),
            onBar: () => editing.onBar(at.pair),
            onAllow: () => editing.onAllow(at.pair),
          }}
        />
      )}
    </div>
  )
}

/** What is known of the pair at a place. */
function cellsOf(
  { papers, reviewers, scores, conflicts, odd }: AnswerOf<typeof readProposalMatrix>,
  { pairs, barred, odd: said }: Editing,
) {
  const chosen = new Map(pairs.map((pair) => [keyOf(pair), pair]))
  const notWanted = new Set(barred.map(keyOf))
  const codesOf = new Map(odd.map((one) => [keyOf(one), one.odd]))
  const reasons = new Map(conflicts.map((one) => [keyOf(one), one.reason]))
  return (row: number, column: number): Cell | undefined => {
    const [paper, reviewer] = [papers[row], reviewers[column]]
    if (paper === undefined || reviewer === undefined) return undefined
    const pair = { ...paper, ...reviewer }
    const codes = codesOf.get(keyOf(pair)) ?? []
    return {
      pair,
      score: scores[row]?.[column] ?? null,
      conflict: reasons.get(keyOf(pair)),
      chosen: chosen.get(keyOf(pair)),
      isBarred: notWanted.has(keyOf(pair)),
      codes,
      odd: said.ofPair(pair, codes),
    }
  }
}

interface CellProps {
  cell: Cell
  at: string
  isHere: boolean
  onClick: (event: MouseEvent) => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function CellButton({ cell, at, isHere, ...deeds }: CellProps) {
  const { pair, score, chosen, isBarred, odd } = cell
  const isThere = chosen !== undefined
  const label = words.cell(pair.paperId, pair.reviewer, score, [
    ...(isThere ? [words.cellProposed] : []),
    ...(chosen?.isLocked ? [words.cellLocked] : []),
    ...(isBarred ? [words.cellBarred] : []),
    ...(odd.length > 0 ? [words.cellOdd] : []),
  ])
  return (
    <button
      type="button"
      className={styles.cell}
      data-at={at}
      data-here={isHere || undefined}
      data-locked={chosen?.isLocked || undefined}
      tabIndex={isHere ? 0 : -1}
      aria-pressed={isThere}
      aria-disabled={!isThere && score === null}
      aria-label={label}
      title={label}
      style={{ background: shade(score) }}
      {...deeds}
    >
      {isThere && '✓ '}
      {isBarred && '✕ '}
      {score === null ? '–' : Math.round(score * 100)}
      {odd.length > 0 && <Icon name="alert" />}
    </button>
  )
}

/** Never so dark that the figure on it could not be read. */
const DARKEST = 40

function shade(value: number | null): string {
  if (value === null) return 'var(--sunken)'
  return `color-mix(in oklab, var(--accent) ${Math.round(value * DARKEST)}%, var(--surface))`
}
