import type { Ctx } from '#server/core/ctx.ts'
import { type Message, messageKind } from '#server/core/message.ts'
import type { Submission } from '#server/features/submissions/access.ts'
import type { DueOnAcceptance } from '#server/features/submissions/due-on-acceptance.ts'
import { authorLink, uploadBy, uploadLate, uploads } from '#server/features/submissions/placeholders.ts'
import type { UploadDue } from '#server/features/submissions/upload-due.ts'
import type { Placeholders } from '#shared/mail/template.ts'
import type { ReviewVerdict } from '#shared/reviewing/verdict.ts'
import type { Settings } from '#shared/settings/contract.ts'
import { acceptanceMessages, decisionFacts, paperAccepted, theDecision } from './acceptance-messages.ts'

/** The decision on a paper, told to its author, with what to do now (decisions.md §10). */

const other = <const Own extends Placeholders>(
  verdict: Exclude<ReviewVerdict, 'approve'> | 'request_change_late',
  words: {
    when: string
    title: string
    subject: string
    lead: string
    /** What comes next; `notice` where a notification says it in other words. */
    next: string
    notice?: string
    button: string
  },
  own: Own,
) =>
  messageKind({
    key: `paper_${verdict}`,
    group: 'decision',
    to: 'The author',
    when: words.when,
    placeholders: { ...theDecision, ...own },
    notice: {
      opens: 'own',
      title: words.title,
      body: `${words.lead}\n\nComments: {comments}\n\n${words.notice ?? words.next}`,
    },
    subject: words.subject,
    body: `${words.lead}\n\nComments: {comments}\n\n${words.next}`,
    button: words.button,
  })

const { what: revisedPaper } = uploads.paper_request_change
const provisional = {
  title: 'Paper {paperId}: changes requested',
  lead: 'Your paper {submission} was provisionally accepted: changes are asked for.',
}
const requestChange = other(
  'request_change',
  {
    ...provisional,
    when: 'A paper was provisionally accepted.',
    subject: '{paperId}: {what}',
    button: 'Upload your revised paper',
    next: 'What to do now: revise the paper and upload the new version.\n\nPlease upload it by {due}.',
  },
  uploadBy.placeholders(revisedPaper),
)
const requestChangeLate = other(
  'request_change_late',
  {
    ...provisional,
    ...uploadLate.words('resubmission', revisedPaper),
    when: 'A paper was provisionally accepted when the author’s deadline for revised files had passed.',
    subject: `{paperId}: ask for more time to ${revisedPaper}`,
  },
  uploadLate.placeholders,
)
const decline = other(
  'decline',
  {
    when: 'A paper was rejected.',
    title: 'Paper {paperId} rejected',
    subject: '{paperId}: your paper was not accepted',
    lead: 'Your paper {submission} was not accepted. The submission ends here.',
    button: 'See your submission',
    next: 'You need not do anything.',
  },
  {},
)

/** `due` is the author's deadline for a revised paper; `fee` what an accepted one's is to pay, undefined: not accepted. */
export function paperDecided(
  ctx: Ctx,
  s: Submission,
  verdict: ReviewVerdict,
  note: string | null,
  settings: Settings,
  { dueAt, missed, timeZone }: UploadDue,
  fee: DueOnAcceptance | undefined,
): Message {
  const facts = decisionFacts(s, note)
  const link = authorLink(ctx, s.id)
  const decided = { decides: s.id }
  if (verdict === 'decline') return { ...decline.of(facts, link), ...decided }
  if (verdict === 'request_change' && missed !== null)
    return {
      ...requestChangeLate.of({ ...facts, ...uploadLate.of(missed, timeZone) }, link),
      ...decided,
    }
  if (verdict === 'request_change')
    return {
      ...requestChange.of({ ...facts, ...uploadBy.of(revisedPaper, dueAt, timeZone) }, link),
      ...decided,
    }
  return { ...paperAccepted(ctx, s, note, settings, fee), ...decided }
}

export const paperDecisionMessages = [
  ...acceptanceMessages,
  ...[requestChange, requestChangeLate, decline].map(({ kind }) => kind),
]
