import { useQueryClient } from '@tanstack/react-query'
import { isTooLate } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { Link } from '#client/navigation/link.tsx'
import type { DecisionMode } from '#client/parts/check-decision.ts'
import { type Decided, DecisionForm } from '#client/parts/decision-form.tsx'
import { NextBlock } from '#client/parts/next-block.tsx'
import { buttonClass } from '#client/ui/button.tsx'
import { Message } from '#client/ui/message.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { useToast } from '#client/ui/use-toast.ts'
import type { AnswerOf } from '#shared/core/endpoint.ts'
import { previewPaperMail } from '#shared/mail/desk-contract.ts'
import { commentsTogether } from '#shared/reviewing/comments-together.ts'
import {
  approvePaperAsChair,
  type DeskPaper,
  declinePaperAsChair,
  type paperDeskOverview,
  requestPaperChangeAsChair,
} from '#shared/reviewing/desk-contract.ts'
import { words } from './paper-words.ts'
import { ReopenButton } from './reopen-button.tsx'

/** Where the decision stands on the paper's page. */
export const DECISION_ANCHOR = 'decision'

/** Where the reviewers stand on it. */
export const REVIEWERS_ANCHOR = 'reviewers'

/** Over everything else: that a decision is needed, and the way to it. */
export function DecisionNeeded({ paper }: { paper: DeskPaper }) {
  if (!paper.decisionNeeded) return null
  const isRejected = paper.reviewStatus === 'reviewer_declined'
  return (
    <NextBlock
      title={isRejected ? words.rejectionToConfirm : words.decideNow(paper.reviewsIn, paper.reviewsNeeded)}
    >
      <a className={buttonClass('primary')} href={`#${DECISION_ANCHOR}`}>
        {words.toDecision}
      </a>
    </NextBlock>
  )
}

/** That somebody reviews it who should not, and the way to take it from them, where it can be taken. */
export function ConflictFound({ overview }: { overview: AnswerOf<typeof paperDeskOverview> }) {
  const { lateConflicts } = overview.paper
  if (lateConflicts.length === 0) return null
  const ids = lateConflicts.map(({ reviewer }) => reviewer.id)
  const canTake = overview.assignments.some((one) => one.canUnassign && ids.includes(one.reviewer.id))
  return (
    <NextBlock
      title={words.conflictFound(lateConflicts.map(({ reviewer }) => reviewer.name))}
      about={canTake ? words.conflictWays : words.conflictReviewed}
    >
      <a className={buttonClass('secondary')} href={`#${REVIEWERS_ANCHOR}`}>
        {words.toReviewers}
      </a>
    </NextBlock>
  )
}

interface PanelProps {
  overview: AnswerOf<typeof paperDeskOverview>
  /** The paper was deleted since: what was typed stays to be copied. */
  isGone: boolean
}

/** The organiser's decision, or why there is none to take. */
export function DecisionPanel({ overview, isGone }: PanelProps) {
  const say = useToast()
  const client = useQueryClient()
  const { abilities, paper } = overview
  const mayReopen = abilities.reopen && !isGone
  const modes: DecisionMode[] = isGone
    ? []
    : [
        ...(abilities.approve ? (['approve'] as const) : []),
        ...(abilities.requestChange ? (['request_change'] as const) : []),
        ...(abilities.decline ? (['decline'] as const) : []),
      ]
  const decide = async (decided: Decided) => {
    try {
      say((await send(paper.paperId, decided)).message)
      await client.invalidateQueries()
    } catch (error) {
      // Somebody else was faster: what is true now takes the form's place, the text stays.
      if (isTooLate(error)) await client.invalidateQueries()
      throw error
    }
  }
  return (
    <div id={DECISION_ANCHOR}>
      <Panel title={words.decision} raised={paper.decisionNeeded}>
        {modes.length > 0 && <p>{whatIsKnown(overview)}</p>}
        <DecisionForm
          scored={false}
          isEven
          read={paper.updatedAt}
          modes={modes}
          onDecide={decide}
          readMail={(body) => call(previewPaperMail, { params: { paperId: paper.paperId }, body })}
          {...(paper.reviewStatus !== 'reviewer_declined' && { reviewsText: reviewsOf(overview) })}
          closed={
            isGone ? (
              <Message>{words.gone}</Message>
            ) : modes.length > 0 ? undefined : (
              !mayReopen && <NoDecision paper={paper} />
            )
          }
        />
        {mayReopen && (
          <ReopenButton
            paperId={paper.paperId}
            updatedAt={paper.updatedAt}
            isDecided={paper.reviewStatus !== 'reviewer_declined'}
          />
        )}
      </Panel>
    </div>
  )
}

/** What the reviewers of this round wrote, in the order in which it came; what rejected the paper its author has read (portal.md §2). */
function reviewsOf({ paper, reviews }: AnswerOf<typeof paperDeskOverview>): string {
  const ofRound = reviews.filter(({ round }) => round === paper.round).reverse()
  return commentsTogether(ofRound.map(({ reason }) => reason)) ?? ''
}

/** What a decision would be taken by: whose rejection waits to be confirmed, else how many reviews are in. */
function whatIsKnown({ paper, reviews }: AnswerOf<typeof paperDeskOverview>): string {
  if (paper.reviewStatus !== 'reviewer_declined') return words.reviewsIn(paper.reviewsIn, paper.reviewsNeeded)
  const rejecting = reviews.filter(({ round, verdict }) => round === paper.round && verdict === 'declined')
  return words.whatConfirms(rejecting.map(({ reviewer }) => reviewer.name))
}

/** Why nothing can be decided; what was paid for is opened again at the payments desk. */
function NoDecision({ paper: { paperId, status, declined, withdrawn } }: { paper: DeskPaper }) {
  if (status !== 'complete' || declined || withdrawn) return <p>{words.noDecision}</p>
  return (
    <p>
      {words.paidFor}{' '}
      <Link to="/admin/payments" search={{ q: paperId }}>
        {words.toPayment}
      </Link>
    </p>
  )
}

function send(paperId: string, { mode, text, updatedAt }: Decided) {
  const params = { paperId }
  if (mode === 'approve')
    return call(approvePaperAsChair, { params, body: { updatedAt, ...(text !== '' && { comments: text }) } })
  if (mode === 'request_change') {
    return call(requestPaperChangeAsChair, {
      params,
      body: { confirmText: 'REQUEST_CHANGE', reason: text, updatedAt },
    })
  }
  return call(declinePaperAsChair, { params, body: { confirmText: 'DECLINE', reason: text, updatedAt } })
}
