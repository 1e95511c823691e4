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

/** By which deadline the newest abstract and paper may be replaced; undefined where the submission's state does not let them be. */
function editsOf(s: Submission, reviewBegun: boolean) {
  return {
    abstract: mayReplaceAbstract(s) ? editDeadlineOf(s.abstractRound, 'abstract') : undefined,
    paper: !reviewBegun && may(s.stage, 'replace_paper') ? editDeadlineOf(s.paperRound, 'paper') : undefined,
  }
}

/** The deadline that counts for replacing a file: the first one's, or a revised one's. */
export function editDeadlineOf<Part extends 'abstract' | 'paper'>(round: number, part: Part) {
  return round > 1 ? ('resubmission' as const) : part
}

/** Until when that is possible, as it is told; null without a deadline, or where it is not. */
export function editUntilOf(s: Submission, reviewBegun: boolean, deadline: AbilityFacts['closes']) {
  const { abstract, paper } = editsOf(s, reviewBegun)
  return {
    abstract: abstract === undefined ? null : deadline[abstract],
    paper: paper === undefined ? null : deadline[paper],
  }
}

/** What the author may do now (portal.md §4 "Author-side display rules"): the same rules the verbs enforce. */
export function abilitiesOf(s: Submission, facts: AbilityFacts): AuthorAbilities {
  const open = (kind: DeadlineKind) => !hasPassed(facts.closes[kind], facts.now)
  const edits = editsOf(s, facts.reviewBegun)
  return {
    uploadAbstract: may(s.stage, 'resubmit_abstract') && open('resubmission'),
    editAbstract: edits.abstract !== undefined && open(edits.abstract),
    deleteAbstract: may(s.stage, 'delete_abstract') && !isMoneyThere(s),
    uploadPaper:
      (may(s.stage, 'submit_paper') && open('paper')) ||
      (may(s.stage, 'resubmit_paper') && open('resubmission')),
    editPaper: edits.paper !== undefined && open(edits.paper),
    deletePaper: edits.paper !== undefined && s.paperRound === 1 && open('paper'),
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
