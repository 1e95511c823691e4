import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { queryOf } from '#client/api/query-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MATRIX_PAPERS, readProposalMatrix } from '#shared/assigning/proposals-contract.ts'
import type { ProposedPair } from '#shared/assigning/propose-contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { type EditedPair, keyOf } from './edits.ts'
import styles from './matrix.module.css'
import { words } from './words.ts'

interface Props {
  proposalId: string
  pairs: readonly EditedPair[]
  onAdd: (pair: ProposedPair) => void
  onRemove: (pair: ProposedPair) => void
}

/** Papers and reviewers, each pair shaded by its score, those proposed marked; a page of papers at a time. */
export function Matrix({ proposalId, ...rest }: Props) {
  const { from: given } = useSearch('/admin/assignments')
  const from = Number(given ?? 0)
  const query = useQuery({
    ...queryOf(readProposalMatrix, { params: { proposalId }, query: { from } }),
    placeholderData: (before) => before,
  })
  const page = (next: number) =>
    navigate({
      to: '/admin/assignments',
      search: { view: 'proposal', proposalId, show: 'matrix', ...(next > 0 && { from: String(next) }) },
      replace: true,
    })
  const data = query.data
  if (data === undefined) {
    return query.error === null ? (
      <Skeleton lines={8} />
    ) : (
      <LoadFailure reading={query} failed={words.failed} />
    )
  }
  const columns = words.columns(data.reviewers.length, data.reviewerCount)
  return (
    <>
      <p className={styles.soft}>
        {words.matrixHint} {columns}
      </p>
      <Grid key={from} data={data} {...rest} />
      {data.count > data.papers.length && (
        <div className={styles.pages}>
          {from > 0 && (
            <Button look="secondary" small onClick={() => page(Math.max(0, from - MATRIX_PAPERS))}>
              {words.earlierPapers}
            </Button>
          )}
          <span>{words.rows(from + 1, from + data.papers.length, data.count)}</span>
          {from + data.papers.length < data.count && (
            <Button look="secondary" small onClick={() => page(from + MATRIX_PAPERS)}>
              {words.laterPapers}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

const moves: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** One stop of the Tab key; arrows move within it. */
function Grid({
  data: { papers, reviewers, scores },
  pairs,
  onAdd,
  onRemove,
}: Omit<Props, 'proposalId'> & { data: AnswerOf<typeof readProposalMatrix> }) {
  const [[row, column], setPlace] = useState<readonly [number, number]>([0, 0])
  const chosen = new Map(pairs.map((pair) => [keyOf(pair), pair]))
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
  return (
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
          {papers.map(({ paperId, title }, at) => (
            <tr key={paperId}>
              <th scope="row" title={title}>
                {paperId}
              </th>
              {reviewers.map(({ reviewerId, reviewer }, place) => {
                const value = scores[at]?.[place] ?? null
                const pair = chosen.get(keyOf({ paperId, reviewerId }))
                const isThere = pair !== undefined
                const toggle = () => {
                  setPlace([at, place])
                  if (isThere) return onRemove(pair)
                  if (value === null) return
                  onAdd({
                    ...{ paperId, title, reviewerId, reviewer, score: value },
                    reason: words.byHand,
                    isLocked: true,
                    warning: null,
                  })
                }
                return (
                  <td key={reviewerId}>
                    <button
                      type="button"
                      className={styles.cell}
                      data-at={`${at} ${place}`}
                      tabIndex={at === row && place === column ? 0 : -1}
                      aria-pressed={isThere}
                      aria-disabled={!isThere && value === null}
                      aria-label={words.cell(paperId, reviewer, value, isThere)}
                      title={words.cell(paperId, reviewer, value, isThere)}
                      style={{ background: shade(value) }}
                      onClick={toggle}
                      onKeyDown={move}
                    >
                      {isThere && '✓ '}
                      {value === null ? '–' : Math.round(value * 100)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Never so dark that the figure on it could not be read. */
const DARKEST = 40

function shade(value: number | null): string {
  if (value === null) return 'var(--sunken)'
  return `color-mix(in oklab, var(--accent) ${Math.round(value * DARKEST)}%, var(--surface))`
}
