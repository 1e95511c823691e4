import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isGone } from '#client/api/api-error.ts'
import { freshLinks } from '#client/api/fresh-links.ts'
import { queryOf } from '#client/api/query-of.ts'
import { BackLink } from '#client/navigation/link.tsx'
import { AuthorsAndTopics } from '#client/parts/authors-and-topics.tsx'
import { BesidePaper } from '#client/parts/beside-paper.tsx'
import { CompareRounds } from '#client/parts/compare-rounds.tsx'
import { Deadline } from '#client/parts/deadline.tsx'
import { Opening } from '#client/parts/opening.tsx'
import { verdictKind } from '#client/parts/status-kind.ts'
import { hasPassed } from '#client/parts/until.ts'
import { useFileRead } from '#client/parts/use-file-read.ts'
import { words as common } from '#client/parts/words.ts'
import { Message } from '#client/ui/message.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { StatusPill } from '#client/ui/status-pill.tsx'
import { TimeText } from '#client/ui/time-text.tsx'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { previewPaper } from './calls.ts'
import { GiveBack } from './give-back.tsx'
import { NextPaper, OtherPapersKeys } from './other-papers.tsx'
import styles from './paper-view.module.css'
import { RoundReview } from './round-review.tsx'
import { words } from './words.ts'

const backToAssigned = (
  <BackLink to="/reviewer" search={{ view: 'assigned' }}>
    {words.backToAssigned}
  </BackLink>
)
const backToReviewed = (
  <BackLink to="/reviewer" search={{ view: 'reviewed' }}>
    {words.backToReviewed}
  </BackLink>
)

/** A paper beside the form that decides on it (portal.md §2 "Paper Details view"). */
export function PaperView({ paperId }: { paperId: string }) {
  // A link lives ten minutes: what is on the screen stays, and is not loaded anew under the reader's eyes.
  const query = useQuery({
    ...queryOf(previewPaper, { params: { paperId } }),
    ...freshLinks,
    staleTime: 5 * 60_000,
  })
  const [isTyped, setTyped] = useState(false)
  // What was read stays when reading it anew fails: somebody may be writing beside it.
  if (query.data === undefined)
    return <Opening title={words.details} back={backToAssigned} reading={query} failed={words.failedPaper} />
  const isTheirs = !isGone(query.error)
  // Whoever has written keeps it in sight, though they cannot send it any more.
  if (!isTheirs && !isTyped) return <NotTheirs />
  return (
    <Opened
      answer={isTheirs ? query.data : asTakenAway(query.data)}
      isTheirs={isTheirs}
      renew={async () => (await query.refetch()).data?.previewUrl}
      onTyped={() => setTyped(true)}
    />
  )
}

/** What was theirs when it was read, and is not any more. */
function NotTheirs() {
  return (
    <>
      <PageHeader title={words.details} back={backToAssigned} />
      <Message>{words.notTheirs}</Message>
    </>
  )
}

/** A paper as it was read while it was theirs: nothing can be done with it any more. */
function asTakenAway(answer: AnswerOf<typeof previewPaper>): AnswerOf<typeof previewPaper> {
  return { ...answer, canDecide: false, canGiveBack: false, conflict: false, missedDeadline: null }
}

interface OpenedProps {
  answer: AnswerOf<typeof previewPaper>
  isTheirs: boolean
  renew: () => Promise<string | null | undefined>
  onTyped: () => void
}

function Opened({ answer, isTheirs, renew, onTyped }: OpenedProps) {
  const { paper, previewUrl, withheld, canDecide, conflict, missedDeadline, reviews, earlier } = answer
  const { paperId } = paper
  const version = useFileRead(paper.updatedAt, canDecide)
  const isOverdue = canDecide && paper.dueAt !== null && hasPassed(paper.dueAt)
  const isAsked = canDecide || conflict || missedDeadline !== null
  return (
    <>
      <PageHeader
        title={paper.name}
        eyebrow={`${words.details} · ${paper.paperId}`}
        back={!isAsked && reviews.length > 0 ? backToReviewed : backToAssigned}
        lead={
          isAsked &&
          paper.dueAt && (
            <>
              {isOverdue && (
                <>
                  <StatusPill kind="rejected">{words.overdue}</StatusPill>{' '}
                </>
              )}
              {isOverdue ? words.wasDue : words.due} <Deadline at={paper.dueAt} />
            </>
          )
        }
      />
      <OtherPapersKeys paperId={paperId} />
      <AuthorsAndTopics authors={paper.authors ?? []} topics={paper.topics} />
      <BesidePaper
        names={words.sides}
        title={paper.paperId}
        version={version}
        url={previewUrl}
        missing={withheld ? words.withheld : undefined}
        renew={renew}
        form={
          <>
            <Panel title={words.decision}>
              <RoundReview
                paperId={paperId}
                round={paper.round}
                updatedAt={paper.updatedAt}
                draft={answer.draft}
                earlierDraft={answer.earlierDraft}
                isTheirs={isTheirs}
                authorReads={answer.authorReads}
                onTyped={onTyped}
                closed={canDecide ? undefined : <Closed answer={answer} isTheirs={isTheirs} />}
              />
              {answer.canGiveBack && <GiveBack paperId={paperId} isInConflict={conflict} />}
            </Panel>
            {reviews.length > 0 && <OwnReviews reviews={reviews} />}
            {earlier.length > 0 && <EarlierVersions paperId={paperId} earlier={earlier} />}
          </>
        }
      />
    </>
  )
}

/** Why there is nothing to decide: it is done, too late, no longer asked for, or not theirs to decide. */
function Closed({ answer, isTheirs }: Pick<OpenedProps, 'answer' | 'isTheirs'>) {
  const { conflict, missedDeadline, paper } = answer
  if (conflict) return <Message kind="error">{words.conflictFound}</Message>
  if (missedDeadline !== null) {
    return (
      <Message kind="error">
        {words.tooLate} <TimeText at={missedDeadline} />. {words.askForTime}
      </Message>
    )
  }
  return (
    <>
      {isTheirs ? <NothingToDecide answer={answer} /> : <Message>{words.notTheirs}</Message>}
      <NextPaper paperId={paper.paperId} />
    </>
  )
}

function NothingToDecide({ answer }: Pick<OpenedProps, 'answer'>) {
  const { canGiveBack, reviews, paper } = answer
  if (canGiveBack) return <Message>{words.revisionAwaited}</Message>
  const isDone = reviews.some((one) => one.round === paper.round)
  return <Message kind="success">{isDone ? words.thanks : words.gone}</Message>
}

/** What the author submitted before, each to be read in a window of its own. */
function EarlierVersions({
  paperId,
  earlier,
}: Pick<AnswerOf<typeof previewPaper>, 'earlier'> & { paperId: string }) {
  return (
    <Panel title={words.earlierVersions}>
      {earlier.map(({ version, submittedAt, previewUrl }) => (
        <p key={version}>
          {previewUrl === null ? (
            words.version(version)
          ) : (
            <a
              href={previewUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={words.readEarlier(paperId, version)}
            >
              {words.version(version)}
            </a>
          )}{' '}
          · {common.submitted} <TimeText at={submittedAt} />
          {previewUrl === null && ` · ${words.earlierWithheld}`}
        </p>
      ))}
    </Panel>
  )
}

function OwnReviews({ reviews }: { reviews: AnswerOf<typeof previewPaper>['reviews'] }) {
  return (
    <Panel title={words.yourReviews} actions={<CompareRounds of={words.yourReviews} reviews={reviews} />}>
      {reviews.map((review) => (
        <div key={review.round} className={styles.review}>
          <p>
            <strong>{words.round(review.round)}</strong>{' '}
            <StatusPill kind={verdictKind[review.verdict]}>{ownVerdictLabels[review.verdict]}</StatusPill>{' '}
            {review.score !== null && words.score(review.score)}
          </p>
          <p>
            {common.decided} <TimeText at={review.decidedAt} />
          </p>
          {review.reason && (
            <p className={styles.said} dir="auto">
              {review.reason}
            </p>
          )}
        </div>
      ))}
    </Panel>
  )
}
