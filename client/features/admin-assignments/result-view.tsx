import { BackLink } from '#client/navigation/link.tsx'
import { navigate } from '#client/navigation/navigate.ts'
import { type JudgedRow, JudgedRows } from '#client/parts/many/judged-rows.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { applyAssignments } from '#shared/assigning/contract.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { UndoButton } from './batches-view.tsx'
import { pairRow } from './pair-rows.tsx'
import { type UnreadLine, unreadRow } from './unread-row.tsx'
import { words } from './words.ts'

interface Props {
  result: AnswerOf<typeof applyAssignments>
  /** Lines of the list that name no pair, and pairs that were not tried because of what stood against them. */
  unread: readonly UnreadLine[]
  notTried: readonly JudgedRow[]
}

/** How each pair of an applied plan went, and what was left out; what was assigned can be taken back at once. */
export function ResultView({ result, unread, notTried }: Props) {
  const done = result.rows.filter(({ problem }) => problem === null)
  const moved = done.filter(({ dueChange }) => dueChange !== null)
  const made = done.filter(({ dueChange }) => dueChange === null)
  const left = result.rows.filter(({ problem }) => problem !== null)
  return (
    <>
      <PageHeader
        title={words.result}
        lead={[result.message, notTried.length > 0 && words.notTried(notTried.length)]
          .filter(Boolean)
          .join(' ')}
        back={<BackLink to="/admin/assignments">{words.back}</BackLink>}
        actions={
          result.batchId !== null && (
            <UndoButton
              batchId={result.batchId}
              standing={made.length}
              dueChanges={moved.length}
              onUndone={() => navigate({ to: '/admin/assignments' })}
            />
          )
        }
      />
      <JudgedRows title={words.left} rows={[...left.map((row) => pairRow(row)), ...notTried]} />
      <JudgedRows title={words.unread} rows={unread.map((row) => unreadRow(row))} />
      <JudgedRows title={words.dueDone} rows={moved.map((row) => pairRow(row))} />
      <JudgedRows title={words.done} rows={made.map((row) => pairRow(row))} />
    </>
  )
}
