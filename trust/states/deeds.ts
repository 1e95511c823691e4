import type { EndpointSpec } from '#shared/core/endpoint.ts'
import { reopenPayment, verifyPayment } from '#shared/payments/contract.ts'
import * as reviewing from '#shared/reviewing/contract.ts'
import * as papers from '#shared/reviewing/desk-contract.ts'
import * as author from '#shared/submissions/contract.ts'
import { restoreAbstract } from '#shared/submissions/deleted-contract.ts'
import * as desk from '#shared/submissions/desk-contract.ts'
import type { Stage } from '#shared/submissions/states.ts'
import type { ActorName } from '../conference.ts'

/** A submission as somebody would keep it on paper, after portal.md §4 and decisions.md §7; nothing of it is the code's. */
export interface Model {
  stage: Stage
  isDeleted: boolean
  /** Versions of the abstract that were asked for. */
  sent: number
  /** Of the paper; 0 while there is none. */
  round: number
  /** Whether the reviewer has it. */
  isAssigned: boolean
  /** The last round that the reviewer’s review is of; 0 while there is none. */
  reviewed: number
}

export interface Deed {
  name: string
  who: ActorName
  spec: EndpointSpec
  body?: (reviewerId: string) => Record<string, unknown>
  /** It is about the assignment, not the submission. */
  isNoEvent: boolean
  /** Nothing can follow it. */
  isLast: boolean
  /** What changes; undefined where it is refused. */
  next: (model: Model) => Partial<Model> | undefined
}

type Change = Partial<Model> | ((model: Model) => Partial<Model>)

const deed = (
  name: string,
  who: ActorName,
  spec: EndpointSpec,
  stages: readonly Stage[],
  change: Change,
  more: { body?: Deed['body']; only?: (model: Model) => boolean; isNoEvent?: true } = {},
): Deed => ({
  name,
  who,
  spec,
  isNoEvent: more.isNoEvent ?? false,
  isLast: spec === author.withdrawAbstract,
  ...(more.body && { body: more.body }),
  next: (model) => {
    if (model.isDeleted || !stages.includes(model.stage) || more.only?.(model) === false) return undefined
    return typeof change === 'function' ? change(model) : change
  },
})

const reason = { reason: 'because' }
const decline = () => ({ confirmText: 'DECLINE', ...reason })
const change = () => ({ confirmText: 'REQUEST_CHANGE', ...reason })
const decidable: readonly Stage[] = ['paper_submitted', 'reviewer_declined']
const open: readonly Stage[] = [
  'abstract_submitted',
  'abstract_awaiting_resubmission',
  'awaiting_paper',
  'paper_submitted',
  'reviewer_declined',
  'paper_awaiting_resubmission',
  'awaiting_payment',
]
const withPaper = ({ round }: Model) => round > 0
const assigned = ({ isAssigned }: Model) => isAssigned
/** A review of the present round counts; once it is settled, its reviewer can be taken off the next one. */
const isToTakeBack = ({ stage, round, reviewed }: Model) => stage !== 'paper_submitted' || reviewed < round
const review = (name: string, spec: EndpointSpec, stage: Stage, body: () => Record<string, unknown>) =>
  deed(name, 'assigned', spec, ['paper_submitted'], ({ round }) => ({ stage, reviewed: round }), {
    body,
    only: assigned,
  })
const nextRound = ({ round }: Model) => ({ stage: 'paper_submitted' as const, round: round + 1 })

/** Everything that moves a submission, and who does it. */
export const deeds: readonly Deed[] = [
  {
    ...deed('send the abstract anew', 'author', author.resubmitAbstract, [], {}),
    next: ({ stage, isDeleted, sent }) => {
      if (isDeleted) return undefined
      if (stage === 'abstract_awaiting_resubmission') return { stage: 'abstract_submitted', sent: sent + 1 }
      // A first version can be edited as long as the paper can; a later one until it is decided on.
      const isEdited = stage === 'paper_submitted' || stage === 'paper_awaiting_resubmission'
      return stage === 'abstract_submitted' || (isEdited && sent === 1) ? {} : undefined
    },
  },
  deed(
    'delete the abstract',
    'author',
    author.deleteAbstract,
    ['abstract_submitted', 'paper_submitted', 'paper_awaiting_resubmission'],
    { isDeleted: true },
  ),
  {
    ...deed('restore the abstract', 'admin', restoreAbstract, [], {}, { body: () => reason }),
    next: ({ isDeleted }) => (isDeleted ? { isDeleted: false } : undefined),
  },
  deed(
    'accept the abstract',
    'admin',
    desk.approveAbstract,
    ['abstract_submitted'],
    { stage: 'awaiting_paper' },
    { body: () => ({}) },
  ),
  deed(
    'ask for another abstract',
    'admin',
    desk.requestAbstractChange,
    ['abstract_submitted'],
    { stage: 'abstract_awaiting_resubmission' },
    { body: change },
  ),
  deed(
    'reject the abstract',
    'admin',
    desk.declineAbstract,
    ['abstract_submitted'],
    { stage: 'abstract_declined' },
    { body: decline },
  ),
  deed(
    'take the abstract’s decision back',
    'admin',
    desk.reopenAbstract,
    ['abstract_awaiting_resubmission', 'abstract_declined', 'awaiting_paper'],
    { stage: 'abstract_submitted' },
    { body: () => reason },
  ),
  deed(
    'send the paper',
    'author',
    author.submitPaper,
    ['awaiting_paper', 'paper_submitted', 'paper_awaiting_resubmission'],
    (model) => (model.stage === 'paper_submitted' ? {} : nextRound(model)),
  ),
  deed(
    'delete the paper',
    'author',
    author.deletePaper,
    ['paper_submitted'],
    { stage: 'awaiting_paper', round: 0 },
    { only: ({ round }) => round === 1 },
  ),
  deed('withdraw', 'author', author.withdrawAbstract, open, { stage: 'withdrawn' }, { body: () => reason }),
  deed(
    'assign the reviewer',
    'admin',
    papers.assignReviewer,
    ['paper_submitted', 'paper_awaiting_resubmission'],
    { isAssigned: true },
    { body: (reviewerId) => ({ reviewerId }), only: ({ isAssigned }) => !isAssigned, isNoEvent: true },
  ),
  deed(
    'take the paper from the reviewer',
    'admin',
    papers.unassignReviewer,
    [...open, 'paper_declined'],
    { isAssigned: false },
    { only: (model) => assigned(model) && withPaper(model) && isToTakeBack(model), isNoEvent: true },
  ),
  review('review: accept', reviewing.approvePaper, 'awaiting_payment', () => ({ score: 80 })),
  review('review: ask for changes', reviewing.requestPaperChange, 'paper_awaiting_resubmission', () => ({
    score: 50,
    ...reason,
  })),
  review('review: reject', reviewing.declinePaper, 'reviewer_declined', () => ({ score: null, ...reason })),
  deed(
    'accept the paper',
    'admin',
    papers.approvePaperAsChair,
    decidable,
    { stage: 'awaiting_payment' },
    { body: () => ({}) },
  ),
  deed(
    'ask for another paper',
    'admin',
    papers.requestPaperChangeAsChair,
    decidable,
    { stage: 'paper_awaiting_resubmission' },
    { body: change },
  ),
  deed(
    'reject the paper',
    'admin',
    papers.declinePaperAsChair,
    decidable,
    { stage: 'paper_declined' },
    { body: decline },
  ),
  deed(
    'take the paper’s decision back',
    'admin',
    papers.reopenPaper,
    ['reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined', 'awaiting_payment'],
    nextRound,
    { body: () => reason },
  ),
  deed(
    'verify the payment',
    'staff',
    verifyPayment,
    ['awaiting_payment'],
    { stage: 'complete' },
    { body: () => ({}) },
  ),
  deed(
    'take the payment back',
    'admin',
    reopenPayment,
    ['complete'],
    { stage: 'awaiting_payment' },
    { body: () => reason },
  ),
]
