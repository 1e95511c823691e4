import { Link } from '#client/navigation/link.tsx'
import { JudgedRows } from '#client/parts/many/judged-rows.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { applyAssignments } from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { UndoButton } from './batches-view.tsx'
import { pairRow } from './pair-rows.ts'
import { words } from './words.ts'

/** How each pair of an applied plan went; what was assigned can be taken back at once. */
export function ResultView({ result }: { result: AnswerOf<typeof applyAssignments> }) {
  const done = result.rows.filter(({ problem }) => problem === null)
  const left = result.rows.filter(({ problem }) => problem !== null)
  return (
    <>
      <PageHeader
        title={words.result}
        lead={result.message}
        back={<Link to="/admin/assignments">{words.back}</Link>}
        actions={result.batchId !== null && <UndoButton batchId={result.batchId} standing={done.length} />}
      />
      <JudgedRows title={words.left} rows={left.map(pairRow)} />
      <JudgedRows title={words.done} rows={done.map(pairRow)} />
    </>
  )
}
