import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { navigate } from '#client/navigation/navigate.ts'
import { useSearch } from '#client/navigation/use-place.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { Button } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MATRIX_PAPERS, readProposalMatrix } from '#shared/assigning/proposals-contract.ts'
import styles from './matrix.module.css'
import { type Editing, MatrixGrid } from './matrix-grid.tsx'
import { words } from './words.ts'

interface Props extends Editing {
  proposalId: string
}

/** A page of the matrix, from a paper on. */
export const matrixFrom = (proposalId: string, from: number) =>
  queryOf(readProposalMatrix, { params: { proposalId }, query: { from } })

/** Papers and reviewers, each pair shaded by its score, those proposed marked; a page of papers at a time. */
export function Matrix({ proposalId, ...rest }: Props) {
  const { from: given } = useSearch('/admin/assignments')
  const asked = Number(given ?? 0)
  const query = useQuery({ ...matrixFrom(proposalId, asked), placeholderData: (before) => before })
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
  const { from } = data
  const columns = words.columns(data.reviewers.length, data.reviewerCount)
  return (
    <>
      {!data.areScoresKept && <Message>{words.noScoresKept}</Message>}
      <p className={styles.soft}>
        {words.matrixHint} {columns}
      </p>
      <MatrixGrid key={from} data={data} {...rest} />
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
