import { Link } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { DueButton } from '#client/parts/due-button.tsx'
import { Entries, Entry } from '#client/parts/entry.tsx'
import { UnassignButton } from '#client/parts/unassign-button.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import type { paperDeskOverview } from '#shared/reviewing/desk-contract.ts'
import { AssignForm } from './assign-form.tsx'
import { DECISION_ANCHOR, REVIEWERS_ANCHOR } from './decision-panel.tsx'
import { words } from './paper-words.ts'

type Overview = AnswerOf<typeof paperDeskOverview>

/** Who reviews the paper, and the form that assigns another one. */
export function AssignmentsPanel({ overview }: { overview: Overview }) {
  const { paper, assignments, abilities } = overview
  return (
    <div id={REVIEWERS_ANCHOR}>
      <Panel title={words.reviewers}>
        {assignments.length === 0 && <p>{words.noReviewers}</p>}
        <Entries>
          {assignments.map((one) => (
            <Entry
              key={`${one.reviewer.id} ${one.assignedAt._seconds}`}
              name={
                one.inactive === 'no_reviewer' ? (
                  one.reviewer.name
                ) : (
                  <Link to="/admin/reviewers" search={{ view: 'reviewer', reviewerId: one.reviewer.id }}>
                    {one.reviewer.name}
                  </Link>
                )
              }
              facts={[
                one.reviewer.email,
                one.reviewer.organization,
                <>
                  {words.assignedAt} <TimeText at={one.assignedAt} />
                </>,
                one.dueAt && (
                  <>
                    {words.due} <Deadline at={one.dueAt} />
                  </>
                ),
              ]}
              side={
                one.ended === null ? (
                  <>
                    {one.inactive && <StatusPill kind="rejected">{words.inactive[one.inactive]}</StatusPill>}
                    {one.conflict && one.conflict.weight !== 'warns' && (
                      <StatusPill kind="rejected">{words.conflicts[one.conflict.weight]}</StatusPill>
                    )}
                    {one.late && <StatusPill kind="rejected">{words.overdue}</StatusPill>}
                    <StatusPill kind={one.reviewed ? 'accepted' : 'waiting'}>
                      {one.reviewed ? words.done : words.waiting}
                    </StatusPill>
                    {!one.reviewed && (
                      <DueButton paperId={paper.paperId} reviewer={one.reviewer} dueAt={one.ownDueAt} />
                    )}
                    {one.canUnassign && <UnassignButton paperId={paper.paperId} reviewer={one.reviewer} />}
                  </>
                ) : (
                  <StatusPill kind="waiting">{words.ended[one.ended.how]}</StatusPill>
                )
              }
            >
              {one.inactive && !one.reviewed && <p>{words.notWaitedFor}</p>}
              {one.conflict && (
                <p>
                  {one.conflict.weight === 'warns' ? words.warningNow : words.conflictNow}{' '}
                  {one.conflict.reason}
                </p>
              )}
              {one.overrideReason && (
                <p>
                  {words.inSpite} {one.overrideReason}
                </p>
              )}
              {one.ended?.reason && <p>{one.ended.reason}</p>}
            </Entry>
          ))}
        </Entries>
        {abilities.assign && <AssignForm paperId={paper.paperId} />}
        {paper.reviewStatus === 'reviewer_declined' && (
          <p>
            {words.assignLater} <a href={`#${DECISION_ANCHOR}`}>{words.toDecision}</a>
          </p>
        )}
      </Panel>
    </div>
  )
}
