import type { ReactNode } from 'react'
import { Link } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { DueButton } from '#client/parts/due-button.tsx'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { verdictKind } from '#client/parts/status-kind.ts'
import { UnassignButton } from '#client/parts/unassign-button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { ReviewersAssignment, readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { reviewerWords } from './reviewer-words.ts'

type Known = AnswerOf<typeof readReviewer>

const stateKinds = {
  waiting: 'waiting',
  reviewed: 'accepted',
  resting: 'waiting',
  ended: 'waiting',
} as const

interface Named {
  paperId: string | null
  title: string
  /** Where there may be no paper yet. */
  abstractId?: string
}

function PaperLink({ paper }: { paper: Named }) {
  if (paper.paperId === null) {
    return (
      <Link to="/admin" search={{ view: 'abstract', abstractId: paper.abstractId ?? '' }}>
        {paper.title || paper.abstractId}
      </Link>
    )
  }
  return (
    <Link to="/admin/papers" search={{ view: 'paper', paperId: paper.paperId }}>
      {paper.title || paper.paperId}
    </Link>
  )
}

/** A panel of entries, or the sentence that there are none. */
function Section({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return <Panel title={title}>{children.length === 0 ? <p>{none}</p> : <Entries>{children}</Entries>}</Panel>
}

/** What was assigned: where each stands, when it is due, whether it is late. */
export function AssignmentsOf({
  known: { reviewer, assignments, conflicts },
}: {
  known: Pick<Known, 'reviewer' | 'assignments' | 'conflicts'>
}) {
  return (
    <Section title={reviewerWords.assignments} none={reviewerWords.noAssignments}>
      {assignments.map((one) => (
        <AssignmentEntry
          key={`${one.paperId} ${one.assignedAt._seconds}`}
          reviewer={reviewer}
          assignment={one}
          conflict={conflicts.find(({ paperId }) => paperId === one.paperId)}
        />
      ))}
    </Section>
  )
}

/** Where an assignment stands, and whether it is late, in one. */
function stateOf({ state, ended, late }: ReviewersAssignment): string {
  if (ended !== null) return reviewerWords.ended[ended.how]
  return late ? reviewerWords.lateStates[state] : reviewerWords.assignmentStates[state]
}

function AssignmentEntry({
  reviewer,
  assignment: one,
  conflict,
}: {
  reviewer: Known['reviewer']
  assignment: ReviewersAssignment
  conflict: Known['conflicts'][number] | undefined
}) {
  return (
    <Entry
      name={<PaperLink paper={one} />}
      facts={[
        one.title && one.paperId,
        <>
          {reviewerWords.assignedAt} <TimeText at={one.assignedAt} />
        </>,
        one.dueAt === null ? (
          reviewerWords.noDue
        ) : (
          <>
            {reviewerWords.due} <Deadline at={one.dueAt} />
          </>
        ),
        one.reviewedAt && (
          <>
            {reviewerWords.reviewedAt} <TimeText at={one.reviewedAt} />
          </>
        ),
      ]}
      side={
        <>
          {conflict && conflict.weight !== 'warns' && one.ended === null && (
            <StatusPill kind="rejected">{reviewerWords.conflictPill}</StatusPill>
          )}
          <StatusPill kind={one.late && one.ended === null ? 'rejected' : stateKinds[one.state]}>
            {stateOf(one)}
          </StatusPill>
          {one.state !== 'ended' && one.state !== 'reviewed' && (
            <DueButton paperId={one.paperId} reviewer={reviewer} dueAt={one.ownDueAt} />
          )}
          {one.canUnassign && <UnassignButton paperId={one.paperId} reviewer={reviewer} />}
        </>
      }
    >
      {conflict && one.ended === null && (
        <p>
          {conflict.weight === 'warns' ? reviewerWords.lookAtIt : reviewerWords.conflictNow} {conflict.reason}
        </p>
      )}
      {one.overrideReason && (
        <p>
          {reviewerWords.inSpite} {one.overrideReason}
        </p>
      )}
      {one.ended?.reason && <p>{one.ended.reason}</p>}
    </Entry>
  )
}

/** Submitted reviews, the newest first. */
export function ReviewsOf({ reviews }: { reviews: Known['reviews'] }) {
  return (
    <Section title={reviewerWords.reviewsDone} none={reviewerWords.noReviews}>
      {reviews.map((one) => (
        <Entry
          key={`${one.paperId} ${one.round}`}
          name={<PaperLink paper={one} />}
          facts={[
            one.title && one.paperId,
            reviewerWords.round(one.round),
            one.score !== null && reviewerWords.score(one.score),
            <TimeText key="at" at={one.decidedAt} />,
          ]}
          side={<StatusPill kind={verdictKind[one.verdict]}>{ownVerdictLabels[one.verdict]}</StatusPill>}
        />
      ))}
    </Section>
  )
}

/** Which papers they must not review, who says so and why. */
export function ConflictsOf({ conflicts }: { conflicts: Known['conflicts'] }) {
  return (
    <Section title={reviewerWords.conflicts} none={reviewerWords.noConflicts}>
      {conflicts.map((one) => (
        <Entry
          key={one.abstractId}
          name={<PaperLink paper={one} />}
          facts={[
            one.title && (one.paperId ?? one.abstractId),
            one.declaredAt === null ? (
              reviewerWords.found
            ) : (
              <>
                {reviewerWords.declared}, <TimeText at={one.declaredAt} />
              </>
            ),
            reviewerWords.weights[one.weight],
          ]}
        >
          <p>{one.reason}</p>
        </Entry>
      ))}
    </Section>
  )
}
