import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { Link } from '#client/navigation/link.tsx'
import { useSearch } from '#client/navigation/use-place.ts'
import { LoadFailure } from '#client/parts/load-failure.tsx'
import { useDeed } from '#client/parts/use-deed.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import {
  cancelProposal,
  listProposals,
  type ProposalEntry,
  readProposal,
} from '#shared/assigning/proposals-contract.ts'
import { carriedDue } from './edits.ts'
import { MadeView } from './made-view.tsx'
import { matrixFrom } from './matrix.tsx'
import styles from './proposal.module.css'
import { useStart } from './use-start.ts'
import { words } from './words.ts'

const POLL_MS = 700

const back = (
  <Link to="/admin/assignments" search={{ view: 'propose' }}>
    {words.toOptions}
  </Link>
)

/** One proposal, in the state it is in: being made, failed, cancelled, or there to be looked at. */
export function ProposalView({ proposalId }: { proposalId: string }) {
  const query = useQuery({
    ...queryOf(readProposal, { params: { proposalId } }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
  })
  const found = query.data
  useShown(proposalId, found === undefined)
  if (found === undefined) {
    return (
      <>
        <PageHeader title={words.proposal} back={back} provisional={query.error === null} />
        {query.error === null ? (
          <Skeleton lines={8} />
        ) : (
          <LoadFailure reading={query} failed={words.failed} />
        )}
      </>
    )
  }
  if (found.proposal === null) return <NotMade entry={found} />
  if (found.proposal.figures.seats === 0) {
    return (
      <>
        <PageHeader title={words.proposal} back={back} />
        <EmptyState title={words.nothingLacks}>{words.nothingLacksHint}</EmptyState>
      </>
    )
  }
  return <MadeView made={{ ...found, proposal: found.proposal }} back={back} />
}

/** Reads with the proposal what is shown of it: the matrix, or what it is compared with. */
function useShown(proposalId: string, awaited: boolean): void {
  const { show, from = '0', with: other } = useSearch('/admin/assignments')
  const compares = awaited && show === 'compare'
  const compared = queryOf(readProposal, { params: { proposalId: other ?? proposalId } })
  useReadAlong(matrixFrom(proposalId, Number(from)), awaited && show === 'matrix')
  useReadAlong(queryOf(listProposals), compares)
  useReadAlong(compared, compares && other !== undefined)
}

function NotMade({ entry }: { entry: ProposalEntry }) {
  const again = useStart(carriedDue(entry.id))
  return (
    <>
      <PageHeader title={words.proposal} lead={words.objectives[entry.wish.objective]} back={back} />
      {entry.state === 'running' ? (
        <Running entry={entry} />
      ) : (
        <>
          {entry.state === 'failed' ? (
            <Message kind="error">
              {words.failedTitle} {entry.problem}
            </Message>
          ) : (
            <Message>{words.cancelled}</Message>
          )}
          <p className={styles.again}>
            <Button icon="refresh" busy={again.busy} onClick={() => again.start(entry.wish)}>
              {words.tryAgain}
            </Button>
            {entry.wish.must.length > 0 && (
              <Button
                look="secondary"
                busy={again.busy}
                onClick={() => again.start({ ...entry.wish, must: [] })}
              >
                {words.tryWithout(entry.wish.must.length)}
              </Button>
            )}
            <Link className={buttonClass('secondary')} to="/admin/assignments" search={{ view: 'propose' }}>
              {words.changeWish}
            </Link>
          </p>
        </>
      )}
    </>
  )
}

function Running({ entry: { id, progress } }: { entry: ProposalEntry }) {
  const cancel = useDeed({
    run: () => call(cancelProposal, { params: { proposalId: id } }),
    fallback: words.actionFailed,
    done: (answer) => answer.message,
  })
  const percent = progress === null ? 0 : Math.floor((progress.done / Math.max(1, progress.of)) * 100)
  return (
    <>
      <ProgressBar
        percent={percent}
        label={words.running}
        note={progress === null ? words.waiting : words.running}
      />
      <p className={styles.again}>
        <Button look="secondary" busy={cancel.busy} onClick={() => cancel.start(undefined)}>
          {words.cancel}
        </Button>
      </p>
    </>
  )
}
