import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#client/api/query-of.ts'
import { useReadAlong } from '#client/api/read-along.ts'
import { BackLink, Link } from '#client/navigation/link.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { Entries } from '#client/parts/entry.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Fact, Facts } from '#client/ui/facts.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { readReviewerTexts } from '#shared/reviewing/publications-contract.ts'
import { readReviewer } from '#shared/reviewing/reviewer-desk-contract.ts'
import { ExperienceButton, ExperiencePill } from './experience.tsx'
import { InvitationEntry } from './invitation-entry.tsx'
import { LimitButton, LimitPill } from './limit-button.tsx'
import { AssignmentsOf, ConflictsOf, ReviewsOf } from './reviewer-panels.tsx'
import { reviewerWords } from './reviewer-words.ts'
import { TextsOf } from './texts-of.tsx'
import { TopicsButton } from './topics-button.tsx'
import { words } from './words.ts'

type Known = AnswerOf<typeof readReviewer>

const back = <BackLink to="/admin/reviewers">{words.backToReviewers}</BackLink>

/** One reviewer: load and limit, assignments, reviews, conflicts, invitations. */
export function ReviewerView({ reviewerId }: { reviewerId: string }) {
  const query = useQuery(queryOf(readReviewer, { params: { reviewerId } }))
  useReadAlong(queryOf(readReviewerTexts, { params: { reviewerId } }), query.data === undefined)
  if (query.data === undefined)
    return (
      <Opening
        title={reviewerWords.reviewer}
        back={back}
        reading={query}
        failed={reviewerWords.failedReviewer}
      />
    )
  const { reviewer, reviews, conflicts, invitations } = query.data
  return (
    <>
      <PageHeader
        title={reviewer.name}
        eyebrow={reviewerWords.reviewer}
        lead={[reviewer.email, reviewer.organization].filter(Boolean).join(' · ')}
        back={back}
        actions={
          <Link
            className={buttonClass('secondary')}
            to="/admin/people"
            search={{ view: 'person', personId: reviewer.id }}
          >
            {reviewerWords.account}
          </Link>
        }
      />
      {reviewer.disabled && <StatusPill kind="rejected">{reviewerWords.isDisabled}</StatusPill>}
      <LoadPanel known={query.data} />
      <TextsOf reviewerId={reviewer.id} />
      <AssignmentsOf known={query.data} />
      <ReviewsOf reviews={reviews} />
      <ConflictsOf conflicts={conflicts} />
      {invitations.length > 0 && (
        <Panel title={reviewerWords.invitationsSent}>
          <Entries>
            {invitations.map((invitation) => (
              <InvitationEntry key={invitation.id} invitation={invitation} />
            ))}
          </Entries>
        </Panel>
      )}
    </>
  )
}

function LoadPanel({ known: { reviewer, reviewDeadline } }: { known: Known }) {
  return (
    <Panel title={reviewerWords.loadTitle} actions={<LimitButton reviewer={reviewer} />}>
      <Facts>
        <Fact name={reviewerWords.openPapers}>
          {words.load(reviewer.assigned, reviewer.limit)}
          {reviewer.limit === null && ` (${reviewerWords.noLimit})`} <LimitPill reviewer={reviewer} />
        </Fact>
        <Fact name={reviewerWords.overdueReviews}>{reviewer.overdue}</Fact>
        <Fact name={reviewerWords.doneReviews}>{reviewer.done}</Fact>
        <Fact name={reviewerWords.experience}>
          {reviewer.experienced ? <ExperiencePill reviewer={reviewer} /> : reviewerWords.notMarked}{' '}
          <ExperienceButton reviewer={reviewer} />
        </Fact>
        <Fact name={reviewerWords.topics}>
          {reviewer.topics.join(', ') || reviewerWords.noTopics} <TopicsButton reviewer={reviewer} />
        </Fact>
        <Fact name={reviewerWords.deadline}>
          {reviewDeadline === null ? reviewerWords.noDeadline : <Deadline at={reviewDeadline.at} />}
          {reviewDeadline?.personal && ` · ${reviewerWords.personal}`}
        </Fact>
        <Fact name={reviewerWords.lastSeen}>
          {reviewer.lastLoginAt === null ? reviewerWords.never : <TimeText at={reviewer.lastLoginAt} />}
        </Fact>
      </Facts>
    </Panel>
  )
}
