import { hasPassed } from '#server/features/settings/deadline.ts'
import { isCharged } from '#shared/payments/is-charged.ts'
import type { DeadlineKind } from '#shared/settings/deadline-kinds.ts'
import type { AuthorAbilities } from '#shared/submissions/contract.ts'
import { isOngoing, may } from '#shared/submissions/states.ts'
import type { Submission } from './access.ts'

/** What the abilities depend on besides the submission itself. */
export interface AbilityFacts {
  /** Moments, grace included, after which uploads of a kind are refused; null: never. */
  closes: Record<DeadlineKind, Date | null>
  now: Date
  /** A review of the present round is in. */
  reviewBegun: boolean
  paymentReported: boolean
}

/**
 * Whether the newest version of an abstract may be replaced: the first one where portal.md §4 allows Edit, a later one
 * until it is decided on (decisions.md §7).
 */
export function mayReplaceAbstract({ stage, abstractRound }: Pick<Submission, 'stage' | 'abstractRound'>) {
  return may(stage, 'replace_abstract') && (abstractRound === 1 || stage === 'abstract_submitted')
}

/** Whether a paper that is not charged stands on the payments desk, because money came for it before. */
export function isMoneyThere({ stage, paymentUrgency }: Submission): boolean {
  return !isCharged(stage) && paymentUrgency !== null
}

/** What the author may do now (portal.md §4 "Author-side display rules"): the same rules the verbs enforce. */
export function abilitiesOf(s: Submission, facts: AbilityFacts): AuthorAbilities {
  const open = (kind: DeadlineKind) => !hasPassed(facts.closes[kind], facts.now)
  const paperEditable = !facts.reviewBegun && may(s.stage, 'replace_paper')
  return {
    uploadAbstract: may(s.stage, 'resubmit_abstract') && open('resubmission'),
    editAbstract: mayReplaceAbstract(s) && open(s.abstractRound === 1 ? 'abstract' : 'resubmission'),
    deleteAbstract: may(s.stage, 'delete_abstract') && !isMoneyThere(s),
    uploadPaper:
      (may(s.stage, 'submit_paper') && open('paper')) ||
      (may(s.stage, 'resubmit_paper') && open('resubmission')),
    editPaper: paperEditable && open(s.paperRound > 1 ? 'resubmission' : 'paper'),
    deletePaper: paperEditable && s.paperRound === 1,
    editDetails: isOngoing(s.stage),
    reportPayment: may(s.stage, 'report_payment') && !facts.paymentReported,
    withdraw: may(s.stage, 'withdraw'),
  }
}

/** The deadline of the author's next upload, if the stage asks for one. */
export function nextDeadlineOf(s: Submission, closes: AbilityFacts['closes']): Date | null {
  if (s.stage === 'awaiting_paper') return closes.paper
  if (s.stage === 'abstract_awaiting_resubmission' || s.stage === 'paper_awaiting_resubmission') {
    return closes.resubmission
  }
  return null
}
