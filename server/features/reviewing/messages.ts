import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Settings } from '#shared/settings/contract.ts'

/** What people are told about reviews (decisions.md §10). Authors never read who reviewed. */

const authorLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/author?view=details&abstractId=${encodeURIComponent(s.id)}`
const reviewerLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/reviewer?view=paper&paperId=${encodeURIComponent(s.paperId)}`
const deskLink = (ctx: Ctx, s: Submission) =>
  `${ctx.config.publicUrl}/admin/papers?view=paper&paperId=${encodeURIComponent(s.paperId)}`

/** To the author: the decision on the paper, with what to do now. */
export function paperDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | null,
  settings: Settings,
): Message {
  const words = decided(s, settings)[verdict]
  const comments = note === null ? [] : [`Comments: ${note}`]
  return {
    kind: `paper_${verdict}`,
    title: words.title,
    body: [words.lead, ...comments, ...words.next].join('\n\n'),
    subject: words.subject,
    paragraphs: [words.lead, ...comments, ...words.next],
    action: { label: 'See your submission', url: authorLink(ctx, s) },
  }
}

function decided(s: Submission, settings: Settings) {
  return {
    approve: {
      title: `Paper ${s.paperId} accepted`,
      subject: `${s.paperId}: accepted – pay the registration fee`,
      lead: `Your paper ${s.paperId} was accepted. Congratulations.`,
      next: [
        `What to do now: pay the registration fee. Give ${s.paperId} as the payment reference.`,
        ...(settings.paymentUrl === '' ? [] : [`Payment page: ${settings.paymentUrl}`]),
        ...(settings.paymentInstructions === '' ? [] : [settings.paymentInstructions]),
        'Payments are verified within three business days. Please do not pay twice.',
      ],
    },
    request_change: {
      title: `Paper ${s.paperId}: changes requested`,
      subject: `${s.paperId}: upload your revised paper`,
      lead: `Your paper ${s.paperId} was provisionally accepted: changes are asked for.`,
      next: ['What to do now: revise the paper and upload the new version.'],
    },
    decline: {
      title: `Paper ${s.paperId} rejected`,
      subject: `${s.paperId}: your paper was not accepted`,
      lead: `Your paper ${s.paperId} was not accepted. The submission ends here.`,
      next: ['You need not do anything.'],
    },
  } satisfies Record<ReviewVerdict, { title: string; subject: string; lead: string; next: string[] }>
}

/** To the admins: a reviewer's rejection wants confirming or overruling. */
export function rejectionToConfirm(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'rejection_to_confirm',
    title: `Paper ${s.paperId}: confirm the rejection`,
    body: `A reviewer rejected paper ${s.paperId}. Confirm the rejection or overrule it; the author is told after that.`,
    subject: `${s.paperId}: confirm or overrule the rejection`,
    paragraphs: [
      `A reviewer rejected paper ${s.paperId}.`,
      'Confirm the rejection or overrule it. The author is told after that.',
    ],
    action: { label: 'Decide', url: deskLink(ctx, s) },
  }
}

/** To the admins: the reviews are in and the decision is theirs. */
export function decisionWanted(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'decision_wanted',
    title: `Paper ${s.paperId}: a decision is needed`,
    body: `The reviews of paper ${s.paperId} are in. The decision is yours.`,
    subject: `${s.paperId}: the reviews are in, please decide`,
    paragraphs: [`The reviews of paper ${s.paperId} are in.`, 'The decision is yours.'],
    action: { label: 'Decide', url: deskLink(ctx, s) },
  }
}

/** To the reviewer. */
export function assigned(ctx: Ctx, s: Submission, dueAt: Date | null): Message {
  const due = dueAt === null ? '' : ` Please review it by ${dueAt.toISOString().slice(0, 10)} (UTC).`
  return {
    kind: 'assigned',
    title: `Paper ${s.paperId} assigned to you`,
    body: `Paper ${s.paperId} was assigned to you for review.${due}`,
    subject: `${s.paperId}: please review this paper`,
    paragraphs: [
      `Paper ${s.paperId} was assigned to you for review.${due}`,
      'If you cannot review it or have a conflict of interest, give it back on the same page.',
    ],
    action: { label: 'Review the paper', url: reviewerLink(ctx, s) },
  }
}

/** To the reviewer. */
export function unassigned(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'unassigned',
    title: `Paper ${s.paperId} is no longer assigned to you`,
    body: `The organisers took you off paper ${s.paperId}. You need not review it.`,
    subject: `${s.paperId}: no review needed`,
    paragraphs: [`The organisers took you off paper ${s.paperId}.`, 'You need not review it. Thank you.'],
    action: { label: 'See your papers', url: `${ctx.config.publicUrl}/reviewer` },
  }
}

/** To the admins. */
export function reviewerWithdrew(ctx: Ctx, s: Submission, reason: string, conflict: boolean): Message {
  const why = conflict ? 'declared a conflict of interest' : 'gave the assignment back'
  return {
    kind: 'reviewer_withdrew',
    title: `Paper ${s.paperId}: a reviewer withdrew`,
    body: `A reviewer of paper ${s.paperId} ${why}.\n\nReason: ${reason}`,
    subject: `${s.paperId}: find another reviewer`,
    paragraphs: [`A reviewer of paper ${s.paperId} ${why}.`, `Reason: ${reason}`],
    action: { label: 'Assign a reviewer', url: deskLink(ctx, s) },
  }
}

/** To the author. */
export function paperReopened(ctx: Ctx, s: Submission, reason: string): Message {
  return {
    kind: 'paper_reopened',
    title: `Paper ${s.paperId} is under review again`,
    body: `The organisers took the decision on paper ${s.paperId} back. It is under review again.\n\nReason: ${reason}`,
    subject: `${s.paperId}: your paper is under review again`,
    paragraphs: [
      `The organisers took the decision on paper ${s.paperId} back. It is under review again.`,
      `Reason: ${reason}`,
      'You need not do anything now. Please do not pay until you are asked to.',
    ],
    action: { label: 'See your submission', url: authorLink(ctx, s) },
  }
}

/** To the paper's reviewers. */
export function reviewReopened(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'review_reopened',
    title: `Paper ${s.paperId} awaits your review again`,
    body: `The organisers reopened paper ${s.paperId}. Please review it in the new round.`,
    subject: `${s.paperId}: please review this paper again`,
    paragraphs: [`The organisers reopened paper ${s.paperId}.`, 'Please review it in the new round.'],
    action: { label: 'Review the paper', url: reviewerLink(ctx, s) },
  }
}
