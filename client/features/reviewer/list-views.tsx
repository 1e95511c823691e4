import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Entry } from '#client/parts/entry.tsx'
import { EntryStep } from '#client/parts/entry-step.tsx'
import { Listing } from '#client/parts/listing.tsx'
import { statusKind, verdictCounts, verdictKind } from '#client/parts/status-kind.ts'
import { hasPassed } from '#client/parts/until.ts'
import { words as common } from '#client/parts/words.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AssignedPaper, ReviewedPaper } from '#shared/reviewing/contract.ts'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { plainStatus } from '#shared/submissions/status-words.ts'
import { listAssigned, listReviewed } from './calls.ts'
import { stepText } from './step.ts'
import { words } from './words.ts'

const back = <BackLink to="/reviewer">{common.back}</BackLink>

/** Papers that wait for a review. */
export function AssignedView() {
  const list = useQuery(queryOf(listAssigned))
  return (
    <>
      <PageHeader title={words.assigned} back={back} />
      <Listing
        query={list}
        failed={words.failedAssigned}
        empty={<EmptyState title={words.noAssigned}>{words.noAssignedHint}</EmptyState>}
        render={(paper) => <AssignedEntry key={paper.paperId} paper={paper} />}
      />
    </>
  )
}

function AssignedEntry({ paper }: { paper: AssignedPaper }) {
  return (
    <Entry
      name={<PaperLink paper={paper} />}
      facts={[
        paper.paperId,
        paper.round > 1 && words.round(paper.round),
        <>
          {common.updated} <TimeText at={paper.updatedAt} />
        </>,
        paper.hasDraft && words.draft,
      ]}
      side={
        <>
          <AssignedStatus paper={paper} />
          {hasPassed(paper.dueAt) && paper.missedDeadline === null && (
            <StatusPill kind="rejected">{words.overdue}</StatusPill>
          )}
        </>
      }
    >
      <EntryStep
        missed={hasPassed(paper.dueAt)}
        label={paper.missedDeadline === null ? words.due : words.tooLate}
        until={paper.missedDeadline ?? paper.dueAt}
      >
        {stepText(paper)}
      </EntryStep>
    </Entry>
  )
}

/** portal.md §2: by the review's status where that says more than the paper's. */
function AssignedStatus({ paper: { status, review } }: { paper: AssignedPaper }) {
  if (review.status === 'request_change') return <StatusPill kind="changes">{words.provisional}</StatusPill>
  if (review.status === 'declined') return <StatusPill kind="rejected">{words.rejected}</StatusPill>
  return <StatusPill kind={statusKind(status)}>{plainStatus(status)}</StatusPill>
}

/** Papers the reviewer has decided on, counted by verdict. */
export function ReviewedView() {
  const list = useQuery(queryOf(listReviewed))
  const counts = list.data?.counts
  return (
    <>
      <PageHeader title={words.reviewed} back={back} lead={counts && verdictCounts(counts)} />
      <Listing
        query={list}
        failed={words.failedReviewed}
        empty={<EmptyState title={words.noReviewed} />}
        render={(paper) => <ReviewedEntry key={paper.paperId} paper={paper} />}
      />
    </>
  )
}

function ReviewedEntry({ paper }: { paper: ReviewedPaper }) {
  return (
    <Entry
      name={<PaperLink paper={paper} />}
      facts={[
        paper.paperId,
        paper.review.score !== null && words.score(paper.review.score),
        <>
          {common.decided} <TimeText at={paper.decidedAt} />
        </>,
      ]}
      side={<StatusPill kind={verdictKind[paper.status]}>{ownVerdictLabels[paper.status]}</StatusPill>}
    >
      {paper.reason && (
        <p>
          <strong>{words.comments}:</strong> {paper.reason}
        </p>
      )}
    </Entry>
  )
}

function PaperLink({ paper }: { paper: { paperId: string; name: string } }) {
  return (
    <Link to="/reviewer" search={{ view: 'paper', paperId: paper.paperId }}>
      {paper.name || paper.paperId}
    </Link>
  )
}
