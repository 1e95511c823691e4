import type { Ctx } from '#server/core/ctx.ts'
import type { Message } from '#server/core/message.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Submission } from './access.ts'

/** What people are told about submissions (decisions.md §10). Facts in, words out. */

const authorLink = (ctx: Ctx, id: string) =>
  `${ctx.config.publicUrl}/author?view=details&abstractId=${encodeURIComponent(id)}`

/** The paper id once there is a paper, else the abstract's. */
const nameOf = (s: Submission) => (s.paperRound > 0 ? s.paperId : s.id)

const titled = (s: { title: string }) => (s.title === '' ? '' : ` “${s.title}”`)

export function abstractReceived(ctx: Ctx, s: { id: string; title: string; fileName: string }): Message {
  return {
    kind: 'abstract_received',
    title: `Abstract ${s.id} received`,
    body: `We have your abstract${titled(s)} (${s.fileName}). The organisers will review it and tell you their decision.`,
    subject: `${s.id}: we have received your abstract`,
    paragraphs: [
      `Your abstract${titled(s)} has arrived as ${s.fileName}. Its number is ${s.id}.`,
      'What comes next: the organisers review it and you are told of their decision by e-mail. Until then you can replace or delete it.',
    ],
    action: { label: 'See your submission', url: authorLink(ctx, s.id) },
  }
}

export function abstractResubmitted(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'abstract_resubmitted',
    title: `Abstract ${s.id} resubmitted`,
    body: `The author uploaded a new version of abstract ${s.id}${titled(s)}. It awaits your decision.`,
    subject: `${s.id}: a revised abstract awaits your decision`,
    paragraphs: [
      `The author uploaded a new version of abstract ${s.id}${titled(s)}.`,
      'It awaits your decision.',
    ],
    action: {
      label: 'Review the abstract',
      url: `${ctx.config.publicUrl}/admin?view=abstract&abstractId=${encodeURIComponent(s.id)}`,
    },
  }
}

const abstractOutcome: Record<
  ReviewVerdict,
  { title: (id: string) => string; subject: (id: string) => string; lead: string; next: string }
> = {
  approve: {
    title: (id) => `Abstract ${id} accepted`,
    subject: (id) => `${id}: accepted – upload your full paper`,
    lead: 'Your abstract was accepted.',
    next: 'What to do now: upload your full paper as a PDF.',
  },
  request_change: {
    title: (id) => `Abstract ${id} provisionally accepted`,
    subject: (id) => `${id}: provisionally accepted – upload a revised abstract`,
    lead: 'Your abstract was provisionally accepted: the organisers ask for changes.',
    next: 'What to do now: revise the abstract and upload the new version.',
  },
  decline: {
    title: (id) => `Abstract ${id} rejected`,
    subject: (id) => `${id}: your abstract was not accepted`,
    lead: 'Your abstract was not accepted. The submission ends here.',
    next: 'You need not do anything.',
  },
}

export function abstractDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | undefined,
): Message {
  const words = abstractOutcome[verdict]
  const said = note === undefined || note === '' ? [] : [`From the organisers: ${note}`]
  return {
    kind: `abstract_${verdict}`,
    title: words.title(s.id),
    body: [words.lead, ...said, words.next].join('\n\n'),
    subject: words.subject(s.id),
    paragraphs: [`${words.lead} It is ${s.id}${titled(s)}.`, ...said, words.next],
    action: { label: 'See your submission', url: authorLink(ctx, s.id) },
  }
}

export function paperReceived(ctx: Ctx, s: Submission): Message {
  const revised = s.paperRound > 1
  const what = revised ? 'revised paper' : 'paper'
  return {
    kind: 'paper_received',
    title: `${revised ? 'Revised paper' : 'Paper'} ${s.paperId} received`,
    body: `We have your ${what}${titled(s)}. It goes to review now.`,
    subject: `${s.paperId}: we have received your ${what}`,
    paragraphs: [
      `Your ${what}${titled(s)} has arrived. Its Paper ID is ${s.paperId}; you will need it as the payment reference later.`,
      'What comes next: reviewers assess it and you are told of the decision by e-mail.',
    ],
    action: { label: 'See your submission', url: authorLink(ctx, s.id) },
  }
}

/** To the paper's reviewers: nothing of the author, for it may be double-anonymous. */
export function paperResubmitted(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'paper_resubmitted',
    title: `Revised paper ${s.paperId} awaits your review`,
    body: `The revised version of ${s.paperId} has arrived. Please review it again.`,
    subject: `${s.paperId}: please review the revised paper`,
    paragraphs: [
      `The revised version of paper ${s.paperId} has arrived.`,
      'Please review it in the next round.',
    ],
    action: {
      label: 'Review the paper',
      url: `${ctx.config.publicUrl}/reviewer?view=paper&paperId=${encodeURIComponent(s.paperId)}`,
    },
  }
}

/** To the paper's reviewers, when the author deleted or withdrew it. */
export function paperGone(ctx: Ctx, s: Submission): Message {
  return {
    kind: 'paper_gone',
    title: `Paper ${s.paperId} needs no review now`,
    body: `The author took back paper ${s.paperId}. You need not review it.`,
    subject: `${s.paperId}: no review needed`,
    paragraphs: [`The author took back paper ${s.paperId}.`, 'You need not review it. Thank you.'],
    action: { label: 'See your papers', url: `${ctx.config.publicUrl}/reviewer` },
  }
}

/** To the author and the admins. */
export function submissionWithdrawn(ctx: Ctx, s: Submission, reason: string): Message {
  const name = nameOf(s)
  return {
    kind: 'submission_withdrawn',
    title: `Submission ${name} withdrawn`,
    body: `${name}${titled(s)} was withdrawn by its author.\n\nReason: ${reason}`,
    subject: `${name}: the submission was withdrawn`,
    paragraphs: [`Submission ${name}${titled(s)} was withdrawn by its author.`, `Reason: ${reason}`],
    action: { label: 'Open the portal', url: ctx.config.publicUrl },
  }
}
