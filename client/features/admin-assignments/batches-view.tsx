import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { pagesOf } from '#client/api/pages-of.ts'
import { Link } from '#client/navigation/link.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import { type AssignmentBatch, listBatches, undoBatch } from '#shared/assigning/contract.ts'
import { words } from './words.ts'

/** What was assigned together, the newest first; each batch can be taken back until it has a review. */
export function BatchesView() {
  const list = useInfiniteQuery(pagesOf(listBatches, {}))
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <Link className={buttonClass('secondary')} to="/admin/assignments" search={{ view: 'list' }}>
              {words.fromList}
            </Link>
            <Link className={buttonClass('primary')} to="/admin/assignments" search={{ view: 'propose' }}>
              {words.propose}
            </Link>
          </>
        }
      />
      <Listing
        query={list}
        failed={words.failed}
        empty={<EmptyState title={words.noBatches}>{words.noBatchesHint}</EmptyState>}
        render={(batch) => <BatchEntry key={batch.id} batch={batch} />}
      />
    </>
  )
}

function BatchEntry({ batch }: { batch: AssignmentBatch }) {
  const stands = batch.standing > 0 || batch.dueChanges > 0
  const canUndo = batch.undoneAt === null && batch.reviewed === 0 && stands
  const isDuesAlone = batch.assigned === 0
  return (
    <Entry
      name={isDuesAlone ? words.duesChanged(batch.dueChanges) : words.batch(batch.assigned)}
      facts={[
        <TimeText key="at" at={batch.madeAt} />,
        words.madeBy(batch.madeBy),
        words.sources[batch.source],
        !isDuesAlone && batch.undoneAt === null && words.standing(batch.standing, batch.reviewed),
        !isDuesAlone && batch.dueChanges > 0 && words.duesChanged(batch.dueChanges),
      ]}
      side={
        <>
          {batch.undoneAt === null && !canUndo && (
            <span>{!stands ? words.nothingStands : words.hasReviews(batch.reviewed)}</span>
          )}
          {batch.undoneAt !== null && <StatusPill kind="waiting">{words.undone}</StatusPill>}
          {canUndo && (
            <UndoButton batchId={batch.id} standing={batch.standing} dueChanges={batch.dueChanges} />
          )}
        </>
      }
    />
  )
}

interface UndoProps {
  batchId: string
  standing: number
  /** So many due dates that it changed come back. */
  dueChanges: number
  onUndone?: () => void
}

/** Takes a batch back, after asking. */
export function UndoButton({ batchId, standing, dueChanges, onUndone }: UndoProps) {
  const [asking, setAsking] = useState(false)
  const undo = useDeed({
    run: () => call(undoBatch, { params: { batchId } }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
    after: () => {
      setAsking(false)
      onUndone?.()
    },
    // Taken back elsewhere, or reviewed meanwhile: the list says so.
    failed: () => setAsking(false),
  })
  return (
    <>
      <Button look="secondary" small onClick={() => setAsking(true)}>
        {words.undo}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.undoTitle}
        confirm={words.undo}
        cancel={words.keep}
        busy={undo.busy}
        onConfirm={() => undo.start(undefined)}
        onCancel={() => setAsking(false)}
      >
        <p>{[words.undoText(standing), words.undoDues(dueChanges)].filter(Boolean).join(' ')}</p>
      </ConfirmDialog>
    </>
  )
}
