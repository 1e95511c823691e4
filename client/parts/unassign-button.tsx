import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { plainly } from '#client/api/plainly.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type * as desk from '#shared/reviewing/desk-contract.ts'
import { useDeed } from './use-deed.ts'
import { words } from './words.ts'

/** Without its schema: it shares a file with what reviewers load (vite.config.ts). */
const unassignReviewer = plainly<typeof desk.unassignReviewer>(
  'DELETE',
  '/api/admin/papers/{paperId}/assignments/{reviewerId}',
)

/** Takes somebody's assignment back, once it was said what they lose. */
export function UnassignButton(props: { paperId: string; reviewer: { id: string; name: string } }) {
  const { paperId, reviewer } = props
  const [asking, setAsking] = useState(false)
  const unassign = useDeed({
    run: () => call(unassignReviewer, { params: { paperId, reviewerId: reviewer.id } }),
    fallback: words.actionFailed,
    inPlace: true,
    // What spoke against it came meanwhile, and is to be seen.
    failed: () => undefined,
    done: (answer) => answer.message,
    after: () => setAsking(false),
  })
  const ask = () => {
    unassign.forget()
    setAsking(true)
  }
  return (
    <>
      <Button look="quiet" small aria-label={`${words.unassign}: ${paperId}, ${reviewer.name}`} onClick={ask}>
        {words.unassign}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.unassignTitle(paperId, reviewer.name)}
        confirm={words.unassign}
        cancel={words.cancel}
        danger
        busy={unassign.busy}
        problem={unassign.problem}
        onConfirm={() => unassign.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        <p>{words.unassignText}</p>
      </ConfirmDialog>
    </>
  )
}
