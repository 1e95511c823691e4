import type { Ctx } from '#server/core/ctx.ts'
import { activityPage } from '#server/features/activity/list-activity.ts'
import { listPayments } from '#server/features/payments/list-payments.ts'
import { listUsers } from '#server/features/people/list-users.ts'
import { listReviewers } from '#server/features/reviewing/list-reviewers.ts'
import { countReviewers } from '#server/features/statistics/count-reviews.ts'
import { statistics } from '#server/features/statistics/statistics.ts'
import { listAbstracts } from '#server/features/submissions/desk-lists.ts'
import { listActivity as listActivityContract } from '#shared/activity/contract.ts'
import { activityKindWords } from '#shared/activity/kind-words.ts'
import { listHeadings } from '#shared/assigning/list-headings.ts'
import { capitalised } from '#shared/core/capitalised.ts'
import { roleNames } from '#shared/core/role-names.ts'
import type { ExportedTable } from '#shared/exporting/contract.ts'
import { balanceWords } from '#shared/payments/balance-words.ts'
import { listPayments as listPaymentsContract } from '#shared/payments/contract.ts'
import { exportHeadings } from '#shared/payments/export-headings.ts'
import { paymentStateWords } from '#shared/payments/state-words.ts'
import { listUsers as listUsersContract } from '#shared/people/desk-contract.ts'
import { listReviewers as listReviewersContract } from '#shared/reviewing/desk-contract.ts'
import { ownVerdictLabels } from '#shared/reviewing/verdict.ts'
import { moneyStates } from '#shared/statistics/contract.ts'
import { moneyLabels, stageLabels, stepLabels } from '#shared/statistics/labels.ts'
import { listAbstracts as listAbstractsContract } from '#shared/submissions/desk-contract.ts'
import { deskEnding, plainStatus, reviewStatusWords, withdrawn } from '#shared/submissions/status-words.ts'
import { listed, listedPapers } from './listed.ts'
import { assignmentPages, reviewPages } from './of-papers.ts'
import { type ExportTable, momentCell, tableOf } from './table.ts'

/**
 * Every table that can be exported. Rows come from the verbs behind the organisers' lists, so that a file shows what
 * the list shows (decisions.md §5: one place says who may see what).
 */
export const exportTables = {
  abstracts: tableOf(listed(listAbstractsContract, listAbstracts), {
    'Abstract ID': (row) => row.abstractId,
    Title: (row) => row.title,
    File: (row) => row.fileName,
    Author: (row) => row.author.name,
    'E-mail': (row) => row.author.email,
    Organization: (row) => row.author.organization,
    Status: (row) => capitalised(row.withdrawn ? withdrawn : plainStatus(row.status)),
    Decision: (row) => (row.verdict === null ? null : ownVerdictLabels[row.verdict]),
    'Decided (UTC)': (row) => momentCell(row.decidedAt),
    'Paper ID': (row) => row.paperId,
    'Submitted (UTC)': (row) => momentCell(row.submittedAt),
    'Updated (UTC)': (row) => momentCell(row.updatedAt),
  }),
  papers: tableOf(listedPapers, {
    'Paper ID': (row) => row.paperId,
    'Abstract ID': (row) => row.abstractId,
    Title: (row) => row.title,
    File: (row) => row.fileName,
    Author: (row) => row.author.name,
    'E-mail': (row) => row.author.email,
    Organization: (row) => row.author.organization,
    Status: (row) => capitalised(deskEnding(row)),
    'Review status': (row) =>
      row.reviewStatus === null ? null : capitalised(reviewStatusWords[row.reviewStatus]),
    Rejected: (row) => row.declined,
    Withdrawn: (row) => row.withdrawn,
    Round: (row) => row.round,
    'Reviewers assigned': (row) => row.assigned,
    'Reviews in': (row) => row.reviewsIn,
    'Reviews needed': (row) => row.reviewsNeeded,
    'Decision needed': (row) => row.decisionNeeded,
    'Updated (UTC)': (row) => momentCell(row.updatedAt),
  }),
  reviews: tableOf(reviewPages, {
    'Paper ID': (row) => row.paperId,
    Title: (row) => row.title,
    Round: (row) => row.round,
    Reviewer: (row) => row.reviewer.name,
    'Reviewer e-mail': (row) => row.reviewer.email,
    Decision: (row) => ownVerdictLabels[row.verdict],
    Score: (row) => row.score,
    Comments: (row) => row.reason,
    'Submitted (UTC)': (row) => momentCell(row.decidedAt),
  }),
  assignments: tableOf(assignmentPages, {
    'Paper ID': (row) => row.paperId,
    'Reviewer e-mail': (row) => row.reviewer.email,
    Reviewer: (row) => row.reviewer.name,
    'Assigned (UTC)': (row) => momentCell(row.assignedAt),
    [listHeadings.due]: (row) => momentCell(row.dueAt),
    'Review in': (row) => row.reviewed,
    [listHeadings.reason]: (row) => row.overrideReason,
  }),
  payments: tableOf(listed(listPaymentsContract, listPayments), {
    'Paper ID': (row) => row.paperId,
    Title: (row) => row.title,
    Payer: (row) => row.payer.name,
    'E-mail': (row) => row.payer.email,
    Organization: (row) => row.payer.organization,
    [exportHeadings.state]: (row) => capitalised(paymentStateWords[row.state]),
    'Awaited since (UTC)': (row) => momentCell(row.since),
    'Reported (UTC)': (row) => momentCell(row.reportedAt),
    'Paid on': (row) => row.paidAt,
    'Author’s note': (row) => row.authorNote,
    [exportHeadings.age]: (row) => row.ageBusinessDays,
    Late: (row) => row.late,
    'Verified (UTC)': (row) => momentCell(row.verified?.at ?? null),
    'Verified by': (row) => row.verified?.by ?? null,
    Reference: (row) => row.verified?.reference ?? null,
    Amount: (row) => (row.verified?.amount ? Number(row.verified.amount) : null),
    Currency: (row) => (row.verified?.amount ? row.verified.currency : null),
    Received: ({ received: [first] }) => (first === undefined ? null : Number(first.amount)),
    'Received in': ({ received: [first] }) => first?.currency ?? null,
    'Also received': ({ received: [, ...others] }) =>
      others.map(({ amount, currency }) => `${amount} ${currency}`).join('; '),
    Balance: (row) => (row.balance === null ? null : balanceWords[row.balance]),
    Note: (row) => row.verified?.note ?? null,
    Receipt: (row) => row.receipts.find(({ voidedAt }) => voidedAt === null)?.number ?? null,
    'Void receipts': (row) =>
      row.receipts
        .filter(({ voidedAt }) => voidedAt !== null)
        .map(({ number }) => number)
        .join('; '),
  }),
  people: tableOf(listed(listUsersContract, listUsers), {
    Name: (row) => row.name,
    'E-mail': (row) => row.email,
    Organization: (row) => row.organization,
    Role: (row) => roleNames[row.role],
    Staff: (row) => row.roles.includes('staff'),
    'Address confirmed': (row) => row.emailVerified,
    'Profile complete': (row) => row.isProfileComplete,
    Disabled: (row) => row.disabled,
    'Registered (UTC)': (row) => momentCell(row.createdAt),
    'Last log-in (UTC)': (row) => momentCell(row.lastLoginAt),
  }),
  reviewers: tableOf(listed(listReviewersContract, listReviewers), {
    Name: (row) => row.name,
    'E-mail': (row) => row.email,
    Organization: (row) => row.organization,
    Topics: (row) => row.topics.join('; '),
    Limit: (row) => row.limit,
    Experienced: (row) => row.experienced,
    'Reviews to write': (row) => row.assigned,
    Overdue: (row) => row.overdue,
    'Reviews submitted': (row) => row.done,
    'Last log-in (UTC)': (row) => momentCell(row.lastLoginAt),
  }),
  activity: tableOf(listed(listActivityContract, activityPage), {
    'At (UTC)': (row) => momentCell(row.at),
    'Done by': (row) => row.actor?.name ?? 'The portal',
    What: (row) => activityKindWords[row.kind],
    Deed: (row) => capitalised(row.action),
    'Abstract ID': (row) => row.submission?.abstractId ?? null,
    'Paper ID': (row) => row.submission?.paperId ?? null,
    Person: (row) => row.person?.name ?? null,
    Changes: (row) => JSON.stringify(row.changes),
  }),
  'statistics-days': tableOf(
    numbersOf((all) => all.days),
    {
      Day: (row) => row.day,
      Abstracts: (row) => row.abstracts,
      Papers: (row) => row.papers,
      'Revised versions': (row) => row.revisions,
      'Payments verified': (row) => row.paymentsVerified,
    },
  ),
  'statistics-steps': tableOf(
    numbersOf((all) => all.steps),
    {
      Step: (row) => stepLabels[row.step],
      Submissions: (row) => row.count,
    },
  ),
  'statistics-stages': tableOf(
    numbersOf((all) => all.stages),
    {
      Stage: (row) => stageLabels[row.stage],
      Submissions: (row) => row.count,
    },
  ),
  'statistics-scores': tableOf(
    numbersOf((all) => all.scores),
    {
      From: (row) => row.from,
      To: (row) => row.to,
      Accepted: (row) => row.approved,
      'Changes requested': (row) => row.request_change,
      Rejected: (row) => row.declined,
    },
  ),
  'statistics-reviewers': tableOf(
    async function* (ctx) {
      yield (await countReviewers(ctx)).reviewers
    },
    {
      Reviewer: (row) => row.name,
      'Reviews no more': (row) => row.former,
      'Submitted in time': (row) => row.done - row.late,
      'Submitted late': (row) => row.late,
      'To write': (row) => row.open - row.overdue,
      Overdue: (row) => row.overdue,
    },
  ),
  'statistics-payments': tableOf(
    numbersOf(({ payments }) => moneyStates.map((state) => ({ state, count: payments[state] }))),
    {
      State: (row) => moneyLabels[row.state],
      Papers: (row) => row.count,
    },
  ),
} satisfies Record<ExportedTable, ExportTable>

type Numbers = Awaited<ReturnType<typeof statistics>>

/** One table of the statistics; it is small, and comes at once. */
function numbersOf<Row>(pick: (all: Numbers) => readonly Row[]) {
  return async function* (ctx: Ctx) {
    yield pick(await statistics(ctx))
  }
}
