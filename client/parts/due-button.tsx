import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { plainly } from '#client/api/plainly.ts'
import { Button } from '#client/ui/button.tsx'
import { fromTimestamp } from '#shared/core/from-timestamp.ts'
import type { Timestamp } from '#shared/core/timestamp.ts'
import type * as desk from '#shared/reviewing/reviewer-desk-contract.ts'
import { MomentDialog } from './moment-dialog.tsx'
import { useDeed } from './use-deed.ts'
import { words } from './words.ts'

/** Without its schema: it shares a file with what reviewers load (vite.config.ts). */
const changeDue = plainly<typeof desk.changeDue>(
  'PATCH',
  '/api/admin/papers/{paperId}/assignments/{reviewerId}',
)

interface Props {
  paperId: string
  reviewer: { id: string; name: string }
  dueAt: Timestamp | null
}

/** Changes when somebody's review of a paper is due. */
export function DueButton({ paperId, reviewer, dueAt }: Props) {
  const [asking, setAsking] = useState(false)
  const change = useDeed({
    run: (due: string) =>
      call(changeDue, {
        params: { paperId, reviewerId: reviewer.id },
        body: { dueAt: due === '' ? null : due },
      }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
    after: () => setAsking(false),
    inPlace: true,
  })
  return (
    <>
      <Button
        look="quiet"
        small
        aria-label={`${words.changeDue}: ${paperId}, ${reviewer.name}`}
        onClick={() => {
          change.forget()
          setAsking(true)
        }}
      >
        {words.changeDue}
      </Button>
      {asking && (
        <MomentDialog
          title={words.dueTitle(paperId, reviewer.name)}
          text={words.dueText}
          label={words.dueLabel}
          initial={dueAt === null ? '' : fromTimestamp(dueAt).toISOString()}
          busy={change.busy}
          problem={change.problem}
          optional
          onSave={(due) => change.start(due)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
